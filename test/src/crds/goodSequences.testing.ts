import type { Accepted, Input, Update } from './rows.testing';
import {
  catalog,
  clusterClass,
  exclusion,
  maintenance,
  nights,
  printedExamples,
  selecting,
  sequence,
  sequenceOf,
  sequenceStage,
  target,
  versionRollout,
  window,
} from './sequenceObjects.testing';

const fleets = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `fleet-${from + i}`);
const expressions = (count: number, values: number) =>
  Array.from({ length: count }, (_, i) => ({
    key: `example.com/key-${i}`,
    operator: 'In',
    values: Array.from({ length: values }, (__, j) => `value-${j}`),
  }));
const labels = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`example.com/label-${i}`, 'x']));

const goodStages: (Input & Accepted)[] = [
  {
    name: 'a sequence, with the defaults of all that is left out (E/RS-007, RS-008, RS-011, RS-013…017)',
    object: sequence({
      stages: [{ name: 'testing', fleets: ['testing'] }],
      target: { version: '1.30.14' },
    }),
    seen: {
      spec: {
        stages: [{ soakDuration: '0s', maxConcurrency: '100%' }],
        catalog: 'default',
        target: { force: false },
        maxUpgradeTime: '720h',
        onTimeout: 'ForceSoak',
        emptyStages: 'Soak',
        suspend: false,
      },
    },
  },
  {
    name: 'everything that a sequence can have (E/RS-001, RS-003…016)',
    object: sequence(
      {
        displayName: 'Bank',
        stages: [
          {
            name: 'canary',
            fleets: ['prod', 'edge'],
            clusterSelector: {
              matchLabels: { canary: 'true' },
              matchExpressions: [
                { key: 'region', operator: 'In', values: ['eu', 'us'] },
                { key: 'retired', operator: 'DoesNotExist' },
              ],
            },
            soakDuration: '72h30m',
            maxConcurrency: 3,
          },
          { name: 'main', fleets: ['edge', 'prod'], soakDuration: '720h', maxConcurrency: '1%' },
        ],
        ignoredClustersSelector: { matchExpressions: [{ key: 'frozen', operator: 'Exists' }] },
        upgradeTypes: ['ControlPlaneMinor', 'ControlPlanePatch', 'NodeMinor', 'NodePatch'],
        catalog: 'bank',
        channel: 'Stable',
        target: { version: 'v1.31.1+rke2r1', force: true },
        maxUpgradeTime: '24h',
        onTimeout: 'Pause',
        failurePolicy: { maxFailedClusters: '10%' },
        emptyStages: 'Skip',
        suspend: true,
      },
      'a'.repeat(40),
    ),
  },
  { name: 'no upgrade type at all (E/RS-010)', object: sequence({ stages: [stageOf()], upgradeTypes: [] }) },
  {
    name: 'stages of fleets in turn (E/RV-010)',
    object: sequenceOf(
      { name: 'dev', fleets: ['dev'] },
      { name: 'prod-canary', fleets: ['prod'], clusterSelector: { matchLabels: { canary: 'true' } } },
      { name: 'staging', fleets: ['staging'] },
      { name: 'prod-rest', fleets: ['prod'] },
    ),
  },
  {
    name: 'two fleets of a selector whose catch-alls are apart (E/RV-003, RV-004)',
    object: sequenceOf(
      { name: 'canary', fleets: ['a', 'b'], clusterSelector: { matchLabels: { canary: 'true' } } },
      { name: 'rest-of-a', fleets: ['a'] },
      { name: 'rest-of-b', fleets: ['b'] },
    ),
  },
  {
    name: '31 stages of 10 fleets (E/RS-003, RS-005)',
    object: sequence({
      stages: Array.from({ length: 31 }, (_, i) => ({ name: `s${i}`, fleets: fleets(10, i * 10) })),
    }),
  },
  {
    name: '30 selectors before the catch-all of 10 fleets (E/RS-003, RV-003, RV-005)',
    object: sequence({
      stages: Array.from({ length: 31 }, (_, i) => ({
        name: `s${i}`,
        fleets: fleets(10),
        ...(i < 30 && { clusterSelector: { matchLabels: { wave: String(i) } } }),
      })),
    }),
  },
  {
    name: 'the largest selector (E/KD-014)',
    object: selecting({ matchLabels: labels(20), matchExpressions: expressions(20, 50) }),
  },
  ...['0s', '0h', '1.5h', '43200m', '2592000s'].map(soakDuration => ({
    name: `a soak of ${soakDuration} (E/RV-006, KD-013)`,
    object: sequenceStage({ soakDuration }),
  })),
  ...[1, 999, '1%', '50%', '100%'].map(maxConcurrency => ({
    name: `maxConcurrency ${maxConcurrency} of a sequence (E/RS-008)`,
    object: sequenceStage({ maxConcurrency }),
  })),
  ...['1.30.14', 'v1.31.0', '1.30.14-gke.1150000', '1.30.1+k3s1', 'v1.29.3-eks-adc7111'].map(version => ({
    name: `the version ${version} (E/KD-013, RS-013)`,
    object: sequence({ stages: [stageOf()], target: { version } }),
  })),
];

