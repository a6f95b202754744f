import { stagedKindsOf, toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunFacts } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { readOptional } from './documents/document';
import { timelineData } from './documents/timelineDocuments';

/**
 * Who asked through Fleetstage for the end that the annotation of a run states; its text alone names nobody. The line of the
 * timeline is written before the annotation. `undefined`: somebody wrote it with kubectl.
 */
export async function loadEndActor(
  tx: Tx,
  hub: string,
  { uid, end, ...run }: Pick<RunFacts, 'name' | 'namespace' | 'uid' | 'end'>,
): Promise<string | undefined> {
  const rows = await tx
    .sql('timeline')
    .where({
      hub,
      subject_kind: stagedKindsOf(run).run,
      subject_name: toPlacementKey(run),
      event: 'endAsked',
    })
    .orderBy('id', 'desc')
    .limit(20)
    .select('actor', 'message', 'data');
  return rows.find(
    ({ message, data }) => message === end?.reason && readOptional(timelineData, data)?.uid === uid,
  )?.actor;
}
