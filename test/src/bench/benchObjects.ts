import type { KubeObject } from '@fleetstage/kube-client';

export const PLACEMENT_API = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1' } as const;
const apiVersion = `${PLACEMENT_API.group}/${PLACEMENT_API.version}`;

/** Shares of the fleet by stage, in per cent. */
export const STAGES = [
  { name: 'staging', percent: 20 },
  { name: 'canary', percent: 30 },
  { name: 'production', percent: 50 },
] as const;

/** Which stage the member of this position belongs to: the first 20 % to staging, and so on. */
export function stageOf(index: number, count: number): number {
  const ends = STAGES.map((_, i) => STAGES.slice(0, i + 1).reduce((sum, stage) => sum + stage.percent, 0));
  return ends.findIndex(end => index < Math.round((count * end) / 100));
}

export const memberNames = (count: number) =>
  Array.from({ length: count }, (_, i) => `member-${String(i + 1).padStart(4, '0')}`);

/** As the hub names the agent of a member. */
export const agentUser = (member: string) => `${member}-agent`;

export const memberCluster = (
  name: string,
  stage: string,
  labels: Readonly<Record<string, string>> = {},
): KubeObject => ({
  apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
  kind: 'MemberCluster',
  metadata: { name, labels: { environment: stage, ...labels } },
  spec: { identity: { kind: 'User', name: agentUser(name), apiGroup: 'rbac.authorization.k8s.io' } },
});

/** A namespace, a ConfigMap of one kilobyte and a Deployment: what every figure of the budgets is about. */
export function workload(namespace: string, revision: number): KubeObject[] {
  const filling = `revision ${revision} `.padEnd(1024, 'x');
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace }, data: { filling } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: `example.invalid/web:${revision}` }] },
        },
      },
    },
  ];
}

const EVERYWHERE = { placementType: 'PickAll' };

/** A placement of a namespace, on all clusters where no policy is given. */
export const placement = (
  namespace: string,
  strategy: 'RollingUpdate' | 'External',
  policy: object = EVERYWHERE,
): KubeObject => ({
  apiVersion,
  kind: 'ClusterResourcePlacement',
  metadata: { name: namespace },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: namespace }],
    policy,
    strategy: { type: strategy },
  },
});

/** Sets a label of all that is placed of a namespace, on all clusters. */
export const clusterOverride = (namespace: string, value: string): KubeObject => ({
  apiVersion,
  kind: 'ClusterResourceOverride',
  metadata: { name: namespace },
  spec: {
    clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: namespace }],
    policy: {
      overrideRules: [
        {
          clusterSelector: { clusterSelectorTerms: [] },
          jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { stage: value } }],
        },
      ],
    },
  },
});

export interface StrategyOptions {
  readonly maxConcurrency?: string;
  /** Name of the stage that an approval follows. */
  readonly approvalAfter?: (typeof STAGES)[number]['name'];
}

/** Stages of 20, 30 and 50 % of the fleet, half of a stage at a time, without gates where none is named. */
export const updateStrategy = (
  name: string,
  { maxConcurrency = '50%', approvalAfter }: StrategyOptions = {},
): KubeObject => ({
  apiVersion,
  kind: 'ClusterStagedUpdateStrategy',
  metadata: { name },
  spec: {
    stages: STAGES.map(stage => ({
      name: stage.name,
      labelSelector: { matchLabels: { environment: stage.name } },
      maxConcurrency,
      ...(stage.name === approvalAfter && { afterStageTasks: [{ type: 'Approval' }] }),
    })),
  },
});

export const updateRun = (name: string, of: { placement: string; strategy: string }): KubeObject => ({
  apiVersion,
  kind: 'ClusterStagedUpdateRun',
  metadata: { name },
  spec: { placementName: of.placement, stagedRolloutStrategyName: of.strategy, state: 'Run' },
});

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
}

/** Whether a condition of an object or of an entry of its status is true. */
export function isTrue(holder: unknown, type: string): boolean {
  const { conditions = [] } = (holder ?? {}) as { conditions?: readonly Condition[] };
  return conditions.some(condition => condition.type === type && condition.status === 'True');
}

/** The status of a placement says that all so many clusters are available; a long one leaves some of them out. */
export function isPlacedOn(object: KubeObject, count: number): boolean {
  const status = object.status as { readonly placementStatuses?: readonly unknown[] } | undefined;
  const entries = status?.placementStatuses ?? [];
  return (
    (entries.length === count || isTrue(status, 'FleetstageStatusTrimmed')) &&
    isTrue(status, 'ClusterResourcePlacementAvailable') &&
    entries.every(entry => isTrue(entry, 'Available'))
  );
}

/** The same, and all of them with the override that has come. */
export function isOverriddenOn(object: KubeObject, count: number): boolean {
  const { conditions = [] } = (object.status ?? {}) as {
    conditions?: readonly (Condition & { reason: string })[];
  };
  const isOverridden = conditions.some(({ reason }) => reason === 'OverriddenSucceeded');
  const isStarted = isTrue(object.status, 'ClusterResourcePlacementRolloutStarted');
  return isOverridden && isStarted && isPlacedOn(object, count);
}
