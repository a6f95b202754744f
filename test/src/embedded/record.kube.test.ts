import type { Exchange } from './exchange';
import { explainDifferences, isAccepted, isExempt } from './acceptedDifferences';
import { playEngine } from './playEngine';
import { playKubectl } from './playKubectl';
import { playRefusals } from './playRefusals.testing';
import { recordStory, startQuietPlanes, type RecordSession } from './recordSession';
import { loadRecording, saveRecording, type Story } from './recordings';
import { replay } from './replay';

jest.setTimeout(20 * 60_000);

/** A real garbage collector learns of new kinds, the AppliedWork here, every 30 s, and backs off where it failed. */
const GARBAGE_COLLECTOR_MS = 120_000;

const players: Readonly<Record<Story, (session: RecordSession) => Promise<void>>> = {
  engine: playEngine,
  kubectl: playKubectl,
  refusals: playRefusals,
};

const clustersOf = (exchanges: readonly Exchange[]) => [...new Set(exchanges.map(({ cluster }) => cluster))];

// UPDATE_RECORDINGS=1 writes the fixtures; without it, they are proven against a real server as it is now.
describe.each(Object.entries(players))('the recording of %s', (name, play) => {
  const story = name as Story;
  if (process.env.UPDATE_RECORDINGS) {
    it('is made again', async () => {
      const clusters = story === 'engine' ? ['hub', 'member-1', 'member-2'] : ['hub'];
      saveRecording(story, await recordStory(clusters, play));
    });
    return;
  }
  it('is what a real server says', async () => {
    const exchanges = loadRecording(story);
    const { planes, stop } = await startQuietPlanes(clustersOf(exchanges));
    try {
      const clusters = Object.entries(planes).map(([cluster, { url, adminToken, caPem }]) => [
        cluster,
        { url, token: adminToken, caPem },
      ]);
      const differences = await replay({ clusters: Object.fromEntries(clusters) }, exchanges, {
        patienceMs: GARBAGE_COLLECTOR_MS,
        isAccepted,
        isExempt,
      });
      expect(explainDifferences(differences)).toEqual([]);
    } finally {
      await stop();
    }
  });
});
