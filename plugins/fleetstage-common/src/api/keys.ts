/** Keys and names that KubeFleet and Fleetstage share; the values are part of the API. */

export const FLEET_PREFIX = 'kubernetes-fleet.io/';

/** Finalizers (A/PL-030…035, B §0.3, C/UR-014, C/MC-014). */
export const finalizerKeys = {
  placement: 'kubernetes-fleet.io/crp-cleanup',
  scheduler: 'kubernetes-fleet.io/scheduler-cleanup',
  schedulerBinding: 'kubernetes-fleet.io/scheduler-crb-cleanup',
  work: 'kubernetes-fleet.io/work-cleanup',
  memberCluster: 'kubernetes-fleet.io/membercluster-finalizer',
  /** Of a hub agent that also writes ClusterProfiles. */
  clusterProfile: 'kubernetes-fleet.io/cluster-profile-cleanup',
  updateRun: 'kubernetes-fleet.io/stagedupdaterun-finalizer',
  override: 'kubernetes-fleet.io/override-cleanup',
  /** On a rollout of a version, until no upgrade that it started is running (E/RO-004, RO-006). */
  versionRollout: 'fleetstage.io/rollout',
} as const;

/** Label keys (A/PL-040…046, B §0.3, C/UR-015…018). */
export const labelKeys = {
  parentPlacement: 'kubernetes-fleet.io/parent-CRP',
  parentPlacementNamespace: 'kubernetes-fleet.io/parent-placement-namespace',
  parentBinding: 'kubernetes-fleet.io/parent-resource-binding',
  parentResourceSnapshotIndex: 'kubernetes-fleet.io/parent-resource-snapshot-index',
  parentOverride: 'kubernetes-fleet.io/parent-resource-override',
  overrideIndex: 'kubernetes-fleet.io/override-index',
  isLatestSnapshot: 'kubernetes-fleet.io/is-latest-snapshot',
  policyIndex: 'kubernetes-fleet.io/policy-index',
  resourceIndex: 'kubernetes-fleet.io/resource-index',
  envelopeWork: 'kubernetes-fleet.io/envelope-work',
  envelopeName: 'kubernetes-fleet.io/envelope-name',
  envelopeNamespace: 'kubernetes-fleet.io/envelope-namespace',
  isFleetResource: 'kubernetes-fleet.io/is-fleet-resource',
  memberName: 'kubernetes-fleet.io/member-name',
  targetUpdateRun: 'kubernetes-fleet.io/targetUpdateRun',
  /** The older spelling, as requirement 000 prints it; both are set (RUL 2). */
  targetUpdateRunOlder: 'kubernetes-fleet.io/targetupdaterun',
  targetUpdatingStage: 'kubernetes-fleet.io/targetUpdatingStage',
  taskType: 'kubernetes-fleet.io/taskType',
  isLatestApproval: 'kubernetes-fleet.io/isLatestUpdateRunApproval',
  /** On a MemberCluster: its one fleet (E/FL-001). */
  fleet: 'fleetstage.io/fleet',
  /** On a MemberCluster: its channel of the version catalogue (E/FL-003). */
  channel: 'fleetstage.io/channel',
  /** On a MemberCluster: `lightweight` is for sequences of versions only (E/FL-004). */
  membership: 'fleetstage.io/membership',
  /** On a rollout of a version: its sequence (E/RO-004). */
  sequence: 'fleetstage.io/sequence',
  /** On a rollout of a version: a value of `UPGRADE_TYPE_LABEL_VALUES` (E/RO-004). */
  upgradeType: 'fleetstage.io/upgrade-type',
} as const;