function stageOf() {
  return { name: 'testing', fleets: ['testing'] };
}

const goodCatalogs: (Input & Accepted)[] = [
  {
    name: 'a catalogue of a class (E/VC-001, VC-003)',
    object: catalog({ clusterClass }),
    seen: { spec: { clusterClass: { advance: 'LatestPatch' } } },
  },
  {
    name: 'everything that a catalogue can have (E/VC-001, VC-002, VC-004)',
    object: catalog({
      channels: [
        {
          name: 'Rapid',
          targets: [
            {
              from: '1.29',
              to: '1.30.14',
              availableFrom: '2026-12-01T00:00:00Z',
              upgradeTypes: ['ControlPlane'],
            },
            { from: 'v1.29.3', to: 'v1.29.9', upgradeTypes: ['Node', 'ControlPlane'] },
          ],
        },
        { name: 'no channel at all' },
      ],
      minors: [{ minor: '1.29', endOfSupport: '2027-02-28T00:00:00Z' }, { minor: '1.30' }],
    }),
  },
  {
    name: '10 channels with 200 targets (E/VC-001, VC-002)',
    object: catalog({
      channels: Array.from({ length: 10 }, (_, i) => ({
        name: `channel-${i}`,
        targets: Array.from({ length: 200 }, (__, j) => ({ from: `1.${j}`, to: `1.${j + 1}.0` })),
      })),
    }),
  },
  { name: 'a target from a full version (E/VC-002)', object: target({ from: '1.29.1-gke.15' }) },
];

