import { AGE, conditionStatus, shown, wide, type Kind } from './kind';
import { sequenceKinds } from './sequenceKinds';

export const PLACEMENT_GROUP = 'placement.kubernetes-fleet.io';
export const CLUSTER_GROUP = 'cluster.kubernetes-fleet.io';

/** The version that we read and write, and that is stored. */
export const STORAGE_VERSION = 'v1beta1';

const conditionGeneration = (type: string) => `.status.conditions[?(@.type=="${type}")].observedGeneration`;
const GENERATION = shown('Gen', '.metadata.generation');

/** Of both placement kinds, whose condition types begin with the kind (A/PL-016). */
const placementColumns = (kind: string) => [
  GENERATION,
  wide('Type', '.spec.policy.placementType'),
  shown('Scheduled', conditionStatus(`${kind}Scheduled`)),
  shown('Scheduled-Gen', conditionGeneration(`${kind}Scheduled`)),
  wide('Work-Synchronized', conditionStatus(`${kind}WorkSynchronized`)),
  wide('Work-Synchronized-Gen', conditionGeneration(`${kind}WorkSynchronized`)),
  shown('Available', conditionStatus(`${kind}Available`)),
  shown('Available-Gen', conditionGeneration(`${kind}Available`)),
  AGE,
];

/** Of both binding kinds (A/PL-018). */
const BINDING_COLUMNS = [
  shown('WorkSynchronized', conditionStatus('WorkSynchronized')),
  shown('ResourcesApplied', conditionStatus('Applied')),
  wide('ResourceAvailable', conditionStatus('Available')),
  AGE,
];

const placementKind = {
  group: PLACEMENT_GROUP,
  versions: ['v1', 'v1beta1'],
  storageVersion: STORAGE_VERSION,
  categories: ['fleet', 'fleet-placement'],
  scope: 'Cluster',
  installedOn: 'hub',
} as const;

/** Kinds that came after version v1, or never got there (A/PL-007, PL-009, PL-011…013). */
const onlyBeta = { versions: [STORAGE_VERSION] } as const;
const namespaced = { scope: 'Namespaced' } as const;

/** Staged kinds are also served in the version that requirement 000's users may still have (C/UR-001…005, RUL 36). */
const stagedKind = { ...placementKind, versions: ['v1', 'v1alpha1', 'v1beta1'] } as const;

/** Their forms of a namespace never were in it (C/UR-002, UR-004, UR-006). */
const namespacedStagedKind = { ...placementKind, ...namespaced } as const;

/** Of both kinds of runs (C/UR-011). */
const RUN_COLUMNS = [
  shown('Placement', '.spec.placementName'),
  shown('Resource-Snapshot-Index', '.spec.resourceSnapshotIndex'),
  shown('Policy-Snapshot-Index', '.status.policySnapshotIndexUsed'),
  shown('Initialized', conditionStatus('Initialized')),
  shown('Progressing', conditionStatus('Progressing'), ['v1alpha1']),
  shown('Succeeded', conditionStatus('Succeeded')),
  AGE,
  wide('Strategy', '.spec.stagedRolloutStrategyName'),
];

/** Of both kinds of approval requests (C/UR-012). */
const APPROVAL_COLUMNS = [
  shown('Update-Run', '.spec.parentStageRollout'),
  shown('Stage', '.spec.targetStage'),
  shown('Approved', conditionStatus('Approved')),
  AGE,
];

/** Also served in the version of requirement 001's samples; they have no status (B/AP-024, RUL 36). */
const overrideKind = { ...stagedKind, shortNames: [], columns: [], hasNoStatus: true } as const;

/** Evictions and budgets never got to version v1 (C/EV-001, DB-001). */
const evictionKind = { versions: ['v1alpha1', STORAGE_VERSION] } as const;

