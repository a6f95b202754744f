import { annotationKeys, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { judgeEviction, type EvictionOutcome } from '../eviction/decideEvictions';
import { explainEviction } from '../eviction/evictionConditions';
import { waitOfRelease } from '../work/report';
import { drainRequestOf, toleratesCordon } from './cordon';
import type { DrainEviction, DrainPlacement, DrainState } from './drainState';
import { DRAIN_EVICTION, nextEvictionName } from './evictionName';

/**
 * Where a placement stands on a cluster that is drained:
 *
 *   due       an eviction of it would be executed now
 *   evicting  an eviction waits for its decision, or the resources are being removed
 *   blocked   its budget does not allow it now; tried again when that changes
 *   evicted   gone from the cluster by an eviction of this drain
 *   invalid   no eviction of it can be decided
 *   stays     no eviction takes it away: PickFixed, a namespace's placement, one that tolerates the taint
 *   empty     picked, and nothing was placed yet
 */
export type DrainItemState = 'due' | 'evicting' | 'blocked' | 'evicted' | 'invalid' | 'stays' | 'empty';

export interface DrainItem {
  /** Key of the placement. */
  readonly placement: string;
  readonly state: DrainItemState;
  /** E.g. `the budget needs 5 of 6 available, 5 are: blocked`; what can be done is in it where nothing goes on by itself. */
  readonly reason: string;
  /** The newest eviction of it from the cluster. */
  readonly eviction?: DrainEviction;
}

const NAMESPACED =
  'it belongs to a namespace, and only cluster-wide placements can be evicted; keep it off the cluster by its policy instead';
const TOLERANT =
  'it tolerates the taint of the cordon, so the scheduler would bring it back; take the toleration out of its policy first';

/** The placements of a cluster as a drain finds them, ordered as they were given; those that are not concerned are left out. */
export const judgeDrain = (state: DrainState, now: Instant): readonly DrainItem[] =>
  state.placements.flatMap(placement => judgePlacement(placement, state, now) ?? []);

function judgePlacement(placement: DrainPlacement, state: DrainState, now: Instant): DrainItem | undefined {
  const { key, evictions } = placement;
  const { name } = state.cluster;
  const eviction = newestOf(evictions);
  const item = (itemState: DrainItemState, reason: string): DrainItem => ({
    ...{ placement: key, state: itemState, reason },
    ...(eviction && { eviction }),
  });
  const binding = placement.state.bindings.find(({ cluster }) => cluster === name);
  if (binding === undefined) return wasEvicted(evictions, state) ? item('evicted', 'evicted') : undefined;
  const outcome = judgeEviction(placement.state, name, now);
  if (outcome.cause === 'BeingRemoved') return item('evicting', removalInWords(placement, name));
  if (key.includes('/')) return item('stays', NAMESPACED);
  if (outcome.cause === 'PickFixed') return item('stays', explainEviction(outcome));
  if (toleratesCordon(placement.state.placement?.spec.policy?.tolerations)) return item('stays', TOLERANT);
  if (outcome.cause === 'PlacementDeleting') return item('evicting', explainEviction(outcome));
  if (eviction?.state === 'waiting') return item('evicting', 'its eviction is being decided');
  const next = nextEvictionName(state.cluster, { placement: key, ...(eviction && { eviction }) });
  return next.ok ? item(stateOf(outcome), explainEviction(outcome)) : item('invalid', next.error);
}

function stateOf({ verdict, cause }: EvictionOutcome): DrainItemState {
  if (cause === 'NothingPlaced') return 'empty';
  return verdict === 'executed' ? 'due' : verdict;
}

/** What the removal waits for, where the member has not confirmed it. */
function removalInWords({ state }: DrainPlacement, cluster: string): string {
  const wait = waitOfRelease(state.reports.find(report => report.cluster === cluster));
  return wait ? `it is being removed: ${wait}` : 'it is being removed from the cluster';
}

function newestOf(evictions: readonly DrainEviction[]): DrainEviction | undefined {
  return [...evictions].sort((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? 1 : -1))[0];
}

/**
 * By this drain: one that it made, or any since it began. Of a request that does not say since when, the evictions that a drain has
 * made count.
 */
function wasEvicted(evictions: readonly DrainEviction[], { cluster, since }: DrainState): boolean {
  const drainAt = cluster.annotations?.[annotationKeys.drainAt];
  const begin = since ?? drainRequestOf(cluster.annotations)?.at;
  const isSince = ({ createdAt, name }: DrainEviction) =>
    begin === undefined ? name.startsWith(DRAIN_EVICTION) : createdAt >= begin;
  const isOurs = (one: DrainEviction) => drainAt !== undefined && one.drainAt === drainAt;
  return evictions.some(one => one.state === 'executed' && (isOurs(one) || isSince(one)));
}
