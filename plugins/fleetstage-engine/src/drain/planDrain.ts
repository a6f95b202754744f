import { plus, type Instant, type MemberClusterTaint } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText, earliest } from '../decision';
import { countOf, listOf } from '../words';
import { CORDON_TAINT, isCordoned } from './cordon';
import type { DrainPlacement, DrainState } from './drainState';
import { nextEvictionName } from './evictionName';
import { judgeDrain, type DrainItem } from './judgeDrain';

/** An eviction that a drain creates. */
export interface PlannedEviction {
  /** Of the eviction; always the same for the same attempt, so that a repeated create finds the first one (C/DR-006). */
  readonly name: string;
  readonly placement: string;
}

/** What a drain leaves on the cluster, and why. */
export interface SkippedOfDrain {
  /** Key of a placement; of a binding that names none, its name. */
  readonly name: string;
  readonly kind: 'placement' | 'binding';
  readonly reason: string;
}

/** What somebody should know of a placement before it is evicted. */
export interface DrainWarning {
  readonly placement: string;
  readonly sentence: string;
}

export interface DrainPlan {
  /** To be added to the cluster first; absent: it is there (C/DR-003). */
  readonly taint?: MemberClusterTaint;
  /** To be created now, ordered by placement: those that would be executed. */
  readonly evictions: readonly PlannedEviction[];
  /** Every placement that the drain concerns, ordered by key. */
  readonly items: readonly DrainItem[];
  /** Ordered by name. */
  readonly skipped: readonly SkippedOfDrain[];
  readonly warnings: readonly DrainWarning[];
  /** When an eviction that was blocked a moment ago may be tried again; absent: nothing waits for time. */
  readonly retryAt?: Instant;
}

/** An eviction that ended without effect is not followed by another one before this time is over. */
export const RETRY_AFTER_MS = 10_000;

/**
 * What a drain does next: a pure function of what is there, so it is planned anew whenever something changes, and the next
 * eviction of a blocked placement is planned once its budget allows it.
 *
 *   web available on 3, no budget      → evict web
 *   api needs 2 of 2 available         → nothing: api is blocked
 *   cache is PickFixed on the cluster  → skipped, with what to do instead
 */
export function planDrain(state: DrainState, now: Instant): DrainPlan {
  const placements = [...state.placements].sort((a, b) => compareText(a.key, b.key));
  const items = judgeDrain({ ...state, placements }, now);
  const byKey = new Map(placements.map(placement => [placement.key, placement]));
  const evictions: PlannedEviction[] = [];
  const skipped: SkippedOfDrain[] = [];
  const waits: Instant[] = [];
  for (const item of items) {
    if (item.state === 'stays' || item.state === 'invalid') skipped.push(leftBecause(item));
    if (item.state !== 'due') continue;
    const name = nextEvictionName(state.cluster, item);
    const retryAt = retryAtOf(item, now);
    if (retryAt !== undefined) waits.push(retryAt);
    else if (name.ok) evictions.push({ name: name.value, placement: item.placement });
  }
  const retryAt = earliest(...waits);
  return {
    ...(!isCordoned(state.cluster.taints) && { taint: CORDON_TAINT }),
    ...{ evictions, items, warnings: warningsOf(items, byKey) },
    skipped: [...skipped, ...straysOf(state)].sort((a, b) => compareText(a.name, b.name)),
    ...(retryAt !== undefined && { retryAt }),
  };
}

const leftBecause = ({ placement: name, reason }: DrainItem): SkippedOfDrain => ({
  ...{ name, kind: 'placement', reason },
});

/** KubeFleet's drain fails as a whole because of one (C/DR-004). */
const straysOf = ({ strayBindings = [] }: DrainState): SkippedOfDrain[] =>
  strayBindings.map(name => ({
    ...{ name, kind: 'binding' },
    reason: 'its label kubernetes-fleet.io/parent-CRP is missing, so its placement is not known',
  }));

/** The last one had no effect, and is so young that what it was decided on may be read anew only now. */
function retryAtOf({ eviction }: DrainItem, now: Instant): Instant | undefined {
  if (eviction === undefined || eviction.state === 'executed') return undefined;
  const { createdAt } = eviction;
  const at = plus(createdAt, RETRY_AFTER_MS);
  // A hub whose clock is ahead must not delay it for as long.
  return createdAt <= now && now < at ? at : undefined;
}

/** Of placements that are or may be evicted: KubeFleet considers no runs (C/DR-013, EV-034). */
function warningsOf(
  items: readonly DrainItem[],
  placements: ReadonlyMap<string, DrainPlacement>,
): DrainWarning[] {
  return items.flatMap(({ placement, state }): DrainWarning[] => {
    const found = placements.get(placement);
    if (found === undefined || (state !== 'due' && state !== 'blocked')) return [];
    const { activeRuns, isExternal } = found;
    if (activeRuns.length > 0) {
      const runs = countOf(activeRuns.length, 'update run is', 'update runs are');
      const fails = activeRuns.length === 1 ? 'it fails' : 'they fail';
      return [
        {
          placement,
          sentence: `${runs} under way (${listOf([...activeRuns].sort(compareText))}): ${fails} when the cluster is evicted, because the picked clusters change; wait until the end, or start a run afterwards.`,
        },
      ];
    }
    return isExternal
      ? [{ placement, sentence: 'A cluster that is picked instead gets it by the next update run.' }]
      : [];
  });
}
