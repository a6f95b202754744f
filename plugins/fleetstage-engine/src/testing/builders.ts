import { instant, plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  FailedResourcePlacement,
  Instant,
  PlacementPolicy,
  PlacementSpec,
  ResourceIdentifier,
  StageConfig,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts, MemberHealth } from '../cluster/facts';
import type {
  Binding,
  PlacementFacts,
  PlacementState,
  PolicySnapshot,
  ResourceSnapshot,
  ScheduleOutcome,
  ScheduleVerdict,
} from '../state/placement';
import { noGateFacts, type GateFacts } from '../staged/gates/gateFacts';
import type { ApprovalRequest } from '../staged/gates/request';
import type { RunFacts, RunState } from '../updaterun/state';
import { sayCause } from '../work/cause/finalCause';
import type { WorkClaim, WorkReport } from '../work/report';

/** 2026-11-21T12:00:00Z: the present of every test. */
export const NOON = instant(1_795_262_400_000);

export const minutesBefore = (minutes: number, at: Instant = NOON) => plus(at, -minutes * 60_000);
export const secondsAfter = (seconds: number, at: Instant = NOON) => plus(at, seconds * 1000);

/** Joined, healthy for an hour, heartbeat just now. */
export const aHealthyMember = (patch: Partial<MemberHealth> = {}): MemberHealth => ({
  joined: true,
  lastHeartbeatAt: NOON,
  heardSince: minutesBefore(60),
  healthy: 'True',
  healthChangedAt: minutesBefore(60),
  ...patch,
});

/** An eligible cluster without labels, taints and properties. */
export const aCluster = (name: string, patch: Partial<ClusterFacts> = {}): ClusterFacts => ({
  name,
  labels: {},
  taints: [],
  properties: {},
  health: aHealthyMember(),
  isLeaving: false,
  ...patch,
});

/** `clusters(3)` is c1, c2, c3. */
export const clusters = (count: number, patch: Partial<ClusterFacts> = {}): ClusterFacts[] =>
  Array.from({ length: count }, (_, i) => aCluster(`c${i + 1}`, patch));

export const PICK_ALL: PlacementPolicy = { placementType: 'PickAll' };
export const pickN = (numberOfClusters: number, patch: Partial<PlacementPolicy> = {}): PlacementPolicy => ({
  placementType: 'PickN',
  numberOfClusters,
  ...patch,
});
export const pickFixed = (...clusterNames: string[]): PlacementPolicy => ({
  placementType: 'PickFixed',
  clusterNames,
});

/** A PickAll placement of the namespace `web` with the default rolling update. */
export const aPlacementSpec = (patch: Partial<PlacementSpec> = {}): PlacementSpec => ({
  resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }],
  policy: PICK_ALL,
  strategy: {
    type: 'RollingUpdate',
    rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', unavailablePeriodSeconds: 60 },
    applyStrategy: {
      type: 'ClientSideApply',
      comparisonOption: 'PartialComparison',
      whenToApply: 'Always',
      whenToTakeOver: 'Always',
    },
  },
  revisionHistoryLimit: 10,
  ...patch,
});

/** Placement `web`, an hour old, generation 1, finalizers in place. */
export const aPlacement = (patch: Partial<PlacementFacts> = {}): PlacementFacts => ({
  name: 'web',
  uid: 'uid-web',
  generation: 1,
  spec: aPlacementSpec(),
  createdAt: minutesBefore(60),
  hasFinalizers: true,
  ...patch,
});

export const aPolicySnapshot = (patch: Partial<PolicySnapshot> = {}): PolicySnapshot => {
  const policy = 'policy' in patch ? patch.policy : PICK_ALL;
  return {
    index: 0,
    hash: `policy-${patch.index ?? 0}`,
    policy,
    placementGeneration: 1,
    ...(policy?.placementType === 'PickN' ? { numberOfClusters: policy.numberOfClusters } : {}),
    createdAt: minutesBefore(60),
    ...patch,
  };
};

export const anIdentifier = (patch: Partial<ResourceIdentifier> = {}): ResourceIdentifier => ({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  name: 'web',
  ...patch,
});

export const aResourceSnapshot = (patch: Partial<ResourceSnapshot> = {}): ResourceSnapshot => ({
  index: 0,
  hash: `content-${patch.index ?? 0}`,
  identifiers: [anIdentifier()],
  createdAt: minutesBefore(60),
  ...patch,
});

/** The verdict of a picked cluster. */
export const aPick = (cluster: string, patch: Partial<ScheduleVerdict> = {}): ScheduleVerdict => ({
  cluster,
  selected: true,
  code: 'Picked',
  reason: `Successfully scheduled resources for placement in "${cluster}" (affinity score: 0, topology spread score: 0): picked by scheduling policy`,
  score: { affinityScore: 0, priorityScore: 0 },
  ...patch,
});

export const anOutcome = (patch: Partial<ScheduleOutcome> = {}): ScheduleOutcome => ({
  policyIndex: 0,
  placementGeneration: 1,
  fulfilled: true,
  message: 'found all cluster needed as specified by the scheduling policy, found 1 cluster(s)',
  at: minutesBefore(30),
  ...patch,
});

