import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { explainHold } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import type { PlacementRef } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { placementObject } from '../database/placementObject';
import { listRemovals, type Removal } from '../database/removalStore';
import { permitDeletion, scopeOfKey } from './commands/guardedAnnotations';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Permit, Viewer } from './viewer';

interface Decided {
  readonly placement: string;
  /** Absent: none is asked for. */
  readonly removal: Removal | undefined;
  readonly viewer: Viewer;
}

export interface RemovalSubject {
  readonly isOnHub: boolean;
  /** Whoever may delete the placement decides. */
  readonly permit: Permit;
}

/**
 * Judged by the placement as it was when its removal was asked for, so that no relabelling and no namesake opens it, and as it
 * is: somebody may have taken it in charge since. Where it is gone and nobody kept what it was, by neither.
 */
export async function loadRemovalSubject(
  tx: Tx,
  hub: string,
  { placement, removal, viewer }: Decided,
): Promise<RemovalSubject> {
  const ref = { hub, name: placement };
  const object = await loadObject(tx, placementObject(ref));
  const isOnHub = object !== undefined && (removal === undefined || object.metadata.uid === removal.uid);
  const judged = [removal?.askedAs, isOnHub ? object?.metadata : undefined].filter(one => one !== undefined);
  const permits = judged.map(one => permitDeletion(viewer, { ...ref, labels: one.labels ?? {} }, one));
  const refusal = permits.find(({ isAllowed }) => !isAllowed);
  return { isOnHub, permit: refusal ?? permits.at(0) ?? permitUnknown(viewer, ref) };
}

/** It may have said which strategies it accepts, which takes the right to lift that. */
function permitUnknown(viewer: Viewer, ref: PlacementRef): Permit {
  const permit = viewer.mayDeletePlacement(ref);
  return permit.isAllowed ? viewer.mayUpdateStrategies(scopeOfKey(ref)) : permit;
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
      const { placement } = removal;
      const subject = await loadRemovalSubject(tx, hub, { placement, removal, viewer });
      found.push(toItem(removal, { clusters: counts.get(placement) ?? 0, ...subject }));
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
