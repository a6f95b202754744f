import {
  RESOURCE_PROPERTY_PREFIX,
  without,
  type Instant,
  type PlacementPolicy,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { assertNever } from '../../decision';
import { policyOf, type ScheduleInput } from '../decideSchedule';
import type { SuggestedChange } from '../obstacle/obstacle';

const USAGE_FIELDS = { total: 'capacity', allocatable: 'allocatable', available: 'available' } as const;

/**
 * The input as it would be after the changes. A changed policy is a new snapshot, so that everybody is ranked anew and
 * who holds a place is preferred (A/POL-013, SCH-063); its number is followed in place (A/POL-012).
 */
export function applyChanges(
  input: ScheduleInput,
  clusterName: string,
  { changes, now }: { readonly changes: readonly SuggestedChange[]; readonly now: Instant },
): ScheduleInput {
  const before = policyOf(input);
  let policy = before;
  let numberOfClusters = input.policy.numberOfClusters;
  for (const change of changes) {
    policy = changePolicy(policy, change, clusterName);
    if (change.kind === 'setNumber') numberOfClusters = change.to;
  }
  const index = policy === before ? input.policy.index : input.policy.index + 1;
  return {
    ...input,
    policy: { ...input.policy, policy, index, ...(numberOfClusters !== undefined && { numberOfClusters }) },
    clusters: input.clusters.map(cluster =>
      cluster.name === clusterName
        ? changes.reduce((facts, change) => changeCluster(facts, change, now), cluster)
        : cluster,
    ),
  };
}

/** The policy after a change of it, but for its number, which is followed in place. */
export function changePolicy(
  policy: PlacementPolicy,
  change: SuggestedChange,
  clusterName: string,
): PlacementPolicy {
  switch (change.kind) {
    case 'tolerateTaint': {
      const { key, value, effect } = change.taint;
      const toleration = { key, operator: 'Equal' as const, value: value ?? '', effect };
      return { ...policy, tolerations: [...(policy.tolerations ?? []), toleration] };
    }
    case 'setMaxSkew':
      return withMaxSkew(policy, change);
    case 'nameCluster':
      return { ...policy, clusterNames: [...(policy.clusterNames ?? []), clusterName] };
    case 'setNumber':
    case 'removeTaint':
    case 'setLabel':
    case 'setProperty':
    case 'createNamespace':
    case 'mendCluster':
      return policy;
    default:
      return assertNever(change);
  }
}

/** The policy with a wider spread over one key; only a constraint that must hold is in the way. */
const withMaxSkew = (
  policy: PlacementPolicy,
  { topologyKey, to }: Extract<SuggestedChange, { kind: 'setMaxSkew' }>,
): PlacementPolicy => ({
  ...policy,
  topologySpreadConstraints: (policy.topologySpreadConstraints ?? []).map(constraint =>
    constraint.topologyKey === topologyKey && constraint.whenUnsatisfiable !== 'ScheduleAnyway'
      ? { ...constraint, maxSkew: Math.max(to, constraint.maxSkew ?? 1) }
      : constraint,
  ),
});

function changeCluster(cluster: ClusterFacts, change: SuggestedChange, now: Instant): ClusterFacts {
  switch (change.kind) {
    case 'removeTaint':
      return { ...cluster, taints: cluster.taints.filter(taint => taint !== change.taint) };
    case 'setLabel': {
      const others = without(cluster.labels, [change.key]);
      return {
        ...cluster,
        labels: change.value === undefined ? others : { ...others, [change.key]: change.value },
      };
    }
    case 'setProperty':
      return setProperty(cluster, change.name, change.value);
    case 'createNamespace':
      return {
        ...cluster,
        collectsNamespaces: true,
        namespaces: { ...cluster.namespaces, [change.namespace]: '' },
      };
    case 'mendCluster':
      return {
        ...cluster,
        health: { joined: true, healthy: 'True', lastHeartbeatAt: now, healthChangedAt: now },
      };
    case 'tolerateTaint':
    case 'setNumber':
    case 'setMaxSkew':
    case 'nameCluster':
      return cluster;
    default:
      return assertNever(change);
  }
}

function setProperty(cluster: ClusterFacts, name: string, value: string): ClusterFacts {
  if (!name.startsWith(RESOURCE_PROPERTY_PREFIX)) {
    return { ...cluster, properties: { ...cluster.properties, [name]: value } };
  }
  const [part, ...rest] = name.slice(RESOURCE_PROPERTY_PREFIX.length).split('-');
  if (part !== 'total' && part !== 'allocatable' && part !== 'available') return cluster;
  const field = USAGE_FIELDS[part];
  const amounts = { ...cluster.resourceUsage?.[field], [rest.join('-')]: value };
  return { ...cluster, resourceUsage: { ...cluster.resourceUsage, [field]: amounts } };
}
