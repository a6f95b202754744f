import { ConflictError, NotFoundError } from '@backstage/errors';
import { toWorkKey } from '../../database/keys';
import { markWork } from '../../database/marks';
import { loadObject } from '../../database/mirrorStore';
import { queues } from '../../database/queue/queues';
import { resetAttempts } from '../../database/queue/resetAttempts';
import { appendTimeline } from '../../database/timelineStore';
import { askApply } from '../../database/workStore';
import type { Clock } from '../../ports';
import type { Schemas } from '../contract';
import { carrierOf, onlyByAgent } from '../queryDeps';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { placementTarget } from './placementTarget';

interface Address {
  readonly scope: string;
  readonly name: string;
  readonly cluster: string;
}

export interface ApplyNowDeps extends Pick<CommandDeps, 'database' | 'hub' | 'carrierOf'> {
  readonly clock: Clock;
}

/**
 * Compares the cluster with what is wanted and applies it at once, as far as the apply strategy allows; no back-off is waited for.
 *
 * @throws ConflictError for a cluster that only its agent reaches
 */
export async function applyNow(
  { database, hub, clock, ...deps }: ApplyNowDeps,
  viewer: Viewer,
  { cluster, ...address }: Address,
): Promise<Schemas['ApplyNowResult']> {
  const { kind, namespace, name, key } = placementTarget(address);
  const { object, isOn } = await database.transact(async tx => ({
    object: await loadObject(tx, { hub, kind, name, ...(namespace !== undefined && { namespace }) }),
    isOn: await tx.sql('bindings').where({ hub, placement: key, cluster, phase: 'Bound' }).first(),
  }));
  if (object === undefined) throw new NotFoundError(`placement "${key}" does not exist on hub "${hub}"`);
  mustBeAllowed(viewer.mayUpdatePlacement({ hub, name: key, labels: object.metadata.labels ?? {} }));
  if (isOn === undefined) throw new NotFoundError(`placement "${key}" is not on cluster "${cluster}"`);
  if (carrierOf(deps, cluster) === 'pull')
    throw new ConflictError(`${onlyByAgent(cluster, 'apply there')}; the agent applies at its own pace`);
  const at = { hub, placement: key, cluster };
  // A separate transaction: who records a report takes the placement's lock before this row.
  await database.transact(tx => askApply(tx, at, clock.now()));
  await database.transact(tx => resetAttempts(tx, queues.applyWork, [toWorkKey(hub, key, cluster)]));
  await database.transact(async tx => {
    markWork(tx, { hub, name: key }, [cluster]);
    await appendTimeline(tx, hub, [
      { subjectKind: kind, subjectName: key, event: 'applyAsked', actor: actorOf(viewer), cluster },
    ]);
  });
  return { isQueued: true };
}
