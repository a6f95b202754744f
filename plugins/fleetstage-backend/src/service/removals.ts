import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { explainHold } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { loadObject } from '../database/mirrorStore';
import { placementObject } from '../database/placementObject';
import { listRemovals, type Removal } from '../database/removalStore';
import { permitDeletion } from './commands/guardedAnnotations';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Permit, Viewer } from './viewer';

export interface RemovalSubject {
  readonly isOnHub: boolean;
  /** Whoever may delete the placement decides; labels of one that is gone from the hub are not known any more. */
  readonly permit: Permit;
}

export async function loadRemovalSubject(
  tx: Tx,
  hub: string,
  { placement, viewer }: { readonly placement: string; readonly viewer: Viewer },
): Promise<RemovalSubject> {
  const object = await loadObject(tx, placementObject({ hub, name: placement }));
  const resource = { hub, name: placement, labels: object?.metadata.labels ?? {} };
  return {
    isOnHub: object !== undefined,
    permit: object ? permitDeletion(viewer, resource, object) : viewer.mayDeletePlacement(resource),
  };
}

/** Removals of whole placements that wait for a person, or were released; the oldest first (decision 0032). */
export async function listHeldRemovals(
  deps: QueryDeps,
  asked: Asked<'/removals'>,
  viewer: Viewer,
): Promise<Answer<'/removals'>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const items = await reading(deps, async tx => {
    const removals = await listRemovals(tx, hub, ['held', 'released']);
    const counts = new Map(
      (
        await tx
          .sql('bindings')
          .where({ hub })
          .whereIn(
            'placement',
            removals.map(({ placement }) => placement),
          )
          .groupBy('placement')
          .select('placement')
          .count({ count: '*' })
      ).map(row => [String(row.placement), Number(row.count)]),
    );
    const found: Schemas['HeldRemoval'][] = [];
    for (const removal of removals) {
      const subject = await loadRemovalSubject(tx, hub, { placement: removal.placement, viewer });
      found.push(toItem(removal, { clusters: counts.get(removal.placement) ?? 0, ...subject }));
    }
    return found;
  });
  return { ...stampOf(deps), items };
}

function toItem(
  { placement, stage, cause = 'TooManyRemovals', requestedAt }: Removal,
  more: Pick<Schemas['HeldRemoval'], 'clusters' | 'isOnHub' | 'permit'>,
): Schemas['HeldRemoval'] {
  return {
    placement,
    state: stage === 'released' ? 'released' : 'held',
    cause,
    message: explainHold(cause),
    since: toRfc3339(requestedAt),
    ...more,
  };
}
