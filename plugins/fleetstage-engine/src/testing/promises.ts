import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding, PlacementState } from '../state/placement';
import { limitsOf, targetCount, type Limits } from '../rollout/budget';
import { bindingStatesOf, desiredNow, type BindingState } from '../rollout/bindingState';
import type { Watcher } from './simulate';

/** What a rolling update promises of one moment, counted anew and not by the code that decides. */
interface Count {
  readonly limits: Limits;
  readonly available: number;
  /** Hold the resources and are not known to be broken. */
  readonly holding: number;
  /** Wanted, updated in place, and not available at the newest revision. */
  readonly unproven: number;
}

/**
 * Watches the promises of requirement 002: no step takes away availability below what was promised, puts the resources
 * on more clusters than allowed, or brings unproven content to more clusters than may be unavailable. What was worse
 * before (a cluster broke, a number was lowered) may stay, but nothing is added to it.
 */
export function aPromiseWatcher(): Watcher {
  return (before, after, now) => {
    if (after.placement.deletedAt !== undefined || after.placement.spec.strategy?.type === 'External') return;
    const was = countOf(before, now);
    const is = countOf(after, now);
    if (!was || !is) return;
    const { target, maxUnavailable, maxSurge } = is.limits;
    if (hasReport(before, after)) return;
    expectAtLeast('available', is.available, Math.min(was.available, target - maxUnavailable));
    const moved = movesBetween(before, after, now);
    if (moved.first > 0) expectAtMost('holding', is.holding - moved.rescued, target + maxSurge);
    if (moved.inPlace > 0) expectAtMost('unproven', is.unproven - moved.rescued, maxUnavailable);
  };
}

/** A step of a member is nature; the promises are about what we do. */
const hasReport = (before: PlacementState, after: PlacementState) =>
  before.reports !== after.reports && before.bindings === after.bindings;

function countOf(state: PlacementState, now: Instant): Count | undefined {
  const desired = desiredNow(state);
  if (!desired) return undefined;
  const states = bindingStatesOf(state, desired, now);
  const fleet = new Set(state.clusters.map(c => c.name));
  const open = states.filter(s => s.binding.releasedAt === undefined && s.binding.phase !== 'Scheduled');
  const { policy, strategy } = state.placement.spec;
  const target = targetCount(policy, {
    scheduled: states.filter(s => s.binding.phase !== 'Unscheduled').length,
    servingLeavers: states.filter(s => s.binding.phase === 'Unscheduled' && isAvailable(s)).length,
  });
  return {
    limits: limitsOf(strategy?.rollingUpdate, target),
    available: open.filter(s => fleet.has(s.binding.cluster) && isAvailable(s)).length,
    holding: states.filter(holds).length,
    unproven: open.filter(isUnproven).length,
  };
}

/**
 * Clusters whose revision changed: for the first time (also anew, after it was cleaned), in place, or rescued: those had
 * failed, and are moved on at once and without a limit (B/RO-060).
 */
function movesBetween(before: PlacementState, after: PlacementState, now: Instant) {
  const desired = desiredNow(before);
  const known = new Map(
    (desired ? bindingStatesOf(before, desired, now) : []).map(s => [s.binding.cluster, s]),
  );
  const moved = after.bindings
    .map(b => ({ revision: b.revision, was: known.get(b.cluster) }))
    .filter(({ revision, was }) => revision !== undefined && revision !== was?.binding.revision);
  const isNew = (binding: Binding | undefined) =>
    binding?.revision === undefined || binding.releasedAt !== undefined;
  const first = moved.filter(({ was }) => isNew(was?.binding)).length;
  const rescued = moved.filter(({ was }) => was?.readiness.kind === 'failed' && !isNew(was.binding)).length;
  return { first, rescued, inPlace: moved.length - first - rescued };
}

const isAvailable = (s: BindingState) => s.readiness.kind === 'ready';

const holds = ({ binding, readiness }: BindingState) =>
  binding.revision !== undefined &&
  readiness.kind !== 'failed' &&
  !(readiness.kind === 'unavailable' && binding.phase === 'Unscheduled');

/** The count at the end of a revision says how often the cluster was moved. */
const isUnproven = ({ binding, relation, readiness }: BindingState) =>
  binding.phase === 'Bound' &&
  relation === 'current' &&
  readiness.kind !== 'ready' &&
  readiness.kind !== 'failed' &&
  !binding.revision?.endsWith('-1');

function expectAtLeast(what: string, count: number, least: number) {
  if (count < least) throw new Error(`${what}: ${count}, promised at least ${least}`);
}

function expectAtMost(what: string, count: number, most: number) {
  if (count > most) throw new Error(`${what}: ${count}, promised at most ${most}`);
}
