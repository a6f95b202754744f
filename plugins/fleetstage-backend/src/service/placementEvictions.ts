import { InputError, NotFoundError } from '@backstage/errors';
import type { DisruptionBudgetSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  EVICTED_TAINT,
  evictableClusters,
  viewBudget,
  viewEviction,
  type EvictionState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { BUDGET, listEvictions, listOutcomes, loadEvictionActors } from '../database/evictionStore';
import { toHubKey, type PlacementRef } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { loadStatusInput } from '../database/placementStore';
import { placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { byUid, newestFirst, toEvictionView } from './evictionViews';
import { CLUSTER_SCOPE, checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import { readState, type PlacementAsked } from './scenarios/readWhatIf';
import type { Permit, Viewer } from './viewer';

type Path = '/placements/{scope}/{name}/evictions';

const SHOWN_AT_MOST = 100;
const NO_EVICTIONS =
  'Only cluster-wide placements can be evicted; change the policy of this one, which is in a namespace';
const NAMESPACED: Permit = { isAllowed: false, reason: NO_EVICTIONS };

/** Evictions of a placement with its budget as the mirror has it; the hub's own counts when one is decided. */
export async function listPlacementEvictions(
  deps: QueryDeps,
  asked: Asked<Path>,
  viewer: Viewer,
): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { key: name } = placementTarget(asked);
  const { state, budget, evictions, known } = await reading(deps, tx => readRows(tx, { hub, name }));
  if (state === undefined) throw new NotFoundError(`Placement "${name}" does not exist on hub "${hub}"`);
  const isEvictable = asked.scope === CLUSTER_SCOPE;
  const judged = { ...state, ...(budget && { budget: budget.spec }) };
  const budgetView = isEvictable ? toBudgetView(judged, budget) : undefined;
  return {
    ...stampOf(deps),
    ...permitEvictions(viewer, { hub, name, labels: state.placement.labels ?? {} }, asked.scope),
    ...(budgetView && { budget: budgetView }),
    clusters: isEvictable ? [...evictableClusters(judged, deps.clock.now())] : [],
    evictions: newestFirst(evictions)
      .slice(0, SHOWN_AT_MOST)
      .map(eviction => toEvictionView(eviction, known)),
    total: evictions.length,
  };
}

/** Who may evict it, and who may say how far. */
export function permitEvictions(
  viewer: Viewer,
  placement: Parameters<Viewer['mayEvictPlacement']>[0],
  scope: string,
): Pick<Answer<Path>, 'mayEvict' | 'maySetBudget'> {
  if (scope !== CLUSTER_SCOPE) return { mayEvict: NAMESPACED, maySetBudget: NAMESPACED };
  return { mayEvict: viewer.mayEvictPlacement(placement), maySetBudget: viewer.maySetBudget(placement) };
}

async function readRows(tx: Tx, placement: PlacementRef) {
  const { hub, name } = placement;
  return {
    state: await loadStatusInput(tx, toHubKey(hub, name)),
    budget: await readBudget(tx, placement),
    evictions: await listEvictions(tx, placement),
    known: {
      decided: byUid(await listOutcomes(tx, placement)),
      actors: await loadEvictionActors(tx, hub, [name]),
    },
  };
}

interface ReadBudget {
  readonly spec: DisruptionBudgetSpec;
  readonly uid: string;
  readonly resourceVersion: string;
}

async function readBudget(tx: Tx, { hub, name }: PlacementRef): Promise<ReadBudget | undefined> {
  const object = await loadObject(tx, { hub, kind: BUDGET, name });
  if (object === undefined) return undefined;
  const { uid = '', resourceVersion = '' } = object.metadata;
  return { spec: (object.spec ?? {}) as DisruptionBudgetSpec, uid, resourceVersion };
}

function toBudgetView(
  state: EvictionState,
  budget: ReadBudget | undefined,
): Schemas['DisruptionBudget'] | undefined {
  const view = viewBudget(state);
  return view && budget && { ...view, uid: budget.uid, resourceVersion: budget.resourceVersion };
}

/**
 * What the page of a placement says of them; `state` was read in the same transaction. `undefined`: it names its clusters, so that
 * it is not evicted, and has none.
 */
export async function summarizeEvictions(
  tx: Tx,
  placement: PlacementRef,
  state: EvictionState,
): Promise<Schemas['EvictionSummary'] | undefined> {
  const budget = await readBudget(tx, placement);
  const view = toBudgetView({ ...state, ...(budget && { budget: budget.spec }) }, budget);
  const evictions = await listEvictions(tx, placement);
  const isFixed = state.placement?.spec.policy?.placementType === 'PickFixed';
  if (isFixed && evictions.length === 0) return undefined;
  const decided = byUid(await listOutcomes(tx, placement));
  const isWaiting = (one: (typeof evictions)[number]) =>
    !decided.has(one.uid) && viewEviction(one).state === 'waiting';
  return {
    total: evictions.length,
    waiting: evictions.filter(isWaiting).length,
    ...(view && { budget: view }),
  };
}

type OnCluster = Asked<'/placements/{scope}/{name}/clusters/{cluster}/eviction'>;

/** What an eviction would come to now, and what the scheduler would do after it; nothing is written. */
export async function foreseePlacementEviction(
  deps: QueryDeps,
  asked: OnCluster,
  viewer: Viewer,
): Promise<Schemas['EvictionForesight']> {
  const { state, budget, permits } = await readForesight(deps, asked, viewer);
  const foreseen = await deps.scenarios.foreseeEviction(
    { ...state, ...(budget && { budget: budget.spec }) },
    asked.cluster,
  );
  return {
    ...stampOf(deps),
    ...foreseen,
    mayEvict: permits.mayEvict,
    mayTaint: viewer.mayUpdateCluster(),
    taint: EVICTED_TAINT,
  };
}

/** What a budget would come to now; nothing is written. */
export async function foreseeBudget(
  deps: QueryDeps,
  asked: PlacementAsked & { readonly hub?: string },
  limits: Schemas['BudgetLimits'],
  viewer: Viewer,
): Promise<Schemas['BudgetForesight']> {
  const { state } = await readForesight(deps, asked, viewer);
  const budget = viewBudget({ ...state, budget: limits });
  if (budget === undefined) throw new InputError('limits: say one of maxUnavailable and minAvailable');
  return { ...stampOf(deps), budget };
}

async function readForesight(
  deps: QueryDeps,
  asked: PlacementAsked & { readonly hub?: string },
  viewer: Viewer,
) {
  checkHub(deps, asked);
  if (asked.scope !== CLUSTER_SCOPE) throw new InputError(NO_EVICTIONS);
  const { hub } = deps;
  const { name } = asked;
  return reading(deps, async tx => {
    const state = await readState(tx, deps, asked);
    const labels = state.placement.labels ?? {};
    return {
      state,
      budget: await readBudget(tx, { hub, name }),
      permits: permitEvictions(viewer, { hub, name, labels }, asked.scope),
    };
  });
}