/** Every kind that we serve: those of KubeFleet's API, then our own. */
export const kinds = {
  MemberCluster: {
    ...placementKind,
    kind: 'MemberCluster',
    group: CLUSTER_GROUP,
    plural: 'memberclusters',
    shortNames: ['cluster'],
    categories: ['fleet', 'fleet-cluster'],
    owner: 'user',
    columns: [
      shown('Joined', conditionStatus('Joined')),
      AGE,
      {
        name: 'Member-Agent-Last-Seen',
        type: 'date',
        jsonPath: '.status.agentStatus[?(@.type=="MemberAgent")].lastReceivedHeartbeat',
      },
      shown('Node-Count', '.status.properties.kubernetes-fleet\\.io/node-count.value'),
      shown('Available-CPU', '.status.resourceUsage.available.cpu'),
      shown('Available-Memory', '.status.resourceUsage.available.memory'),
      wide('Allocatable-CPU', '.status.resourceUsage.allocatable.cpu'),
      wide('Allocatable-Memory', '.status.resourceUsage.allocatable.memory'),
    ],
  },
  InternalMemberCluster: {
    ...placementKind,
    ...namespaced,
    kind: 'InternalMemberCluster',
    group: CLUSTER_GROUP,
    plural: 'internalmemberclusters',
    shortNames: ['imc'],
    categories: ['fleet', 'fleet-cluster'],
    owner: 'engine',
    columns: [AGE],
  },
  ClusterResourcePlacement: {
    ...placementKind,
    kind: 'ClusterResourcePlacement',
    plural: 'clusterresourceplacements',
    shortNames: ['crp'],
    owner: 'user',
    columns: placementColumns('ClusterResourcePlacement'),
  },
  ResourcePlacement: {
    ...placementKind,
    ...namespaced,
    kind: 'ResourcePlacement',
    plural: 'resourceplacements',
    shortNames: ['rp'],
    owner: 'user',
    columns: placementColumns('ResourcePlacement'),
  },
  ClusterResourcePlacementStatus: {
    ...placementKind,
    ...namespaced,
    kind: 'ClusterResourcePlacementStatus',
    plural: 'clusterresourceplacementstatuses',
    shortNames: ['crps'],
    owner: 'engine',
    columns: [
      shown('Resource-Index', '.sourceStatus.observedResourceIndex'),
      shown('Last-Updated', '.lastUpdatedTime'),
      AGE,
    ],
  },
  ClusterResourceEnvelope: {
    ...placementKind,
    ...onlyBeta,
    kind: 'ClusterResourceEnvelope',
    plural: 'clusterresourceenvelopes',
    shortNames: [],
    owner: 'user',
    columns: [],
  },
  ResourceEnvelope: {
    ...placementKind,
    ...onlyBeta,
    ...namespaced,
    kind: 'ResourceEnvelope',
    plural: 'resourceenvelopes',
    shortNames: [],
    owner: 'user',
    columns: [],
  },
  ClusterStagedUpdateStrategy: {
    ...stagedKind,
    kind: 'ClusterStagedUpdateStrategy',
    plural: 'clusterstagedupdatestrategies',
    shortNames: ['csus'],
    owner: 'user',
    columns: [],
  },
  ClusterStagedUpdateRun: {
    ...stagedKind,
    kind: 'ClusterStagedUpdateRun',
    plural: 'clusterstagedupdateruns',
    shortNames: ['csur'],
    owner: 'user',
    columns: RUN_COLUMNS,
  },
  ClusterApprovalRequest: {
    ...stagedKind,
    kind: 'ClusterApprovalRequest',
    plural: 'clusterapprovalrequests',
    shortNames: ['careq'],
    owner: 'engine',
    columns: APPROVAL_COLUMNS,
  },
  StagedUpdateStrategy: {
    ...namespacedStagedKind,
    kind: 'StagedUpdateStrategy',
    plural: 'stagedupdatestrategies',
    shortNames: ['sus'],
    owner: 'user',
    columns: [],
    hasNoStatus: true,
  },
  StagedUpdateRun: {
    ...namespacedStagedKind,
    kind: 'StagedUpdateRun',
    plural: 'stagedupdateruns',
    shortNames: ['sur'],
    owner: 'user',
    columns: RUN_COLUMNS,
  },
  ApprovalRequest: {
    ...namespacedStagedKind,
    kind: 'ApprovalRequest',
    plural: 'approvalrequests',
    shortNames: ['areq'],
    owner: 'engine',
    columns: APPROVAL_COLUMNS,
  },
  ClusterResourcePlacementEviction: {
    ...placementKind,
    ...evictionKind,
    kind: 'ClusterResourcePlacementEviction',
    plural: 'clusterresourceplacementevictions',
    shortNames: ['crpe'],
    owner: 'user',
    columns: [
      shown('Valid', conditionStatus('Valid'), ['v1alpha1']),
      shown('Executed', conditionStatus('Executed'), ['v1alpha1']),
    ],
  },
  ClusterResourcePlacementDisruptionBudget: {
    ...placementKind,
    ...evictionKind,
    kind: 'ClusterResourcePlacementDisruptionBudget',
    plural: 'clusterresourceplacementdisruptionbudgets',
    shortNames: ['crpdb'],
    owner: 'user',
    columns: [],
    hasNoStatus: true,
  },
  ClusterResourceOverride: {
    ...overrideKind,
    kind: 'ClusterResourceOverride',
    plural: 'clusterresourceoverrides',
    owner: 'user',
  },
  ResourceOverride: {
    ...overrideKind,
    ...namespaced,
    kind: 'ResourceOverride',
    plural: 'resourceoverrides',
    owner: 'user',
  },
  ClusterResourceOverrideSnapshot: {
    ...overrideKind,
    kind: 'ClusterResourceOverrideSnapshot',
    plural: 'clusterresourceoverridesnapshots',
    owner: 'engine',
  },
  ResourceOverrideSnapshot: {
    ...overrideKind,
    ...namespaced,
    kind: 'ResourceOverrideSnapshot',
    plural: 'resourceoverridesnapshots',
    owner: 'engine',
  },
  ClusterSchedulingPolicySnapshot: {
    ...placementKind,
    kind: 'ClusterSchedulingPolicySnapshot',
    plural: 'clusterschedulingpolicysnapshots',
    shortNames: ['csps'],
    owner: 'engine',
    columns: [GENERATION, AGE],
  },
  ClusterResourceSnapshot: {
    ...placementKind,
    kind: 'ClusterResourceSnapshot',
    plural: 'clusterresourcesnapshots',
    shortNames: ['crs'],
    owner: 'engine',
    columns: [GENERATION, AGE],
  },
  ClusterResourceBinding: {
    ...placementKind,
    kind: 'ClusterResourceBinding',
    plural: 'clusterresourcebindings',
    shortNames: ['crb'],
    owner: 'engine',
    columns: BINDING_COLUMNS,
  },
  SchedulingPolicySnapshot: {
    ...placementKind,
    ...onlyBeta,
    ...namespaced,
    kind: 'SchedulingPolicySnapshot',
    plural: 'schedulingpolicysnapshots',
    shortNames: ['sps'],
    owner: 'engine',
    columns: [GENERATION, AGE],
  },
  ResourceSnapshot: {
    ...placementKind,
    ...onlyBeta,
    ...namespaced,
    kind: 'ResourceSnapshot',
    plural: 'resourcesnapshots',
    shortNames: ['rs'],
    owner: 'engine',
    columns: [GENERATION, AGE],
  },
  ResourceBinding: {
    ...placementKind,
    ...onlyBeta,
    ...namespaced,
    kind: 'ResourceBinding',
    plural: 'resourcebindings',
    shortNames: ['rb'],
    owner: 'engine',
    columns: BINDING_COLUMNS,
  },
  Work: {
    ...placementKind,
    ...namespaced,
    kind: 'Work',
    plural: 'works',
    shortNames: [],
    owner: 'engine',
    columns: [],
  },
  AppliedWork: {
    ...placementKind,
    kind: 'AppliedWork',
    plural: 'appliedworks',
    shortNames: [],
    owner: 'engine',
    installedOn: 'member',
    columns: [],
  },
  ...sequenceKinds,
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

/** `group/version` of a kind as we write it. */
export const apiVersionOf = (name: KindName) => `${kinds[name].group}/${kinds[name].storageVersion}`;

/** Name of the CRD object, and of its file. */
export const crdNameOf = (name: KindName) => `${kinds[name].plural}.${kinds[name].group}`;
