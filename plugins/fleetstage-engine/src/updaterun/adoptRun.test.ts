import {
  fromRfc3339,
  type Condition,
  type StageConfig,
  type StageUpdatingStatus,
  type UpdateRunStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type MatchedOverrides } from '../desired/desired';
import { frozenOn } from '../desired/frozenOverrides';
import { adoptRun, type ForeignRun } from './adoptRun';

const at = (time: string) => `2026-11-24T${time}Z`;
const moment = (time: string) => fromRfc3339(at(time))!;
const says = (type: string, time: string, status: Condition['status'] = 'True'): Condition => ({
  ...{ type, status, reason: type, message: '', observedGeneration: 1 },
  lastTransitionTime: at(time),
});

const CANARY: StageConfig = {
  name: 'canary',
  labelSelector: { matchLabels: { env: 'canary' } },
  afterStageTasks: [{ type: 'Approval' }, { type: 'TimedWait', waitTime: '1h' }],
};
const PROD: StageConfig = {
  name: 'prod',
  labelSelector: { matchLabels: { env: 'prod' } },
  beforeStageTasks: [{ type: 'Approval' }],
};
const STRATEGY = { type: 'ClientSideApply', whenToApply: 'Always' } as const;

/** Canary is done and waits; prod has not begun. */
const STAGES: readonly StageUpdatingStatus[] = [
  {
    stageName: 'canary',
    startTime: at('00:57:20'),
    clusters: [
      { clusterName: 'c1', conditions: [says('Started', '00:57:20'), says('Succeeded', '00:57:35')] },
      { clusterName: 'c2', conditions: [says('Started', '00:57:36'), says('Succeeded', '00:57:51')] },
    ],
    afterStageTaskStatus: [
      {
        type: 'Approval',
        approvalRequestName: 'run-1-after-canary',
        conditions: [says('ApprovalRequestCreated', '00:57:52')],
      },
      { type: 'TimedWait' },
    ],
  },
  { stageName: 'prod', clusters: [{ clusterName: 'c3' }] },
];
const STATUS: UpdateRunStatus = {
  policySnapshotIndexUsed: '2',
  policyObservedClusterCount: 3,
  resourceSnapshotIndexUsed: '4',
  appliedStrategy: STRATEGY,
  stagedUpdateStrategySnapshot: { stages: [CANARY, PROD] },
  stagesStatus: STAGES,
  deletionStageStatus: { stageName: 'kubernetes-fleet.io/deleteStage', clusters: [] },
  conditions: [says('Initialized', '00:57:20')],
};

const adopt = (patch: Partial<UpdateRunStatus> = {}, more: Partial<ForeignRun> = {}) =>
  adoptRun({
    name: 'run-1',
    status: { ...STATUS, ...patch },
    placement: {
      uid: 'uid',
      spec: { resourceSelectors: [], strategy: { type: 'External', applyStrategy: STRATEGY } },
    },
    approvers: ['group:default/ops'],
    overridesOf: () => NO_OVERRIDES,
    ...more,
  });

it('C/UR-048, RUL 2: goes on where the status says that the run is', () => {
  const done = (cluster: string, startedAt: string, succeededAt: string) => ({
    ...{ cluster, startedAt: moment(startedAt), succeededAt: moment(succeededAt) },
  });
  expect(adopt()).toEqual({
    seenAt: moment('00:57:20'),
    startedAt: moment('00:57:20'),
    plan: {
      at: moment('00:57:20'),
      placementUid: 'uid',
      policyIndex: 2,
      clusterCount: 3,
      resourceIndex: 4,
      applyStrategy: STRATEGY,
      stages: [CANARY, PROD].map(stage => expect.objectContaining({ name: stage.name })),
      approvers: ['group:default/ops'],
    },
    stages: [
      {
        name: 'canary',
        clusters: [done('c1', '00:57:20', '00:57:35'), done('c2', '00:57:36', '00:57:51')],
        before: [],
        after: [
          { kind: 'Approval', request: 'run-1-after-canary', requestedAt: moment('00:57:52') },
          { kind: 'TimedWait', waitMs: 3_600_000 },
        ],
        enteredAt: moment('00:57:20'),
        startedAt: moment('00:57:20'),
        updatedAt: moment('00:57:51'),
      },
      {
        name: 'prod',
        clusters: [{ cluster: 'c3' }],
        before: [{ kind: 'Approval', request: 'run-1-before-prod' }],
        after: [],
      },
    ],
    deletion: { name: 'kubernetes-fleet.io/deleteStage', clusters: [], before: [], after: [] },
  });
});

