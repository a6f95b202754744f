import type {
  Instant,
  MemberClusterResourceUsage,
  MemberClusterTaint,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { clusterInput } from './clusterInput';
import { decideEligibility } from './eligibility';
import type { ClusterFacts } from './facts';

/** Whom the change of a cluster wakes. */
export type Trigger =
  | { readonly kind: 'nobody' }
  /** The cluster is gone: every placement (A/SCH-108). */
  | { readonly kind: 'everybody' }
  /** The cluster begins to leave: the placements that hold it (C/MC-061). */
  | { readonly kind: 'holders' }
  /** Those that read one of these inputs and may still pick (A/SCH-116). */
  | { readonly kind: 'readers'; readonly inputs: readonly string[] };

const NOBODY: Trigger = { kind: 'nobody' };

/**
 * What of a cluster has changed for the scheduler (A/SCH-107…115). Both sides are judged at the present time, so a
 * heartbeat that resumes after a silence makes a cluster eligible anew.
 *
 *     env=prod → env=dev          → readers of label/env
 *     a taint more                → nobody: what is placed stays, and nothing new is asked for
 *     a taint less                → readers of taints
 *     available CPU 4 → 3         → readers of usage/available-cpu
 *     healthy → silent            → nobody
 *     silent → healthy            → readers of eligibility
 *     deletion asked for          → its holders
 */
export function decideTrigger(
  before: ClusterFacts | undefined,
  after: ClusterFacts | undefined,
  now: Instant,
): Trigger {
  if (after === undefined) return before === undefined ? NOBODY : { kind: 'everybody' };
  // Nothing is known of its health yet: those that may pick learn why it is not picked, and pick it when it is eligible.
  if (before === undefined) return after.isLeaving ? NOBODY : readersOf([clusterInput.eligibility]);
  if (after.isLeaving) return before.isLeaving ? NOBODY : { kind: 'holders' };
  return readersOf(changedInputs(before, after, now));
}

/** Whether a run may go on that waits at an added gate: its kind reads labels and properties of the clusters of the stage. */
export const concernsGates = (trigger: Trigger): boolean =>
  trigger.kind === 'readers' &&
  trigger.inputs.some(input => READ_BY_GATES.some(kind => input.startsWith(kind)));

const READ_BY_GATES = [clusterInput.label(''), clusterInput.property('')];

const readersOf = (inputs: readonly string[]): Trigger =>
  inputs.length === 0 ? NOBODY : { kind: 'readers', inputs };

function changedInputs(before: ClusterFacts, after: ClusterFacts, now: Instant): string[] {
  return [
    ...changedKeys(before.labels, after.labels).map(clusterInput.label),
    ...(isEased(before.taints, after.taints) ? [clusterInput.taints] : []),
    ...changedKeys(before.properties, after.properties).map(clusterInput.property),
    ...changedKeys(toUsage(before.resourceUsage), toUsage(after.resourceUsage)).map(clusterInput.usage),
    ...changedNamespaces(before.namespaces, after.namespaces),
    ...(isEligibleAnew(before, after, now) ? [clusterInput.eligibility] : []),
  ];
}

/** A taint that was altered is one less and one more. */
function isEased(before: readonly MemberClusterTaint[], after: readonly MemberClusterTaint[]): boolean {
  const left = new Set(after.map(identify));
  return before.some(taint => !left.has(identify(taint)));
}

const identify = ({ key, value = '', effect }: MemberClusterTaint) => JSON.stringify([key, value, effect]);

/** The times of observation do not count as a change. */
function toUsage(usage: MemberClusterResourceUsage | undefined): Record<string, string> {
  const { capacity: total, allocatable, available } = usage ?? {};
  const named = Object.entries({ total, allocatable, available }).flatMap(([amount, resources = {}]) =>
    Object.entries(resources).map(([resource, quantity]) => [`${amount}-${resource}`, String(quantity)]),
  );
  return Object.fromEntries(named);
}

/**
 * Only whether a namespace exists counts as a change, not who owns it. Where the first collection finds it missing, nobody must
 * know: that takes nothing away from what is placed (A/SCH-013).
 */
const changedNamespaces = (
  before: Readonly<Record<string, string>> = {},
  after: Readonly<Record<string, string>> = {},
) => {
  const isThere = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.keys(names).map(name => [name, 'there']));
  return changedKeys(isThere(before), isThere(after)).map(clusterInput.namespace);
};

function isEligibleAnew(before: ClusterFacts, after: ClusterFacts, now: Instant): boolean {
  return !decideEligibility(before, now).ok && decideEligibility(after, now).ok;
}

function changedKeys(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter(key => before[key] !== after[key]).sort();
}
