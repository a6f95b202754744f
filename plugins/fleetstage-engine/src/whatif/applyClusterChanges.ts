import {
  failure,
  ok,
  parseQuantity,
  type Instant,
  type MemberClusterResourceUsage,
  type MemberClusterTaint,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { compareText } from '../decision';
import { checkCluster } from './checkCluster';
import type { ClusterChange, TaintMatch, ValueChanges } from './change';

const RESOURCE = /^resources\.kubernetes-fleet\.io\/(total|allocatable|available)-(.+)$/;
const USAGE_FIELDS = { total: 'capacity', allocatable: 'allocatable', available: 'available' } as const;

/** The fleet after the changes, by name; an error names the change and its field. */
export function applyClusterChanges(
  clusters: readonly ClusterFacts[],
  changes: readonly ClusterChange[],
  now: Instant,
): Result<ClusterFacts[]> {
  const fleet = new Map(clusters.map(cluster => [cluster.name, cluster]));
  for (const [i, change] of changes.entries()) {
    const wrong = checkCluster(change);
    if (wrong !== undefined) return failure(`clusters[${i}].${wrong}`);
    const changed = applyOne(fleet.get(change.cluster), change, now);
    if (!changed.ok) return failure(`clusters[${i}].${changed.error}`);
    if (changed.value === undefined) fleet.delete(change.cluster);
    else fleet.set(change.cluster, changed.value);
  }
  return ok([...fleet.values()].sort((a, b) => compareText(a.name, b.name)));
}

/**
 * The cluster after the change; `undefined` once it is removed. It is gone then, not leaving: a leaving cluster still counts in
 * the domains of a spread and in the extremes of a property (A/SCH-052, SCH-071), for as long as its clean-up takes.
 */
function applyOne(
  found: ClusterFacts | undefined,
  change: ClusterChange,
  now: Instant,
): Result<ClusterFacts | undefined> {
  const { cluster: name } = change;
  const before = found?.isLeaving ? undefined : found;
  if (change.change === 'add') {
    if (before) return failure(`cluster: "${name}" is in the fleet already; use change "edit"`);
    return editCluster(newCluster(name, now), change);
  }
  if (before === undefined)
    return failure(`cluster: "${name}" is not in the fleet; use change "add", or correct the name`);
  return change.change === 'remove' ? ok(undefined) : editCluster(before, change);
}

/** It has no namespace until something is placed there (A/SCH-059). */
const newCluster = (name: string, now: Instant): ClusterFacts => ({
  name,
  labels: {},
  taints: [],
  properties: {},
  collectsNamespaces: true,
  namespaces: {},
  health: { joined: true, healthy: 'True', lastHeartbeatAt: now, healthChangedAt: now },
  isLeaving: false,
});

function editCluster(before: ClusterFacts, change: ClusterChange): Result<ClusterFacts> {
  const { properties = {} } = change;
  const own = Object.entries(properties).filter(([name]) => !RESOURCE.test(name));
  const usage = applyUsage(before.resourceUsage, properties);
  if (!usage.ok) return usage;
  return ok({
    ...before,
    labels: withValues(before.labels, change.labels ?? {}),
    properties: withValues(before.properties, Object.fromEntries(own)),
    ...(usage.value && { resourceUsage: usage.value }),
    taints: withTaints(before.taints, change),
    ...(change.addNamespaces && {
      namespaces: {
        ...before.namespaces,
        ...Object.fromEntries(change.addNamespaces.map(namespace => [namespace, ''])),
      },
    }),
  });
}

function withValues(before: Readonly<Record<string, string>>, changes: ValueChanges): Record<string, string> {
  const values = Object.entries({ ...before, ...changes });
  return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== null));
}

function applyUsage(
  before: MemberClusterResourceUsage | undefined,
  changes: ValueChanges,
): Result<MemberClusterResourceUsage | undefined> {
  let usage = before;
  for (const [name, value] of Object.entries(changes)) {
    const [, part, resource] = RESOURCE.exec(name) ?? [];
    if (part === undefined || resource === undefined) continue;
    const quantity = value === null ? undefined : parseQuantity(value);
    if (quantity?.ok === false) return failure(`properties["${name}"]: ${quantity.error}`);
    const field = USAGE_FIELDS[part as keyof typeof USAGE_FIELDS];
    usage = { ...usage, [field]: withValues(usage?.[field] ?? {}, { [resource]: value }) };
  }
  return ok(usage);
}

function withTaints(
  before: readonly MemberClusterTaint[],
  { removeTaints = [], addTaints = [] }: ClusterChange,
): readonly MemberClusterTaint[] {
  const kept = before.filter(taint => !removeTaints.some(match => isMeant(taint, match)));
  return [...kept.filter(taint => !addTaints.some(one => isMeant(taint, one))), ...addTaints];
}

const isMeant = (taint: MemberClusterTaint, { key, value, effect }: TaintMatch) =>
  taint.key === key &&
  (value === undefined || value === (taint.value ?? '')) &&
  (effect === undefined || effect === taint.effect);
