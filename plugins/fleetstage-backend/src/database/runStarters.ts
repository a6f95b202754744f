import type { Tx } from './db';
import { chunks, fromOptionalJson } from './rows';

/** A run by name and uid: an earlier one of the same name was somebody else's. */
export interface RunIdentity {
  readonly name: string;
  readonly uid: string;
}

/**
 * Who has started these runs through Fleetstage, or, where nobody had to start them, created them; by uid of the run. Runs
 * that came with kubectl are missing.
 */
export async function loadRunStarters(
  tx: Tx,
  hub: string,
  runs: readonly RunIdentity[],
): Promise<ReadonlyMap<string, string>> {
  const uids = new Set(runs.map(({ uid }) => uid));
  const starters = new Map<string, string>();
  for (const part of chunks([...new Set(runs.map(({ name }) => name))])) {
    const rows = await tx
      .sql('timeline')
      .where({ hub, subject_kind: 'ClusterStagedUpdateRun' })
      .whereIn('subject_name', part)
      .whereIn('event', ['runCreated', 'startAsked'])
      .orderBy('id')
      .select('actor', 'data');
    for (const { actor, data } of rows) {
      const uid = fromOptionalJson<{ uid?: string }>(data)?.uid;
      if (uid !== undefined && uids.has(uid)) starters.set(uid, actor);
    }
  }
  return starters;
}
