import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { tallyOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { stamp } from './hub';
import { ago, ahead } from './moments';
import { ALLOWED, MAYA } from './people';

type Run = Schemas['RunSummary'];
type Bar = Schemas['StageBar'];
type Mark = Schemas['GateMark'];

const mark = (text: string): Mark => {
  const [kind, state] = text.split(':');
  return { kind: kind as Mark['kind'], state: state as Mark['state'] };
};

/** `bar('canary', 'done', { updated: 3 }, ['approval:asked'])` */
export function bar(
  name: string,
  state: Bar['state'],
  counts: Bar['counts'],
  after: readonly string[] = [],
  before: readonly string[] = [],
): Bar {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tally = tallyOf(counts);
  return { name, state, total, counts, tally, gatesBefore: before.map(mark), gatesAfter: after.map(mark) };
}

function sumCounts(stages: readonly Bar[]): Schemas['Counts'] {
  const counts: Record<string, number> = {};
  for (const stage of stages.filter(({ isRemoval }) => !isRemoval)) {
    for (const [state, count] of Object.entries(stage.counts)) counts[state] = (counts[state] ?? 0) + count;
  }
  return counts;
}

export function run(name: string, state: Run['state'], stages: readonly Bar[], more: Partial<Run> = {}): Run {
  const counts = sumCounts(stages);
  return {
    scope: '_',
    name,
    uid: `uid-${name}`,
    placement: name.replace(/(-\d+)+$/, ''),
    strategy: 'careful-three',
    snapshot: '14',
    state,
    isOver: ['succeeded', 'failed', 'couldNotPrepare'].includes(state),
    createdAt: ago(146),
    startedAt: ago(145),
    startedBy: MAYA,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    tally: tallyOf(counts),
    stages: [...stages],
    ...more,
  };
}

const blocker = (more: Partial<Schemas['Blocker']>): Schemas['Blocker'] => ({
  cause: 'ApprovalPending',
  message: '',
  clusterCount: 0,
  clusters: [],
  ...more,
});

export const otel = run(
  'otel-collector-0-118',
  'failing',
  [
    bar('early', 'done', { updated: 5 }),
    bar('rest', 'failing', { updated: 4, updating: 1, failing: 2, notStarted: 4 }),
  ],
  {
    placement: 'otel-collector',
    strategy: 'two-steps',
    createdAt: ago(61),
    startedAt: ago(60),
    waitsFor: blocker({
      cause: 'ClusterFailing',
      state: 'failing',
      message:
        'Apply was refused on 2 clusters: field spec.template.spec.containers is owned by kubectl-edit',
      clusterCount: 2,
      clusters: ['eks-use-prd-02', 'gke-asw-prd-01'],
      since: ago(11),
      actor: 'appOwner',
      stage: 'rest',
    }),
  },
);

export const payments = run(
  'payments-2-14-0',
  'waitingForApproval',
  [
    bar('staging', 'done', { updated: 3 }, ['wait:elapsed']),
    bar('canary', 'waitingForApproval', { updated: 3 }, ['approval:asked']),
    bar('production', 'notStarted', { notStarted: 12 }, ['wait:notBegun', 'approval:notAsked']),
  ],
  {
    placement: 'payments-api',
    waitsFor: blocker({
      state: 'waiting',
      message: 'Waits for an approval after canary',
      since: ago(47),
      actor: 'approver',
      stage: 'canary',
    }),
  },
);

export const policyBaseline = run(
  'policy-baseline-31',
  'waitingForApproval',
  [
    bar('staging', 'done', { updated: 8 }),
    bar('canary', 'done', { updated: 8 }),
    bar('production', 'waitingForApproval', { notStarted: 32 }, [], ['approval:asked']),
  ],
  {
    placement: 'policy-baseline',
    strategy: 'security-three',
    createdAt: ago(200),
    waitsFor: blocker({
      state: 'waiting',
      message: 'Waits for an approval before production',
      since: ago(12),
      actor: 'approver',
      stage: 'production',
    }),
  },
);

export const certManager = run(
  'cert-manager-1-17',
  'waiting',
  [
    bar('staging', 'waiting', { updated: 8 }, ['wait:counting']),
    bar('canary', 'notStarted', { notStarted: 8 }, ['approval:notAsked']),
    bar('production', 'notStarted', { notStarted: 32 }),
  ],
  {
    placement: 'cert-manager',
    createdAt: ago(60),
    startedAt: ago(58),
    waitsFor: blocker({
      cause: 'WaitTime',
      state: 'info',
      message: 'Waits 1 h after staging',
      since: ago(22),
      until: ahead(38),
      actor: 'engine',
      stage: 'staging',
    }),
  },
);

export const ingress = run(
  'ingress-1-9-4',
  'waitingForApproval',
  [
    bar('staging', 'done', { updated: 3 }),
    bar('production', 'waitingForApproval', { updated: 16 }, ['approval:asked']),
    { ...bar('Removal', 'notStarted', { notStarted: 2 }), isRemoval: true },
  ],
  {
    placement: 'ingress-gateway',
    createdAt: ago(420),
    startedAt: ago(418),
    waitsFor: blocker({
      state: 'waiting',
      message: 'Waits for an approval after production',
      since: ago(184),
      actor: 'approver',
      stage: 'production',
    }),
  },
);

const ended = (minutes: number, took: number) => ({
  createdAt: ago(minutes + took + 1),
  startedAt: ago(minutes + took),
  endedAt: ago(minutes),
});

export const gatewayTls = run('gateway-tls-2', 'succeeded', [bar('all', 'done', { updated: 48 })], {
  placement: 'gateway-tls',
  strategy: 'all-at-once',
  snapshot: '5',
  ...ended(95, 132),
});
export const quotaDefaults = run(
  'quota-defaults-7',
  'succeeded',
  [bar('canary', 'done', { updated: 8 }), bar('production', 'done', { updated: 40 })],
  { placement: 'quota-defaults', snapshot: '7', startedBy: { ref: 'kubectl' }, ...ended(180, 74) },
);
export const checkout = run(
  'checkout-3-0-0',
  'failed',
  [bar('canary', 'failed', { updated: 5, failed: 1 }), bar('production', 'notReached', { notStarted: 18 })],
  { placement: 'checkout-web', snapshot: '9', ...ended(260, 41) },
);

export const unfinished: readonly Run[] = [otel, payments, policyBaseline, certManager, ingress];
export const finished: readonly Run[] = [gatewayTls, quotaDefaults, checkout];

export const otherStates: readonly Run[] = [
  run('sidecar-7', 'preparing', [], {
    placement: 'sidecar',
    createdAt: ago(1),
    startedAt: undefined,
    snapshot: undefined,
  }),
  run(
    'node-agent-4-2',
    'readyToStart',
    [bar('canary', 'notStarted', { notStarted: 2 }), bar('production', 'notStarted', { notStarted: 10 })],
    {
      placement: 'node-agent',
      startedAt: undefined,
      createdAt: ago(8),
    },
  ),
  run('metrics-88', 'stuck', [bar('ring1', 'stuck', { updated: 1, stuck: 1, notStarted: 4 })], {
    placement: 'metrics',
    waitsFor: blocker({
      cause: 'ClusterStuck',
      state: 'stuck',
      message: 'gke-asw-stg-01: Deployment metrics/agent, 1 of 3 replicas ready',
      clusterCount: 1,
      clusters: ['gke-asw-stg-01'],
      since: ago(26),
      actor: 'clusterOwner',
      stage: 'ring1',
    }),
  }),
  run('dns-policy-12', 'stopped', [bar('canary', 'stopped', { updated: 4, notStarted: 8 })], {
    placement: 'dns-policy',
    createdAt: ago(2900),
    startedAt: ago(2890),
    waitsFor: blocker({
      cause: 'Stopped',
      state: 'waiting',
      message: 'Stopped: pager at night',
      since: ago(1600),
      actor: 'operator',
    }),
  }),
];

export function runPage(items: readonly Run[], more: Partial<Schemas['RunPage']> = {}): Schemas['RunPage'] {
  return { ...stamp, items: [...items], total: items.length, mayCreate: ALLOWED, ...more };
}

/** Finished runs of the past, newest first. */
export function pastRuns(count: number, from = 0): Run[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const [a, b] = [4 + (n % 3), 12 + ((n * 7) % 60)];
    const name = `${['payments-api', 'checkout-web', 'otel-collector', 'ingress-gateway'][n % 4]}-${240 - n}`;
    return run(
      name,
      'succeeded',
      [bar('canary', 'done', { updated: a }), bar('production', 'done', { updated: b })],
      {
        placement: name.replace(/-\d+$/, ''),
        snapshot: String(240 - n),
        ...ended(300 + n * 190, 30 + (n % 5) * 17),
      },
    );
  });
}