/** Just picked, nothing bound: phase Scheduled without a resource index. */
export const aScheduledBinding = (cluster: string, patch: Partial<Binding> = {}): Binding => ({
  name: `web-${cluster}`,
  cluster,
  phase: 'Scheduled',
  policyIndex: 0,
  decision: aPick(cluster),
  createdAt: minutesBefore(30),
  ...patch,
});

/** Runs resource snapshot 0, revision `r0`, since half an hour. */
export const aBoundBinding = (cluster: string, patch: Partial<Binding> = {}): Binding => ({
  ...aScheduledBinding(cluster),
  phase: 'Bound',
  resourceIndex: 0,
  revision: `r${patch.resourceIndex ?? 0}`,
  rollout: { status: 'True', reason: 'RolloutStarted', message: 'started', at: minutesBefore(30) },
  ...patch,
});

/** No longer picked, still on the cluster as it was. */
export const anUnscheduledBinding = (cluster: string, patch: Partial<Binding> = {}): Binding => ({
  ...aBoundBinding(cluster),
  phase: 'Unscheduled',
  previousPhase: 'Bound',
  ...patch,
});

const claim = (reason: string, at: Instant, status: WorkClaim['status'] = 'True'): WorkClaim => ({
  status,
  reason,
  message: reason,
  at,
});

/** Everything applied and available for `revision` since `at`. */
export const anAvailableReport = (
  cluster: string,
  patch: Partial<WorkReport> = {},
  at: Instant = minutesBefore(20),
): WorkReport => ({
  cluster,
  revision: 'r0',
  overridden: claim('NoOverrideSpecified', at),
  synchronized: claim('AllWorkSynced', at),
  applied: claim('AllWorkHaveBeenApplied', at),
  available: claim('AllWorkAreAvailable', at),
  failed: [],
  drifted: [],
  diffed: [],
  observedAt: at,
  ...patch,
});

/** Applied; availability is still missing. */
export const anUnavailableReport = (
  cluster: string,
  patch: Partial<WorkReport> = {},
  at: Instant = minutesBefore(20),
): WorkReport =>
  anAvailableReport(cluster, { available: claim('NotAllWorkAreAvailable', at, 'False'), ...patch }, at);

/** Deployment of namespace `shop` that is not available, with the cause that was read on its member. */
export const aFailedDeployment = (name: string, cause: string): FailedResourcePlacement => ({
  ...{ group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name },
  condition: {
    type: 'Available',
    status: 'False',
    reason: 'ManifestNotAvailableYet',
    message: sayCause('Manifest is not yet available: 0 of 2 replicas are available', cause),
    lastTransitionTime: toRfc3339(NOON),
    observedGeneration: 1,
  },
});

/** The member failed to apply. */
export const aFailedReport = (
  cluster: string,
  patch: Partial<WorkReport> = {},
  at: Instant = minutesBefore(20),
): WorkReport =>
  anAvailableReport(
    cluster,
    { applied: claim('NotAllWorkHaveBeenApplied', at, 'False'), available: undefined, ...patch },
    at,
  );

/** The member confirmed that nothing is left. */
export const aReleasedReport = (cluster: string, patch: Partial<WorkReport> = {}): WorkReport => ({
  cluster,
  revision: '',
  failed: [],
  drifted: [],
  diffed: [],
  observedAt: NOON,
  isReleased: true,
  ...patch,
});

/** PickAll placement `web` with one policy and one resource snapshot, nothing scheduled yet. */
export const aPlacementState = (patch: Partial<PlacementState> = {}): PlacementState => ({
  // Read only once the placement is being deleted.
  removal: { stage: 'granted', since: NOON },
  placement: aPlacement(),
  clusters: [],
  policySnapshots: [aPolicySnapshot()],
  resourceSnapshots: [aResourceSnapshot()],
  verdicts: [],
  bindings: [],
  reports: [],
  activeRuns: [],
  ...patch,
});

export const aStage = (name: string, patch: Partial<StageConfig> = {}): StageConfig => ({
  name,
  labelSelector: { matchLabels: { stage: name } },
  maxConcurrency: 1,
  ...patch,
});

/** Run `run-1` of placement `web` with strategy `strategy`, created now, state Run. */
export const aRun = (patch: Partial<RunFacts> = {}): RunFacts => ({
  name: 'run-1',
  uid: 'uid-run-1',
  generation: 1,
  spec: {
    placementName: 'web',
    resourceSnapshotIndex: '0',
    stagedRolloutStrategyName: 'strategy',
    state: 'Run',
  },
  createdAt: NOON,
  hasFinalizer: true,
  ...patch,
});

/** What gates read where only the requests matter. */
export const requested = (...requests: ApprovalRequest[]): GateFacts => ({ ...noGateFacts, requests });

/** An External placement and a run that has not been initialized. */
export const aRunState = (patch: Partial<RunState> = {}): RunState => ({
  run: aRun(),
  progress: undefined,
  strategy: { stages: [aStage('staging')] },
  placement: aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) }),
  policySnapshots: [aPolicySnapshot()],
  resourceSnapshots: [aResourceSnapshot()],
  isCaptureFresh: true,
  schedule: anOutcome(),
  clusters: [],
  bindings: [],
  reports: [],
  gateFacts: noGateFacts,
  siblings: [],
  ...patch,
});