const goodPolicies: (Input & Accepted)[] = [
  {
    name: 'a policy, with the defaults of all that is left out (E/MP-002, MP-004)',
    object: exclusion({}),
    seen: { spec: { timeZone: 'UTC', exclusions: [{ scope: 'NoUpgrades' }] } },
  },
  {
    name: 'clusters by fleet, labels and name (E/MP-001)',
    object: maintenance({
      clusters: {
        fleets: ['prod'],
        clusterSelector: { matchLabels: { region: 'eu' } },
        names: ['member-1', 'member-2'],
      },
    }),
  },
  { name: 'clusters by name alone (E/MP-001)', object: maintenance({ clusters: { names: ['a'] } }) },
  {
    name: 'a policy of exclusions alone (E/MP-008)',
    object: exclusionAlone(),
  },
  {
    name: '20 windows and 50 exclusions (E/MP-003, MP-004)',
    object: maintenance({
      windows: Array.from({ length: 20 }, (_, i) => ({ ...nights, name: `w${i}` })),
      exclusions: Array.from({ length: 50 }, (_, i) => ({
        name: `e${i}`,
        startTime: '2026-12-01T00:00:00Z',
        untilEndOfSupport: true,
        scope: 'NoMinorUpgrades',
        reason: 'a'.repeat(1024),
      })),
    }),
  },
  ...[
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'BYDAY=-1FR;FREQ=MONTHLY',
    'FREQ=MONTHLY;BYMONTHDAY=1,15,-1;BYMONTH=1,12',
    'FREQ=WEEKLY;INTERVAL=1;BYDAY=SA;UNTIL=20271231T235959Z',
    'FREQ=DAILY;UNTIL=20271231',
  ].map(recurrence => ({ name: `the recurrence ${recurrence} (E/MP-003)`, object: window({ recurrence }) })),
  {
    name: 'every second week from a date on (E/MP-003)',
    object: window({ recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA', startDate: '2026-12-05' }),
  },
  ...['30m', '1800s', '168h'].map(duration => ({
    name: `a window of ${duration} (E/MP-003)`,
    object: window({ duration }),
  })),
  ...['NoMinorUpgrades', 'NoMinorOrNodeUpgrades'].map(scope => ({
    name: `${scope} until the end of support (E/MP-004)`,
    object: exclusion({ endTime: undefined, untilEndOfSupport: true, scope }),
  })),
];

function exclusionAlone() {
  const { spec, ...rest } = exclusion({});
  return { ...rest, spec: { ...spec, windows: undefined } };
}

const goodRollouts: (Input & Accepted)[] = [
  {
    name: 'a rollout, with the defaults of all that is left out (E/AC-001, AC-006)',
    object: versionRollout(),
    seen: { spec: { state: 'Run', ignoreMaintenance: false } },
  },
  {
    name: 'everything that people can ask of a rollout (E/RO-002, RO-003, AC-001…006)',
    object: versionRollout({
      upgradeType: 'Node',
      trigger: 'User',
      intent: 'EndOfSupportEnforcement',
      state: 'Pause',
      soakOverrides: [{ stage: 'us-west1', soakDuration: '4h' }],
      skippedClusters: Array.from({ length: 1000 }, (_, i) => `member-${i}`),
      retries: [{ cluster: 'member-1', requestedAt: '2026-12-01T00:00:00Z' }],
      ignoreMaintenance: true,
    }),
  },
];

/** Objects of version sequences that a hub accepts. */
export const goodSequences: (Input & Accepted)[] = [
  ...printedExamples().map(example => ({
    name: `the ${example.kind} as it is printed (E/EX-001)`,
    object: example,
  })),
  ...goodStages,
  ...goodCatalogs,
  ...goodPolicies,
  ...goodRollouts,
];

const named = (name: string, patch: object = {}) => versionRollout(patch, name);
const RUNNING = { phase: 'Running', currentStage: 'us-west1' };

export const goodSequenceChanges: Update[] = [
  {
    name: 'another soak, by the sequence (E/EX-003, MO-001)',
    before: sequence({ stages: [{ ...stageOf(), soakDuration: '72h' }] }, 'good-20'),
    after: sequence({ stages: [{ ...stageOf(), soakDuration: '4h' }] }),
  },
  {
    name: 'a rollout that is paused (E/AC-001)',
    before: named('good-21'),
    after: named('', { state: 'Pause' }),
  },
  {
    name: 'a paused rollout that goes on (E/AC-001)',
    before: named('good-22', { state: 'Pause' }),
    after: named('', { state: 'Run' }),
  },
  {
    name: 'a rollout that is cancelled (E/AC-001)',
    before: named('good-23', { state: 'Pause' }),
    after: named('', { state: 'Cancel' }),
  },
  {
    name: 'the current stage, completed by force (E/AC-002)',
    before: named('good-24'),
    status: RUNNING,
    after: named('', { forceCompletedStages: ['us-west1'] }),
  },
  {
    name: 'another soak for one rollout (E/AC-003, EX-003)',
    before: named('good-25'),
    after: named('', { soakOverrides: [{ stage: 'us-west1', soakDuration: '4h' }] }),
  },
  {
    name: 'a skipped cluster that gets its turn again (E/AC-004)',
    before: named('good-26', { skippedClusters: ['a', 'b'] }),
    after: named('', { skippedClusters: ['b'] }),
  },
  {
    name: 'a cluster to try again (E/AC-005)',
    before: named('good-27', { retries: [{ cluster: 'a', requestedAt: '2026-12-01T00:00:00Z' }] }),
    after: named('', { retries: [{ cluster: 'a', requestedAt: '2026-12-02T00:00:00Z' }] }),
  },
  {
    name: 'a rollout that is over and does not change (E/AC-010)',
    before: named('good-28', { skippedClusters: ['a'] }),
    status: { phase: 'Completed' },
    after: named('', { skippedClusters: ['a'] }),
  },
];
