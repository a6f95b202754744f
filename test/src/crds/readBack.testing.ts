import {
  parseIntOrPercent,
  parseLabelSelector,
  parsePropertySelector,
  type ClusterSelectorTerm,
  type LabelSelector,
  type MaintenancePolicySpec,
  type MemberClusterTaint,
  type PlacementSpec,
  type Result,
  type RolloutSequenceSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideSchedule, planSelection } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NOON, aCluster, aPolicySnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';

interface Accepted {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: unknown;
}

const FLEET = [
  aCluster('member-1', { labels: { region: 'eu', environment: 'production' } }),
  aCluster('member-2', {
    labels: { region: 'us' },
    taints: [{ key: 'gpu-workload', value: 'a', effect: 'NoSchedule' }],
    properties: { 'kubernetes-fleet.io/node-count': '10', 'a': 'no quantity' },
    resourceUsage: { available: { cpu: '500m' } },
  }),
  aCluster('member-3', { properties: { 'kubernetes-fleet.io/node-count': '1e3', 'a': '-1' } }),
];

/** What the engine cannot make of an object that admission let through; `undefined`: it understands all of it. */
export function explainUnread({ kind, metadata, spec }: Accepted): string | undefined {
  if (kind === 'MemberCluster') return explainCluster(spec as { taints?: MemberClusterTaint[] });
  if (kind in selectorsOf) return explainSelectors(selectorsOf[kind](spec));
  const { policy, strategy, resourceSelectors } = spec as PlacementSpec;
  const { rollingUpdate } = strategy ?? {};
  const { clusterAffinity } = policy?.affinity ?? {};
  const terms = [
    ...(clusterAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.clusterSelectorTerms ?? []),
    ...(clusterAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(each => each.preference),
  ];
  const parsed: Result<unknown>[] = [
    ...resourceSelectors.map(({ labelSelector = {} }) => parseLabelSelector(labelSelector)),
    ...terms.flatMap(parseTerm),
    ...[rollingUpdate?.maxUnavailable, rollingUpdate?.maxSurge].map(value => parseIntOrPercent(value ?? 1)),
  ];
  const unread = parsed.find(result => !result.ok);
  if (unread && !unread.ok) return `the engine cannot read it: ${unread.error}`;
  return attempt(() => {
    const { namespace } = metadata;
    planSelection(resourceSelectors, { placement: metadata.name, namespace, kinds: [] });
    decideSchedule(
      {
        placement: { generation: 1, namespace },
        policy: aPolicySnapshot({ policy }),
        clusters: FLEET,
        bindings: [],
      },
      NOON,
    );
  });
}

/** The selectors of clusters in the kinds of version sequences. */
const selectorsOf: Readonly<Record<string, (spec: unknown) => readonly (LabelSelector | undefined)[]>> = {
  RolloutSequence: spec => {
    const { stages, ignoredClustersSelector } = spec as RolloutSequenceSpec;
    return [ignoredClustersSelector, ...stages.map(({ clusterSelector }) => clusterSelector)];
  },
  MaintenancePolicy: spec => [(spec as MaintenancePolicySpec).clusters.clusterSelector],
  VersionCatalog: () => [],
  Rollout: () => [],
};

function explainSelectors(selectors: readonly (LabelSelector | undefined)[]): string | undefined {
  const unread = selectors.map(selector => parseLabelSelector(selector ?? {})).find(({ ok }) => !ok);
  return unread && !unread.ok ? `the engine cannot read it: ${unread.error}` : undefined;
}

const parseTerm = ({ labelSelector, propertySelector }: ClusterSelectorTerm): Result<unknown>[] => [
  ...(labelSelector ? [parseLabelSelector(labelSelector)] : []),
  ...(propertySelector ? [parsePropertySelector(propertySelector)] : []),
];

const explainCluster = ({ taints = [] }: { taints?: MemberClusterTaint[] }) =>
  attempt(() => {
    decideSchedule(
      {
        placement: { generation: 1 },
        policy: aPolicySnapshot({
          policy: { placementType: 'PickAll', tolerations: [{ operator: 'Exists' }] },
        }),
        clusters: [aCluster('member-1', { taints })],
        bindings: [],
      },
      NOON,
    );
  });

function attempt(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return `the engine throws: ${(error as Error).stack}`;
  }
}
