import type {
  Condition,
  MaintenancePolicyStatus,
  MemberVersionStatus,
  RolloutSequenceStatus,
  VersionCatalogStatus,
  VersionRolloutStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';

interface Row {
  readonly rule: string;
  /** As kubectl takes it. */
  readonly kind: string;
  readonly name: string;
  readonly status: object;
  /** Cells of `kubectl get` between name and age. */
  readonly shown: readonly string[];
  /** Cells after the age, of `-o wide`. */
  readonly wide?: readonly string[];
}

/** Far ahead, so that kubectl shows the same for long. */
const TIME = '2099-12-01T00:00:00Z';

const condition = (type: string, reason: string, status: Condition['status'] = 'True'): Condition => ({
  type,
  status,
  reason,
  message: `${reason}.`,
  observedGeneration: 1,
  lastTransitionTime: TIME,
});

const COUNTS = {
  total: 40,
  succeeded: 12,
  running: 1,
  pending: 20,
  paused: 1,
  failed: 1,
  skipped: 2,
  ineligible: 2,
  removed: 1,
};

const sequence: Required<RolloutSequenceStatus> = {
  observedGeneration: 1,
  stageCount: 5,
  activeRollouts: ['bank-cp-1-30-14-gke-1150000'],
  activeCount: 1,
  channel: 'Regular',
  target: { controlPlane: '1.30.14', node: '1.30.13' },
  stages: [
    {
      name: 'testing',
      number: 1,
      clusters: 3,
      qualified: { controlPlane: '1.30.13', node: '1.30.12' },
      occupiedBy: { controlPlane: 'bank-cp-1-30-14', node: 'bank-np-1-30-13' },
      waiting: { controlPlane: ['bank-cp-1-31-0'], node: [] },
    },
  ],
  operationalState: { state: 'Warning', reasons: ['EmptyStage'], stateChangeTime: TIME },
  assignmentHash: 'a1b2',
  lastChange: { time: TIME, class: 'Participants', cancelled: ['bank-cp-1-30-13'] },
  conditions: [condition('Ready', 'SequenceActive'), condition('Degraded', 'EmptyStage')],
};

const rollout: Required<VersionRolloutStatus> = {
  phase: 'Paused',
  reason: 'PausedByUser',
  message: 'Paused by a person.',
  observedGeneration: 1,
  startTime: TIME,
  completionTime: TIME,
  currentStage: 'staging',
  currentStageNumber: 2,
  currentStagePhase: 'ForcedSoaking',
  summary: { ...COUNTS, text: '12/40' },
  stages: [
    {
      number: 1,
      name: 'testing',
      phase: 'Completed',
      fleets: ['testing'],
      clusterSelector: { matchLabels: { a: 'b' } },
      startTime: TIME,
      soakStartTime: TIME,
      soakEndTime: TIME,
      endTime: TIME,
      soakDuration: '72h',
      soakSource: 'Override',
      forced: true,
      counts: COUNTS,
      blockers: [{ reason: 'OutsideMaintenanceWindow', clusters: 3, since: TIME, until: TIME }],
    },
  ],
  clusters: [
    {
      name: 'prod-1',
      stage: 'testing',
      lastUpdateTime: TIME,
      targets: [
        {
          nodePool: 'pool-1',
          state: 'Failed',
          reason: 'UpgradeFailed',
          message: 'A node did not start.',
          fromVersion: '1.29.9',
          version: '1.29.9',
          startTime: TIME,
          endTime: TIME,
          attempts: 2,
          nextAttemptTime: TIME,
          operation: 'op-1',
        },
      ],
    },
  ],
  conditions: [
    condition('Accepted', 'RolloutAccepted'),
    condition('Progressing', 'RolloutPaused', 'False'),
    condition('Succeeded', 'RolloutInProgress', 'Unknown'),
  ],
};

const catalog: Required<VersionCatalogStatus> = {
  observedGeneration: 1,
  source: 'Channels',
  channelCount: 2,
  channels: [
    {
      name: 'Regular',
      targets: [{ from: '1.29', to: '1.30.14', availableFrom: TIME, upgradeTypes: ['Node'] }],
    },
  ],
  conditions: [condition('Ready', 'CatalogResolved')],
};

const policy: Required<MaintenancePolicyStatus> = {
  observedGeneration: 1,
  open: false,
  nextChange: TIME,
  nextOpenings: [TIME, TIME],
  activeExclusions: ['ledger-incident'],
  clusterCount: 7,
  conditions: [condition('Accepted', 'PolicyAccepted')],
};

const member: Required<MemberVersionStatus> = {
  fleet: 'production',
  channel: 'Regular',
  provider: 'management',
  providerRef: 'management/fleet/prod-1',
  controlPlane: { version: '1.29.9', desired: '1.30.14', upgrading: true, healthy: true },
  nodePools: [
    {
      name: 'pool-1',
      versions: [
        { version: '1.29.8', nodes: 2 },
        { version: '1.29.9', nodes: 1 },
      ],
      desired: '1.29.9',
      upgrading: false,
      healthy: true,
    },
  ],
  target: { controlPlane: '1.30.14', node: '1.29.9' },
  endOfSupport: TIME,
  maintenance: {
    open: false,
    nextOpen: TIME,
    nextClose: TIME,
    policies: ['after-hours'],
    exclusions: ['after-hours/ledger-incident'],
  },
  rollouts: [
    {
      name: 'bank-cp-1-30-14',
      stage: 'us-east1',
      state: 'Pending',
      reason: 'OutsideMaintenanceWindow',
      message: 'Opens at 19:00.',
    },
  ],
  observedAt: TIME,
  conditions: [condition('Known', 'Observed')],
};

/** A status of each kind with all of its fields, and what kubectl shows of it. */
export const statuses: readonly Row[] = [
  {
    rule: 'E/RS-030…036, RC-001, RC-002',
    kind: 'rseq',
    name: 'bank',
    status: sequence,
    shown: ['5', 'Regular', '1.30.14', '1.30.13', '1', 'Warning'],
    wide: ['SequenceActive.'],
  },
  {
    rule: 'E/ST-001…009, CO-001…003',
    kind: 'vro',
    name: 'bank-cp-1-30-14-gke-1150000',
    status: rollout,
    shown: ['bank', 'ControlPlane', '1.30.14-gke.1150000', 'Paused', 'staging', 'ForcedSoaking', '12/40'],
    wide: ['PausedByUser', '<invalid>'],
  },
  {
    rule: 'E/VC-006',
    kind: 'vcat',
    name: 'default',
    status: catalog,
    shown: ['Channels', '2', 'True'],
  },
  {
    rule: 'E/MP-009',
    kind: 'mpol',
    name: 'after-hours',
    status: policy,
    shown: ['7', 'false', TIME, '["ledger-incident"]'],
  },
  {
    rule: 'E/KD-005',
    kind: 'mver',
    name: 'prod-1',
    status: member,
    shown: [
      ...['production', 'Regular', '1.29.9', '1.29.8', '1.30.14'],
      ...['Pending', 'OutsideMaintenanceWindow'],
    ],
  },
];
