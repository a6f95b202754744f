import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import { apiVersionOf, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  budgetInWords,
  explainBudgetRefusal,
  type PlacementStatusInput,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { randomUUID } from 'node:crypto';
import { BUDGET } from '../../database/evictionStore';
import { toHubKey } from '../../database/keys';
import { loadStatusInput } from '../../database/placementStore';
import type { Schemas } from '../contract';
import { CLUSTER_SCOPE } from '../queryDeps';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { placementTarget } from './placementTarget';
import { recordThenWrite } from './recordThenWrite';

interface Address {
  readonly scope: string;
  readonly name: string;
}

/**
 * Creates the disruption budget of a placement, or changes it where nobody has since it was shown; it counts for evictions that
 * are decided from then on (C/DB-007). What would block every eviction of a PickAll placement is refused (C/DB-010, DB-011).
 *
 * @throws InputError for a placement of a namespace, and for limits that could not be kept
 * @throws NotFoundError for an unknown placement
 * @throws ConflictError where there is another budget than the one that was shown
 */
export async function setBudget(
  deps: CommandDeps,
  viewer: Viewer,
  { limits, resourceVersion, ...address }: Address & Schemas['SetBudgetRequest'],
): Promise<Schemas['WrittenObject']> {
  const { key, placement } = await mayProtect(deps, viewer, address);
  const refusal = explainBudgetRefusal(limits, placement.spec.policy);
  if (refusal !== undefined) throw new InputError(`limits: ${refusal}`);
  const live = await deps.writer.find(BUDGET, key);
  if (live?.metadata.resourceVersion !== resourceVersion)
    throw new ConflictError(
      `the disruption budget of placement "${key}" was ${live === undefined ? 'deleted' : 'written'} since you opened it; ` +
        `load it again and repeat your change`,
    );
  const line = {
    ...lineOf(key, viewer),
    event: 'budgetSet',
    message: budgetInWords(limits),
    data: { change: randomUUID() },
  } as const;
  const spec = limits as JsonObject;
  const written = await recordThenWrite(deps, line, () =>
    live === undefined
      ? deps.writer.create({ apiVersion: apiVersionOf(BUDGET), kind: BUDGET, metadata: { name: key }, spec })
      : deps.writer.replaceAuthored(
          {
            ...{ kind: BUDGET, name: key, uid: live.metadata.uid },
            resourceVersion: live.metadata.resourceVersion ?? '',
          },
          { spec },
        ),
  );
  return { resourceVersion: written.metadata.resourceVersion ?? '' };
}

/**
 * Deletes the disruption budget of a placement: its evictions are not limited any more.
 *
 * @throws ConflictError for another budget than the one that was shown
 */
export async function deleteBudget(
  deps: CommandDeps,
  viewer: Viewer,
  { uid, ...address }: Address & Schemas['DeleteBudgetRequest'],
): Promise<Schemas['DeletedBudget']> {
  const { key } = await mayProtect(deps, viewer, address);
  const live = await deps.writer.find(BUDGET, key);
  if (live === undefined) return { isDeleted: false };
  if (live.metadata.uid !== uid)
    throw new ConflictError(
      `the disruption budget of placement "${key}" is not the one that was shown: it was deleted and created again; load it anew`,
    );
  const line = {
    ...lineOf(key, viewer),
    event: 'budgetDeleted',
    data: { deletion: randomUUID() },
  } as const;
  const deleted = await recordThenWrite(deps, line, () =>
    deps.writer.delete({ kind: BUDGET, name: key, uid }),
  );
  return { isDeleted: deleted === 'accepted' };
}

async function mayProtect(
  { database, hub }: CommandDeps,
  viewer: Viewer,
  address: Address,
): Promise<{ readonly key: string; readonly placement: PlacementStatusInput['placement'] }> {
  const { key } = placementTarget(address);
  if (address.scope !== CLUSTER_SCOPE)
    throw new InputError(
      `placement "${key}" is in a namespace; only cluster-wide placements are evicted, so only they have a disruption budget`,
    );
  const state = await database.transact(tx => loadStatusInput(tx, toHubKey(hub, key)));
  if (state === undefined) throw new NotFoundError(`placement "${key}" does not exist on hub "${hub}"`);
  const { placement } = state;
  mustBeAllowed(viewer.maySetBudget({ hub, name: key, labels: placement.labels ?? {} }));
  return { key, placement };
}

const lineOf = (key: string, viewer: Viewer) => ({
  subjectKind: 'ClusterResourcePlacement' as const,
  subjectName: key,
  actor: actorOf(viewer),
});
