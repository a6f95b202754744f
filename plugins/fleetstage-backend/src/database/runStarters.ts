import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import { loadObject } from './mirrorStore';
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
      .select('subject_name', 'actor', 'data');
    for (const { subject_name: name, actor, data } of rows) {
      const told = fromOptionalJson<{ uid?: string; creation?: string }>(data);
      const uid =
        told?.uid ?? (told?.creation && (await uidOfCreation(tx, { hub, name, creation: told.creation })));
      if (uid && uids.has(uid)) starters.set(uid, actor);
    }
  }
  return starters;
}

/** The run that was made when the engine ended before it could note the uid. */
async function uidOfCreation(
  tx: Tx,
  { hub, name, creation }: { readonly hub: string; readonly name: string; readonly creation: string },
): Promise<string | undefined> {
  const run = await loadObject(tx, { hub, kind: 'ClusterStagedUpdateRun', name });
  return run?.metadata.annotations?.[annotationKeys.creation] === creation ? run.metadata.uid : undefined;
}
