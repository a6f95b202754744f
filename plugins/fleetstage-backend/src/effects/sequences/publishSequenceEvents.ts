import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  foldLines,
  projectSequenceEvent,
  type ToldLine,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import type { Tx } from '../../database/db';
import { fromHubKey, type HubKey } from '../../database/keys';
import { loadObject } from '../../database/mirrorStore';
import { queues } from '../../database/queue/queues';
import { listUntold } from '../../database/sequences/sequenceEvents';
import { loadSequence, saveToldUntil } from '../../database/sequences/sequenceStore';
import { Later, type Again, type Effect } from '../../loop/effect';
import type { Clock } from '../../ports';
import { createEvent } from '../createEvent';
import { askCluster } from '../kubeErrors';

interface Input {
  readonly at: HubKey;
  readonly lines: readonly ToldLine[];
  /** Uids of the objects that are on the hub, by kind and name. */
  readonly uids: ReadonlyMap<string, string>;
  /** When there is more to publish, if there is. */
  readonly again?: Again;
}

const AT_ONCE = 500;
/** A rollout was decided on a moment ago, and the mirror has not seen its object yet: its first Events can wait, a while. */
const UNSEEN_MS = 2_000;
const MOST_WAIT_MS = 30_000;

/**
 * Publishes lines of the timeline as Events of the sequence and its rollouts (E §8), in their order, each once: an Event has the name
 * of its line, so that one that is published again is there already.
 */
export const publishSequenceEvents = (
  client: () => Promise<KubeClient>,
  clock: Clock,
): Effect<Input, void> => ({
  name: queues.publishSequenceEvents,
  async load(tx, key) {
    const at = fromHubKey(key);
    const record = await loadSequence(tx, at);
    if (record === undefined) return undefined;
    const found = await listUntold(tx, at, { toldUntil: record.toldUntil, limit: AT_ONCE });
    const uids = await loadUids(tx, at.hub, found);
    const lines = upToUnseen(found, uids, clock.now());
    const isMore = lines.length < found.length;
    if (lines.length === 0) return isMore ? new Later(UNSEEN_MS) : undefined;
    const again = isMore ? { afterMs: UNSEEN_MS } : found.length === AT_ONCE ? { afterMs: 0 } : undefined;
    return { at, lines, uids, ...(again && { again }) };
  },
  run: ({ at, lines, uids }, { log }) =>
    askCluster(`publish the Events of sequence ${at.name}`, async () => {
      const api = await client();
      for (const group of foldLines(lines.filter(line => uids.has(keyOf(line))))) {
        const { kind, name } = group[0];
        const uid = uids.get(keyOf({ kind, name })) ?? '';
        await createEvent(api, projectSequenceEvent({ kind, name, uid }, group), log);
      }
    }),
  async record(tx, _, { at, lines, again }) {
    const last = lines.at(-1);
    if (last !== undefined) await saveToldUntil(tx, at, last.id);
    return again;
  },
});

async function loadUids(
  tx: Tx,
  hub: string,
  lines: readonly ToldLine[],
): Promise<ReadonlyMap<string, string>> {
  const uids = new Map<string, string>();
  for (const [key, { kind, name }] of new Map(lines.map(line => [keyOf(line), line]))) {
    const uid = (await loadObject(tx, { hub, kind, name }))?.metadata.uid;
    if (uid !== undefined) uids.set(key, uid);
  }
  return uids;
}

function upToUnseen(
  lines: readonly ToldLine[],
  uids: ReadonlyMap<string, string>,
  now: Instant,
): readonly ToldLine[] {
  const first = lines.findIndex(line => !uids.has(keyOf(line)) && now - line.at < MOST_WAIT_MS);
  return first < 0 ? lines : lines.slice(0, first);
}

const keyOf = ({ kind, name }: Pick<ToldLine, 'kind' | 'name'>) => `${kind}/${name}`;
