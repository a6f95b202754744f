import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stamp } from './hub';
import { ago, ahead } from './moments';
import { ALLOWED } from './people';

type Counts = Schemas['TargetCounts'];
type Rollout = Schemas['VersionRollout'];

export const DAY = 24 * 60;
export const VERSION = '1.31.4';

function counts(of: Partial<Omit<Counts, 'total'>> = {}): Counts {
  const all = {
    succeeded: 0,
    running: 0,
    pending: 0,
    paused: 0,
    failed: 0,
    skipped: 0,
    ineligible: 0,
    removed: 0,
    ...of,
  };
  return { ...all, total: Object.values(all).reduce((sum, one) => sum + one, 0) };
}

export const STAGES = [
  { name: 'testing', fleets: ['testing'], soakDuration: '72h', clusters: 4 },
  { name: 'staging', fleets: ['staging'], soakDuration: '72h', clusters: 4 },
  {
    name: 'us-west1',
    fleets: ['production'],
    selector: 'prod-region=us-west1',
    soakDuration: '72h',
    clusters: 6,
  },
  {
    name: 'europe-west1',
    fleets: ['production'],
    selector: 'prod-region=europe-west1',
    soakDuration: '96h',
    clusters: 6,
  },
  { name: 'us-east1', fleets: ['production'], soakDuration: '0s', clusters: 8 },
] as const;

