import { NotFoundError } from '@backstage/errors';
import {
  annotationKeys,
  mergeConditions,
  toRfc3339,
  type DisruptionBudgetSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  evictableClusters,
  evictionConditions,
  isEvictionOver,
  viewBudget,
  viewEviction,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { BUDGET, listEvictions, listOutcomes, type DecidedRow } from '../database/evictionStore';
import type { EvictionFacts } from '../database/facts';
import { toHubKey, type PlacementRef } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { loadStatusInput } from '../database/placementStore';
import { placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { CLUSTER_SCOPE, checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Permit, Viewer } from './viewer';

type Path = '/placements/{scope}/{name}/evictions';

const SHOWN_AT_MOST = 100;
const NAMESPACED: Permit = {
  isAllowed: false,
  reason: 'Only cluster-wide placements can be evicted; change the policy of this one instead',
};

/** Evictions of a placement with its budget as the mirror has it; the hub's own counts when one is decided. */
export async function listPlacementEvictions(
  deps: QueryDeps,
  asked: Asked<Path>,
  viewer: Viewer,
): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { key: name } = placementTarget(asked);
  const { state, budget, evictions, decided } = await reading(deps, tx => readRows(tx, { hub, name }));
  if (state === undefined) throw new NotFoundError(`Placement "${name}" does not exist on hub "${hub}"`);
  const isEvictable = asked.scope === CLUSTER_SCOPE;
  const judged = { ...state, ...(budget && { budget }) };
  const budgetView = isEvictable ? viewBudget(judged) : undefined;
  const newest = [...evictions].sort((a, b) => b.createdAt - a.createdAt).slice(0, SHOWN_AT_MOST);
  return {
    ...stampOf(deps),
    mayEvict: isEvictable
      ? viewer.mayEvictPlacement({ hub, name, labels: state.placement.labels ?? {} })
      : NAMESPACED,
    ...(budgetView && { budget: budgetView }),
    clusters: isEvictable ? [...evictableClusters(judged, deps.clock.now())] : [],
    evictions: newest.map(eviction => toView(eviction, decided.get(eviction.uid))),
    total: evictions.length,
  };
}

async function readRows(tx: Tx, placement: PlacementRef) {
  const { hub, name } = placement;
  const object = await loadObject(tx, { hub, kind: BUDGET, name });
  return {
    state: await loadStatusInput(tx, toHubKey(hub, name)),
    ...(object && { budget: (object.spec ?? {}) as DisruptionBudgetSpec }),
    evictions: await listEvictions(tx, placement),
    decided: new Map((await listOutcomes(tx, placement)).map(row => [row.uid, row])),
  };
}

/** The status on the hub comes a moment after the decision. */
function toView(eviction: EvictionFacts, row: DecidedRow | undefined): Schemas['Eviction'] {
  const { generation, annotations = {} } = eviction;
  const isPublished = row === undefined || isEvictionOver(eviction);
  const conditions = isPublished
    ? eviction.conditions
    : mergeConditions(eviction.conditions, evictionConditions(row.outcome, row.at), {
        ...{ generation, now: row.at },
      });
  const { createdAt, ...view } = viewEviction({ ...eviction, conditions });
  const reason = annotations[annotationKeys.evictionReason];
  return {
    ...view,
    conditions: [...conditions],
    createdAt: toRfc3339(createdAt),
    ...(reason !== undefined && { reason }),
  };
}
