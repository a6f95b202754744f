import { NotFoundError } from '@backstage/errors';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isCordoned,
  mayMove,
  planDrain,
  viewDrain,
  type ClusterFacts,
  type DrainItem,
  type DrainMove,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askedAs, loadDrain, type Drain } from '../database/drainStore';
import { loadDrainState } from '../database/loadDrainState';
import { loadObject } from '../database/mirrorStore';
import { toHubKey } from '../database/keys';
import { fromObjectKey } from '../database/placementObject';
import { loadPlacementState } from '../database/placementStore';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Viewer } from './viewer';

type Path = '/clusters/{name}/drain';

/**
 * What a drain of the cluster would do, and how far one is that is asked for: judged now, by the functions that evict.
 *
 * @throws NotFoundError for a name that is no member
 */
export async function getClusterDrain(
  deps: QueryDeps,
  asked: Asked<Path>,
  viewer: Viewer,
): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { name } = asked;
  const found = await reading(deps, async tx => {
    const member = await loadObject(tx, { hub, kind: 'MemberCluster', name });
    if (member === undefined) return undefined;
    const kept = await loadDrain(tx, { hub, name });
    const since = kept?.askedAs === askedAs(member) ? kept.since : undefined;
    return { member, state: await loadDrainState(tx, { hub, name }, { member, ...(since && { since }) }) };
  });
  if (found === undefined) throw new NotFoundError(`Cluster "${name}" is no member of hub "${hub}"`);
  const now = deps.clock.now();
  const { items, request, ...progress } = viewDrain(found.state, now);
  const plan = planDrain(found.state, now);
  const moves = asked.moves ? await foreseeMoves(deps, name, items) : new Map<string, DrainMove>();
  return {
    ...stampOf(deps),
    may: { drain: viewer.mayDrainCluster(), uncordon: viewer.mayDrainCluster() },
    isLeaving: found.member.metadata.deletionTimestamp !== undefined,
    ...progress,
    ...(request && { request: toRequest(request) }),
    placements: items.map(item => toItem(item, moves.get(item.placement))),
    warnings: plan.warnings.map(({ placement, sentence }) => ({ ...addressOf(placement), sentence })),
  };
}

const toRequest = ({ at, ...request }: NonNullable<ReturnType<typeof viewDrain>['request']>) => ({
  ...request,
  ...(at !== undefined && { at: toRfc3339(at) }),
});

function toItem(
  { placement, state, reason, eviction }: DrainItem,
  move: DrainMove | undefined,
): Schemas['DrainPlacement'] {
  return {
    ...addressOf(placement),
    ...{ state, reason },
    ...(eviction && { eviction: eviction.name }),
    ...(move && { move }),
  };
}

/** Each is a decision over the whole fleet, and one page shows no more of them. */
const MOVES_AT_MOST = 20;
const FIRST: readonly DrainItem['state'][] = ['blocked', 'evicting', 'due', 'stays', 'empty'];

/** Where each of them goes, by key; those first that a page shows first. */
async function foreseeMoves(
  deps: QueryDeps,
  cluster: string,
  items: readonly DrainItem[],
): Promise<ReadonlyMap<string, DrainMove>> {
  const asked = FIRST.flatMap(state => items.filter(item => item.state === state && mayMove(item)));
  const moves = new Map<string, DrainMove>();
  // One after the other: a transaction of all of them would hold up whoever writes.
  for (const item of asked.slice(0, MOVES_AT_MOST)) {
    const key = toHubKey(deps.hub, item.placement);
    const state = await reading(deps, tx => loadPlacementState(tx, key));
    const move = state && (await deps.scenarios.foreseeMove(state, item, cluster));
    if (move) moves.set(item.placement, move);
  }
  return moves;
}

function addressOf(placement: string) {
  const { namespace: scope = CLUSTER_SCOPE, name } = fromObjectKey(placement);
  return { scope, name };
}

/** What lists show of a cluster that is cordoned, as it was when its drain was last looked at. */
export function drainOfCluster(
  { name, taints }: Pick<ClusterFacts, 'name' | 'taints'>,
  drains: ReadonlyMap<string, Drain>,
): { drain?: Schemas['ClusterDrainSummary'] } {
  const drain = drains.get(name);
  if (drain !== undefined) return { drain: drain.progress };
  return isCordoned(taints) ? { drain: { state: 'cordoned' } } : {};
}