export const clusterNames = (stage: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${stage}-${String(index + 1).padStart(2, '0')}`);

interface StageOf {
  readonly phase: Schemas['VersionStagePhase'];
  readonly counts?: Counts;
  readonly more?: Partial<Schemas['VersionStage']>;
}

const pipelineOf = (parts: readonly StageOf[]): Schemas['VersionStage'][] =>
  STAGES.map(({ name, fleets, soakDuration, clusters, ...stage }, index) => ({
    number: index + 1,
    name,
    fleets: [...fleets],
    ...('selector' in stage && { selector: stage.selector }),
    phase: parts[index].phase,
    counts: parts[index].counts ?? counts({ pending: clusters }),
    soakDuration,
    soakSource: 'Sequence',
    ...parts[index].more,
  }));

const PERMITS: Schemas['VersionRolloutPermits'] = {
  pause: ALLOWED,
  resume: ALLOWED,
  cancel: ALLOWED,
  forceComplete: ALLOWED,
  overrideSoak: ALLOWED,
  skipCluster: ALLOWED,
  retry: ALLOWED,
  ignoreMaintenance: ALLOWED,
};

const CONDITIONS: Schemas['Condition'][] = [
  {
    type: 'Accepted',
    status: 'True',
    reason: 'RolloutAccepted',
    message: 'The rollout belongs to the sequence bank.',
    lastTransitionTime: ago(9 * DAY),
  },
  {
    type: 'Succeeded',
    status: 'Unknown',
    reason: 'RolloutInProgress',
    message: 'Stage us-west1 is the current one.',
    lastTransitionTime: ago(9 * DAY),
  },
];

function rolloutOf(parts: readonly StageOf[], more: Partial<Rollout> = {}): Rollout {
  const pipeline = pipelineOf(parts);
  const current = pipeline.find(({ phase }) => phase !== 'Completed' && phase !== 'Skipped');
  const sum = (key: keyof Counts) => pipeline.reduce((total, stage) => total + stage.counts[key], 0);
  const all = Object.fromEntries(
    Object.keys(counts()).map(key => [key, sum(key as keyof Counts)]),
  ) as unknown as Counts;
  const name = more.name ?? 'bank-cp-1-31-4';
  return {
    name,
    uid: `uid-${name}`,
    sequence: 'bank',
    upgradeType: 'ControlPlane',
    version: VERSION,
    trigger: 'System',
    intent: 'Regular',
    phase: 'Running',
    isOver: false,
    createdAt: ago(9 * DAY),
    startedAt: ago(9 * DAY),
    ...(current && {
      currentStage: current.name,
      currentStageNumber: current.number,
      currentStagePhase: current.phase,
      ...(current.soakEndsAt !== undefined && { soakEndsAt: current.soakEndsAt }),
    }),
    counts: all,
    text: `${all.succeeded}/${all.total}`,
    stages: pipeline,
    resourceVersion: '4711',
    generation: 1,
    pipeline,
    blockers: [],
    conditions: CONDITIONS,
    spec: {
      sequence: 'bank',
      upgradeType: 'ControlPlane',
      version: VERSION,
      trigger: 'System',
      intent: 'Regular',
    },
    manifest: {
      apiVersion: 'fleetstage.io/v1alpha1',
      kind: 'Rollout',
      metadata: { name },
      spec: { sequence: 'bank', upgradeType: 'ControlPlane', version: VERSION },
    },
    clusterCount: 28,
    predictedFinish: ahead(11 * DAY),
    may: PERMITS,
    timelineCount: 4,
    ...more,
  };
}

const done = (
  succeeded: number,
  soakedDaysAgo: number,
  more: Partial<Schemas['VersionStage']> = {},
): StageOf => ({
  phase: 'Completed',
  counts: counts({ succeeded }),
  more: {
    soakStartedAt: ago((soakedDaysAgo + 3) * DAY),
    soakEndsAt: ago(soakedDaysAgo * DAY),
    endedAt: ago(soakedDaysAgo * DAY),
    ...more,
  },
});

const blocker = (
  cause: string,
  message: string,
  clusters: string[],
  more: Partial<Schemas['Blocker']>,
): Schemas['Blocker'] => ({
  cause,
  message,
  stage: 'us-west1',
  clusters,
  clusterCount: clusters.length,
  since: ago(6 * 60),
  ...more,
});

const BLOCKERS = [
  blocker(
    'UpgradeFailed',
    'The upgrade failed on 1 cluster: no capacity for a new machine.',
    ['us-west1-05'],
    {
      state: 'failing',
      actor: 'clusterOwner',
    },
  ),
  blocker(
    'OutsideMaintenanceWindow',
    '2 clusters are outside their maintenance windows.',
    ['us-west1-03', 'us-west1-04'],
    {
      state: 'waiting',
      until: ahead(8 * 60),
      actor: 'engine',
    },
  ),
];

export const failingRollout = rolloutOf(
  [
    done(4, 6, { counts: counts({ succeeded: 3, ineligible: 1 }) }),
    done(4, 2, { forced: true }),
    { phase: 'Running', counts: counts({ succeeded: 2, running: 1, pending: 2, failed: 1 }) },
    { phase: 'Pending' },
    { phase: 'Pending' },
  ],
  { blockers: BLOCKERS, waitsFor: BLOCKERS[0], forcedSoakAt: ahead(27 * DAY) },
);

export const soakingRollout = rolloutOf(
  [
    {
      phase: 'Soaking',
      counts: counts({ succeeded: 4 }),
      more: { soakStartedAt: ago(DAY), soakEndsAt: ahead(2 * DAY) },
    },
    { phase: 'Pending' },
    { phase: 'Pending' },
    { phase: 'Pending' },
    { phase: 'Pending' },
  ],
  { name: 'bank-np-1-31-4', upgradeType: 'Node', startedAt: ago(2 * DAY), createdAt: ago(2 * DAY) },
);

export const ignoringRollout: Rollout = { ...failingRollout, ignoresMaintenance: true };

export const waitingRollout = rolloutOf(
  [
    { phase: 'Completed', counts: counts({ succeeded: 4 }) },
    done(4, 0),
    { phase: 'Pending' },
    { phase: 'Pending' },
    { phase: 'Pending' },
  ],
  {
    name: 'bank-cp-1-31-5',
    version: '1.31.5',
    phase: 'Paused',
    reason: 'WaitingForNextStage',
    startedAt: ago(4 * DAY),
  },
);

export const completedRollout = rolloutOf([done(4, 30), done(4, 26), done(6, 22), done(6, 17), done(8, 17)], {
  name: 'bank-cp-1-30-9',
  version: '1.30.9',
  phase: 'Completed',
  isOver: true,
  startedAt: ago(40 * DAY),
  endedAt: ago(17 * DAY),
  predictedFinish: undefined,
});

const cluster = (
  name: string,
  stageNumber: number,
  more: Partial<Schemas['VersionRolloutCluster']> = {},
): Schemas['VersionRolloutCluster'] => ({
  name,
  fleet: STAGES[stageNumber - 1].fleets[0],
  stage: STAGES[stageNumber - 1].name,
  stageNumber,
  state: 'Succeeded',
  reason: 'Upgraded',
  message: `Upgraded to ${VERSION}.`,
  controlPlane: VERSION,
  nodes: '1.30.9',
  isSkipped: false,
  targets: [
    {
      state: 'Succeeded',
      reason: 'Upgraded',
      message: `Upgraded to ${VERSION}.`,
      fromVersion: '1.30.9',
      version: VERSION,
      startedAt: ago(8 * DAY),
      endedAt: ago(8 * DAY - 14),
    },
  ],
  ...more,
});

const held = (name: string, message: string, more: Partial<Schemas['VersionRolloutCluster']>) =>
  cluster(name, 3, { controlPlane: '1.30.9', message, targets: [], since: ago(6 * 60), ...more });

const CLUSTERS: Schemas['VersionRolloutCluster'][] = [
  held('us-west1-05', 'The upgrade failed: no capacity for a new machine.', {
    state: 'Failed',
    reason: 'UpgradeFailed',
    attempts: 2,
    lastAttemptAt: ago(50),
    nextAttemptAt: ahead(10),
  }),
  held('us-west1-06', 'The control plane is upgraded by Cluster API.', {
    state: 'Running',
    reason: 'UpgradeInProgress',
    attempts: 1,
    lastAttemptAt: ago(9),
  }),
  ...['us-west1-03', 'us-west1-04'].map(name =>
    held(name, `Its next maintenance window opens ${ahead(8 * 60)}.`, {
      state: 'Pending',
      reason: 'OutsideMaintenanceWindow',
      nextWindow: ahead(8 * 60),
    }),
  ),
  cluster('testing-04', 1, {
    state: 'Ineligible',
    reason: 'MinorSkew',
    controlPlane: '1.28.3',
    message: `It is at 1.28.3, more than one minor version below ${VERSION}: upgrade it to 1.30 or later by hand.`,
    targets: [],
  }),
  ...clusterNames('testing', 3).map(name => cluster(name, 1)),
  ...clusterNames('staging', 4).map(name => cluster(name, 2)),
  ...clusterNames('us-west1', 2).map(name => cluster(name, 3)),
  ...[4, 5].flatMap(number =>
    clusterNames(STAGES[number - 1].name, STAGES[number - 1].clusters).map(name =>
      cluster(name, number, {
        state: 'Pending',
        reason: 'WaitingForStage',
        controlPlane: '1.30.9',
        message: 'Its stage has not begun.',
        targets: [],
      }),
    ),
  ),
];

export const clusterPage = (query: URLSearchParams): Schemas['VersionRolloutClusterPage'] => {
  const matches = (key: string, value: string) =>
    !query.has(key) || (query.get(key) ?? '').split(',').includes(value);
  const items = CLUSTERS.filter(
    ({ name, state, reason, stage }) =>
      matches('state', state) &&
      matches('reason', reason) &&
      matches('stage', stage) &&
      name.includes(query.get('q') ?? ''),
  );
  const countBy = (key: 'state' | 'reason') =>
    CLUSTERS.reduce<Record<string, number>>(
      (all, one) => ({ ...all, [one[key]]: (all[one[key]] ?? 0) + 1 }),
      {},
    );
  return { ...stamp, items, total: items.length, counts: countBy('state'), reasons: countBy('reason') };
};

export const rolloutDetail = (rollout: Rollout): Schemas['VersionRolloutDetail'] => ({ ...stamp, rollout });
