import {
  parseIntOrPercent,
  resolveIntOrPercent,
  type IntOrString,
  type PlacementPolicy,
  type RollingUpdateConfig,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../decision';
import type { BindingState } from './bindingState';

/** The default of `maxUnavailable` and `maxSurge` (B/RO-010). */
const DEFAULT_SHARE = '25%';

/** Smaller values would forbid every update in place (RUL 10). */
const SMALLEST_MAX_UNAVAILABLE = 1;

export interface TargetCounts {
  /** Bindings in phase Scheduled or Bound. */
  readonly scheduled: number;
  /** Unscheduled bindings that still serve, asked to leave or not. */
  readonly servingLeavers: number;
}

/**
 * How many clusters the placement is meant to have (B/RO-021).
 *
 *   PickAll                              → the clusters picked
 *   PickFixed a, b, c; only a exists     → 3
 *   PickN 3 in a fleet of 2              → 2: a short fleet still updates in place (RUL 9)
 *   PickN 2 moving from two old clusters to one new one → 2 while the old ones serve, then 1: the move keeps its promise
 */
export function targetCount(policy: PlacementPolicy | undefined, counts: TargetCounts): number {
  const type = policy?.placementType ?? 'PickAll';
  switch (type) {
    case 'PickAll':
      return counts.scheduled;
    case 'PickFixed':
      return new Set(policy?.clusterNames).size;
    case 'PickN':
      return Math.min(policy?.numberOfClusters ?? 0, counts.scheduled + counts.servingLeavers);
    default:
      return assertNever(type);
  }
}

export interface Limits {
  readonly target: number;
  /** At least 1. */
  readonly maxUnavailable: number;
  readonly maxSurge: number;
}

/**
 * Both percentages are rounded up (B/RO-020), `maxUnavailable` is at least 1 (RUL 10).
 *
 *   target 2, defaults (25 %, 25 %)        → maxUnavailable 1, maxSurge 1
 *   target 10, defaults                    → 3, 3
 *   target 5, maxUnavailable 0, maxSurge 0 → 1, 0
 */
export function limitsOf(config: RollingUpdateConfig | undefined, target: number): Limits {
  const unavailable = scaled(config?.maxUnavailable ?? DEFAULT_SHARE, target);
  return {
    target,
    maxUnavailable: Math.max(SMALLEST_MAX_UNAVAILABLE, unavailable),
    maxSurge: scaled(config?.maxSurge ?? DEFAULT_SHARE, target),
  };
}

export interface RoomCounts {
  readonly ready: number;
  /** Ready ones that were asked to leave: they are as good as gone. */
  readonly readyLeaving: number;
  /** Those that hold the resources and may become ready. */
  readonly canBeReady: number;
}

export interface Room {
  /** How many ready clusters may leave or be updated in place now; negative: too few are ready already. */
  readonly toLose: number;
  /** How many new clusters may receive the resources now; zero or negative: none. */
  readonly toGain: number;
}

/**
 * The arithmetic of one round (B §1.5).
 *
 *   target 5, maxUnavailable 1, ready 5                     → toLose 1: one may leave or be updated in place
 *   target 5, maxUnavailable 1, ready 4                     → toLose 0
 *   target 3, maxSurge 1, 3 hold the resources              → toGain 1
 *   target 2, maxSurge 2, 2 old ones ready, 2 new waiting   → toLose 1, toGain 2: both new ones, then one old one leaves
 */
export function roomOf(limits: Limits, counts: RoomCounts): Room {
  const minAvailable = limits.target - limits.maxUnavailable;
  return {
    toLose: counts.ready - counts.readyLeaving - minAvailable,
    toGain: limits.target + limits.maxSurge - counts.canBeReady,
  };
}

/** What one round may do. */
export interface Budget {
  readonly limits: Limits;
  readonly ready: number;
  readonly room: Room;
  /** How many unavailable, outdated ones may move: no more are in flight at once than may be unavailable. */
  readonly toRecover: number;
}

interface Strategy {
  readonly policy: PlacementPolicy | undefined;
  readonly config: RollingUpdateConfig | undefined;
}

export function budgetOf(states: readonly BindingState[], { policy, config }: Strategy): Budget {
  const target = targetCount(policy, {
    scheduled: states.filter(s => s.binding.phase !== 'Unscheduled').length,
    servingLeavers: states.filter(s => s.binding.phase === 'Unscheduled' && isReady(s)).length,
  });
  const limits = limitsOf(config, target);
  const ready = states.filter(isReady);
  const room = roomOf(limits, {
    ready: ready.length,
    readyLeaving: ready.filter(s => s.binding.releasedAt !== undefined).length,
    canBeReady: states.filter(canBeReady).length,
  });
  return {
    limits,
    ready: ready.length,
    room,
    toRecover: limits.maxUnavailable - states.filter(isInFlight).length,
  };
}

export const isReady = (s: BindingState) => s.readiness.kind === 'ready' && s.binding.phase !== 'Scheduled';

/** Budget that moving the binding takes: none where it is not ready. */
export const costOf = (s: BindingState) => (isReady(s) ? 1 : 0);

const isInFlight = (s: BindingState) =>
  s.binding.releasedAt === undefined &&
  s.binding.phase === 'Bound' &&
  s.relation === 'current' &&
  !isReady(s);

/**
 * Takes a place of the surge: holds the resources and is, or may become, available (B/RO-044, RO-046, RUL 8).
 * A cluster that leaves and is not available takes none, or a broken one would keep its replacement out for ever.
 */
function canBeReady({ binding, readiness, relation }: BindingState): boolean {
  if (binding.phase === 'Scheduled' || relation === 'unbound') return false;
  if (readiness.kind === 'ready') return readiness.by === 'availability';
  if (readiness.kind === 'unavailable') return binding.phase === 'Bound';
  return readiness.kind === 'settling' || readiness.kind === 'progressing';
}

/** Admission refuses what cannot be read (B/AP-011); where it exists already it counts as 0. */
function scaled(value: IntOrString, target: number): number {
  const parsed = parseIntOrPercent(value);
  return parsed.ok ? resolveIntOrPercent(parsed.value, target, 'up') : 0;
}
