import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { explainHold } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { loadObject } from '../database/mirrorStore';
import { placementObject } from '../database/placementObject';
import { listRemovals, type Removal } from '../database/removalStore';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import type { PlacementResource, Viewer } from './viewer';

/** What a permission rule looks at; labels of a placement that is gone from the hub are not known any more. */
export async function removalSubject(tx: Tx, hub: string, placement: string): Promise<PlacementResource> {
  const object = await loadObject(tx, placementObject({ hub, name: placement }));
  return { hub, name: placement, labels: object?.metadata.labels ?? {} };
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
      const subject = await removalSubject(tx, hub, removal.placement);
      const isOnHub = (await loadObject(tx, placementObject({ hub, name: removal.placement }))) !== undefined;
      const permit = viewer.mayDeletePlacement(subject);
      found.push(toItem(removal, { clusters: counts.get(removal.placement) ?? 0, isOnHub, permit }));
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
