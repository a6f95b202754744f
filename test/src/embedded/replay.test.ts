import { startEmbeddedFleet, startWorkloads } from '@fleetstage/embedded-kube';
import { explainDifferences, isAccepted, isExempt } from './acceptedDifferences';
import { loadRecording, stories } from './recordings';
import { replay } from './replay';

jest.setTimeout(300_000);

it.each(stories)('the embedded fleet answers the recording of %s as a real server', async story => {
  const exchanges = loadRecording(story);
  const say = (message: string, facts?: object) =>
    process.stderr.write(`${message} ${JSON.stringify(facts)}\n`);
  const fleet = await startEmbeddedFleet({ members: 2, log: { info: () => {}, error: say } });
  // As in the recording: every cluster stores, admits and collects garbage, and runs nothing.
  const stop = startWorkloads(fleet, {
    isHub: () => true,
    onFailure: (about, error) => say(about, { error }),
  });
  try {
    const clusters = fleet.clusters.map(({ name }) => [
      name,
      { url: `${fleet.url}/clusters/${name}`, token: fleet.token(name), caPem: fleet.caPem },
    ]);
    const differences = await replay({ clusters: Object.fromEntries(clusters) }, exchanges, {
      patienceMs: 2_000,
      isAccepted,
      isExempt,
    });
    expect(explainDifferences(differences)).toEqual([]);
  } finally {
    stop();
    await fleet.stop();
  }
});