it('C/UR-119: gates that are open stay open, stages that are over stay over', () => {
  const [canary, prod] = STAGES;
  const tasks = [
    {
      type: 'Approval' as const,
      approvalRequestName: 'run-1-after-canary',
      conditions: [says('ApprovalRequestCreated', '00:57:52'), says('ApprovalRequestApproved', '00:58:00')],
    },
    { type: 'TimedWait' as const, conditions: [says('WaitTimeElapsed', '01:57:51')] },
  ];
  const over = { ...canary, afterStageTaskStatus: tasks, conditions: [says('Succeeded', '01:57:52')] };
  expect(adopt({ stagesStatus: [over, prod] })?.stages[0]).toMatchObject({
    succeededAt: moment('01:57:52'),
    after: [{ doneAt: moment('00:58:00') }, { doneAt: moment('01:57:51') }],
  });
});

it('counts the clusters of a stage as updated only when all of them are', () => {
  const [canary, prod] = STAGES;
  const [c1, c2] = canary.clusters;
  const busy = { ...canary, clusters: [c1, { ...c2, conditions: [says('Started', '00:57:36')] }] };
  expect(adopt({ stagesStatus: [busy, prod] })?.stages[0].updatedAt).toBeUndefined();
});

it('B/OV-060: freezes what its override snapshots say', () => {
  const matched: MatchedOverrides = {
    snapshots: [{ kind: 'ClusterResourceOverrideSnapshot', name: 'cro-1', hash: 'h', rules: [0] }],
    variables: {},
  };
  const overridesOf: ForeignRun['overridesOf'] = ({ clusterName }) =>
    clusterName === 'c3' ? matched : NO_OVERRIDES;
  const frozen = adopt({}, { overridesOf })?.plan?.overrides;
  expect(frozenOn(frozen, 'c3')).toEqual(matched);
  expect(frozenOn(frozen, 'c1')).toEqual(NO_OVERRIDES);
});

it('a strategy that says its defaults is the same', () => {
  const spelled = { ...STRATEGY, comparisonOption: 'PartialComparison', whenToTakeOver: 'Always' } as const;
  expect(adopt({ appliedStrategy: spelled })?.plan?.applyStrategy).toEqual(STRATEGY);
  const other = { ...STRATEGY, whenToApply: 'IfNotDrifted' } as const;
  expect(adopt({ appliedStrategy: other })?.plan?.applyStrategy).toEqual(other);
});

it.each([
  { rule: 'it has not been initialized', patch: { conditions: [] } },
  { rule: 'its initialization failed', patch: { conditions: [says('Initialized', '00:57:20', 'False')] } },
  {
    rule: 'it has succeeded',
    patch: { conditions: [says('Initialized', '00:57:20'), says('Succeeded', '01:00:00')] },
  },
  {
    rule: 'it has failed',
    patch: { conditions: [says('Initialized', '00:57:20'), says('Succeeded', '01:00:00', 'False')] },
  },
  { rule: 'it names no snapshot', patch: { resourceSnapshotIndexUsed: '' } },
  { rule: 'it names no policy', patch: { policySnapshotIndexUsed: 'x' } },
  { rule: 'it shows no strategy', patch: { stagedUpdateStrategySnapshot: undefined } },
  { rule: 'its stages are not those of its strategy', patch: { stagesStatus: [STAGES[1], STAGES[0]] } },
])('is planned as any run when $rule', ({ patch }) => {
  expect(adopt(patch)).toBeUndefined();
});

it('is planned as any run when nothing is known of it, or of an override', () => {
  expect(adoptRun({ ...FOREIGN, status: undefined })).toBeUndefined();
  expect(adopt({}, { overridesOf: () => undefined })).toBeUndefined();
});

const FOREIGN: ForeignRun = {
  ...{ name: 'run-1', status: STATUS, approvers: [] },
  placement: { uid: 'uid', spec: { resourceSelectors: [] } },
  overridesOf: () => NO_OVERRIDES,
};