/** Annotation keys (A/PL-050…059, B §0.3). */
export const annotationKeys = {
  placementGeneration: 'kubernetes-fleet.io/CRP-generation',
  numberOfClusters: 'kubernetes-fleet.io/number-of-clusters',
  resourceHash: 'kubernetes-fleet.io/resource-hash',
  numberOfResourceSnapshots: 'kubernetes-fleet.io/number-of-resource-snapshots',
  numberOfEnvelopes: 'kubernetes-fleet.io/number-of-enveloped-object',
  subIndex: 'kubernetes-fleet.io/subindex-of-resource-snapshot',
  nextSnapshotDetection: 'kubernetes-fleet.io/next-resource-snapshot-candidate-detection-time',
  previousBindingState: 'kubernetes-fleet.io/previous-binding-state',
  parentResourceSnapshotName: 'kubernetes-fleet.io/parent-resource-snapshot-name',
  parentResourceOverrideHash: 'kubernetes-fleet.io/parent-resource-override-snapshot-hash',
  parentClusterResourceOverrideHash: 'kubernetes-fleet.io/parent-cluster-resource-override-snapshot-hash',
  envelopeConfigMap: 'kubernetes-fleet.io/envelope-configmap',
  specHash: 'kubernetes-fleet.io/spec-hash',
  lastApplied: 'kubernetes-fleet.io/last-applied-configuration',
  /** Where `kubectl apply` notes the whole object, values of a Secret among it. */
  kubectlLastApplied: 'kubectl.kubernetes.io/last-applied-configuration',
  /** On an approval request: uid of the run it was made for; an earlier run may have had the same name (C/AP-021). */
  runUid: 'fleetstage.io/run-uid',
  /** On a run: which line of the timeline says who created it, until that line knows the uid. */
  creation: 'fleetstage.io/creation',
  /** On a run that is not over: why it ends for good; its clusters stay as they are, and the next run goes on. */
  endRun: 'fleetstage.io/end',
  /** On a strategy: entity refs of users and groups that approve its stages, separated by commas or line breaks. */
  approvers: 'fleetstage.io/approvers',
  /** On a strategy: gates of kinds that modules have added, per stage, as JSON (`namedGatesOf`). */
  gates: 'fleetstage.io/gates',
  /** On a placement: names of the strategies its runs may use, separated by commas; absent: any. */
  acceptedStrategies: 'fleetstage.io/accepted-strategies',
  /** On a published binding with overrides: hash of all that they say on its cluster, which their names do not. */
  overridesHash: 'fleetstage.io/overrides-hash',
  /** On an eviction that was made through Fleetstage: why. */
  evictionReason: 'fleetstage.io/reason',
  /** On a Work: the revision of the binding that it holds; a status of it counts for no other (`revisionOf`). */
  revision: 'fleetstage.io/revision',
  /** On a placement that is being deleted: why its removal from the clusters, which is held, may begin. */
  confirmRemoval: 'fleetstage.io/confirm-removal',
  /** On a MemberCluster: its drain is asked for, with the reason; without the taint of a cordon it waits. */
  drain: 'fleetstage.io/drain',
  /** Beside it: who asked, an entity ref or any text. */
  drainBy: 'fleetstage.io/drain-by',
  /** Beside it: when, RFC 3339. */
  drainAt: 'fleetstage.io/drain-at',
  /** On an InternalMemberCluster while a join token is open: the last heartbeat before it was issued. */
  joinTokenAfter: 'fleetstage.io/join-token-after',
  /** On a MemberCluster: the provider's cluster, as provider/namespace/name (E/FL-005). */
  providerRef: 'fleetstage.io/provider-ref',
  /** On a MemberCluster: `false` opts out of automatic upgrades of its version (E/FL-006). */
  autoUpgrade: 'fleetstage.io/auto-upgrade',
} as const;

/** Field manager of everything written on members (RUL 37). */
export const MEMBER_FIELD_MANAGER = 'work-api-agent';

/** Name of the deletion stage in the status of a run (C/UR-021). */
export const DELETION_STAGE = 'kubernetes-fleet.io/deleteStage';

/** The agent type of MemberCluster.status.agentStatus that places resources (A/PL-079). */
export const MEMBER_AGENT = 'MemberAgent';

/** The value of the label `membership` of clusters that take part in sequences only (E/FL-004). */
export const LIGHTWEIGHT_MEMBERSHIP = 'lightweight';

/** Values of the label `upgradeType`, by upgrade type (E/RO-004). */
export const UPGRADE_TYPE_LABEL_VALUES = { ControlPlane: 'control-plane', Node: 'node' } as const;
