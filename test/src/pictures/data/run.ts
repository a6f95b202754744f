import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { FixtureApi } from '../fixtures';
import { stamp } from './hub';
import { ago, ahead } from './moments';
import { JONAS } from './people';
import {
  approval,
  aRun,
  condition,
  stage,
  wait,
  type Gate,
  type Run,
  type RunCluster,
  type Stage,
} from './runParts';

export type { Run } from './runParts';

const RINGS = [
  { name: 'ring0', total: 10, done: 10 },
  { name: 'ring1', total: 40, done: 40 },
  { name: 'ring2', total: 150, done: 150 },
  { name: 'ring3', total: 300, done: 171 },
  { name: 'ring4', total: 500, done: 0 },
] as const;
const REGIONS = ['euc', 'weu', 'apac', 'use'];

/** Five rings of a thousand clusters in all, or of as many as the factor says; ring3 has trouble. */
export function bigRun(factor = 1): Run {
  const name = 'node-exporter-1-10';
  const pipeline = RINGS.map((ring, index) => bigStage(name, ring, index, factor));
  const ring3 = pipeline[3];
  const of = (state: RunCluster['state']) =>
    ring3.clusters.filter(cluster => cluster.state === state).map(cluster => cluster.name);
  const failing = of('failing');
  const stuck = of('stuck');
  const first = failing.slice(0, Math.ceil(failing.length * 0.7));
  const rest = failing.slice(first.length);
  return aRun(name, 'failing', pipeline, {
    placement: 'edge-node-exporter',
    strategy: 'five-rings',
    snapshot: '42',
    previousSnapshot: '41',
    startedAt: ago(320),
    startedBy: { ref: 'user:default/tomas.ferreira' },
    timelineCount: 2214,
    changeCount: 2,
    blockers: [
      blocker(
        'failing',
        'Image pull refused: mirror-euc answers 403. DaemonSet edge/node-exporter',
        first,
        18,
        'appOwner',
      ),
      blocker(
        'failing',
        'Apply refused: field spec.template.spec.priorityClassName of DaemonSet edge/node-exporter is owned by kubectl-edit',
        rest,
        11,
        'appOwner',
      ),
      blocker(
        'stuck',
        'Not available: 2 of 38 pods of DaemonSet edge/node-exporter wait for a node',
        stuck,
        9,
        'clusterOwner',
      ),
    ].filter(({ clusterCount }) => clusterCount > 0),
  });
}

function blocker(
  state: 'failing' | 'stuck',
  message: string,
  clusters: string[],
  minutes: number,
  actor: 'appOwner' | 'clusterOwner',
): Schemas['Blocker'] {
  return {
    cause: state === 'failing' ? 'ClusterFailing' : 'ClusterStuck',
    state,
    message,
    stage: 'ring3',
    clusters,
    clusterCount: clusters.length,
    since: ago(minutes),
    actor,
  };
}

function bigStage(run: string, ring: (typeof RINGS)[number], index: number, factor: number): Stage {
  const total = Math.round(ring.total * factor);
  const done = Math.round(ring.done * factor);
  const slots = index === 0 ? total : Math.max(1, Math.round(total / 10));
  const clusters = Array.from({ length: total }, (_, i) => bigCluster(ring.name, i, done, slots));
  const state = ring.done === 0 ? 'notStarted' : ring.done < ring.total ? 'failing' : 'done';
  const ended = 300 - index * 60;
  const gates: Record<string, Gate[]> = {
    ring0: [wait('ring0', 60, { state: 'elapsed', beganAt: ago(ended), endsAt: ago(ended - 60) })],
    ring1: [approval(run, 'ring1', { state: 'approved', actor: JONAS, doneAt: ago(200) })],
    ring2: [wait('ring2', 120, { state: 'elapsed', beganAt: ago(167), endsAt: ago(47) })],
    ring3: [wait('ring3', 720)],
    ring4: [approval(run, 'ring4')],
  };
  return stage(index + 1, ring.name, state, clusters, {
    selector: `ring=${ring.name.slice(4)}`,
    concurrency: index === 0 ? '100%' : '10%',
    slots,
    gatesAfter: gates[ring.name],
    ...(state === 'done' && {
      proof: { snapshot: '42', available: total, total, unbrokenSince: ago(ended) },
    }),
  });
}

const failsHere = (index: number) => index % 25 === 7;
const hangsHere = (index: number) => index % 90 === 41;
const troubledAmong = (done: number) =>
  Array.from({ length: done }, (_, index) => index).filter(index => failsHere(index) || hangsHere(index))
    .length;

function bigCluster(ring: string, index: number, done: number, slots: number): RunCluster {
  const region = REGIONS[index % REGIONS.length];
  const base = { name: `edge-${region}-${ring.slice(4)}${String(index + 1).padStart(3, '0')}`, region };
  const isTroubled = ring === 'ring3';
  if (isTroubled && index < done && failsHere(index)) {
    return {
      ...base,
      state: 'failing',
      since: ago(16),
      startedAt: ago(20),
      snapshot: '41',
      cause: 'Image pull refused: mirror-euc answers 403. 11 tries, next in 40 s',
    };
  }
  if (isTroubled && index < done && hangsHere(index)) {
    return {
      ...base,
      state: 'stuck',
      since: ago(9),
      startedAt: ago(14),
      snapshot: '41',
      cause: '2 of 38 pods wait for a node',
    };
  }
  if (index < done)
    return {
      ...base,
      state: 'updated',
      since: ago(60),
      startedAt: ago(63),
      endedAt: ago(60),
      snapshot: '42',
    };
  if (isTroubled && index < done + slots - troubledAmong(done))
    return { ...base, state: 'updating', since: ago(2), startedAt: ago(2), snapshot: '41' };
  return { ...base, state: 'notStarted', snapshot: '41' };
}

export const CHECKS: Schemas['Check'][] = [
  {
    id: 'targets',
    level: 'look',
    text: '1 of 12 production clusters has no recent status: eks-use-prd-03. It would hold 1 of 3 slots.',
    clusters: ['eks-use-prd-03'],
  },
  {
    id: 'proof',
    level: 'pass',
    text: '3 of 3 canary clusters available on snapshot 14, without a break for 47 min.',
    clusters: ['aks-neu-can-01', 'aks-weu-can-01', 'eks-use-can-01'],
  },
  { id: 'gates', level: 'pass', text: 'All gates before this one passed: staging (wait).' },
  { id: 'plan', level: 'pass', text: 'The plan holds: same policy, same 18 clusters.' },
  { id: 'runs', level: 'pass', text: 'No other run holds these clusters.' },
  { id: 'change', level: 'pass', text: '2 changed, 1 added, 0 deleted, 11 as before.' },
];

export function gateDetail(run: Run, more: Partial<Schemas['GateDetail']> = {}): Schemas['GateDetail'] {
  const gate = run.pipeline
    .flatMap(one => [...one.gatesBefore, ...one.gatesAfter])
    .find(one => one.kind === 'approval' && one.state !== 'approved');
  return {
    ...stamp,
    gate: gate ?? approval(run.name, 'canary'),
    run: run.name,
    placement: run.placement,
    snapshot: run.snapshot,
    previousSnapshot: run.previousSnapshot,
    checks: CHECKS,
    startsStage: { kind: 'stage', stage: 'production', clusterCount: 12, slots: 3 },
    approvers: ['group:default/platform-approvers'],
    thenGates: [
      { kind: 'wait', state: 'notBegun' },
      { kind: 'approval', state: 'notAsked' },
    ],
    ...more,
  };
}

const event = (
  at: string,
  name: string,
  more: Partial<Schemas['TimelineEvent']> = {},
): Omit<Schemas['TimelineEvent'], 'id'> => ({
  at,
  event: name,
  actor: { ref: 'engine' },
  ...more,
});

/** What must have happened for the run to stand as it does, newest first. */
export function eventsOf(run: Run): Schemas['TimelineEvent'][] {
  const told: Omit<Schemas['TimelineEvent'], 'id'>[] = [
    event(run.createdAt, 'created', { actor: run.startedBy ?? { ref: 'kubectl' } }),
    event(run.createdAt, 'initialized', {
      message: `${run.total} clusters in ${run.pipeline.filter(one => !one.isRemoval).length} stages`,
    }),
    ...run.pipeline.filter(one => one.state !== 'notStarted').flatMap(stageEvents),
  ];
  return told
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map((one, index) => ({ ...one, id: String(index + 1) }))
    .reverse();
}

function stageEvents({
  name,
  clusters,
  gatesBefore,
  gatesAfter,
}: Stage): Omit<Schemas['TimelineEvent'], 'id'>[] {
  const started = clusters.flatMap(({ startedAt }) => startedAt ?? []).sort();
  const done = clusters.filter(({ state, endedAt }) => state === 'updated' && endedAt !== undefined);
  const folded =
    done.length > 6
      ? [{ at: done[done.length - 1].endedAt ?? '', clusters: done.map(one => one.name) }]
      : done.map(one => ({ at: one.endedAt ?? '', cluster: one.name }));
  return [
    ...(started.length > 0 ? [event(started[0], 'stageStarted', { stage: name })] : []),
    ...folded.map(({ at, ...more }) => event(at, 'clusterSucceeded', { stage: name, ...more })),
    ...clusters
      .filter(({ state }) => state === 'failing')
      .slice(0, 1)
      .map(one =>
        event(one.since ?? '', 'clusterFailed', { stage: name, cluster: one.name, message: one.cause }),
      ),
    ...[...gatesBefore, ...gatesAfter].flatMap(gateEvents),
  ];
}

function gateEvents({
  stage: of,
  task,
  askedAt,
  doneAt,
  endsAt,
  state,
  actor,
  comment,
}: Gate): Omit<Schemas['TimelineEvent'], 'id'>[] {
  const events = askedAt
    ? [event(askedAt, 'approvalRequested', { stage: of, task, message: 'platform-approvers decide' })]
    : [];
  if (state === 'approved' && doneAt)
    events.push(event(doneAt, 'approved', { stage: of, task, actor, message: comment }));
  if (state === 'elapsed') events.push(event(doneAt ?? endsAt ?? '', 'waitElapsed', { stage: of, task }));
  return events;
}

export const CHANGES: Schemas['Changes'] = {
  ...stamp,
  from: '13',
  to: '14',
  counts: { added: 1, changed: 2, deleted: 0, unchanged: 11 },
  objects: [
    {
      change: 'changed',
      kind: 'Deployment',
      namespace: 'payments',
      name: 'api',
      fields: [
        {
          path: 'spec.template.spec.containers[api].image',
          before: 'payments-api:2.13.2',
          after: 'payments-api:2.14.0',
        },
      ],
    },
    {
      change: 'changed',
      kind: 'ConfigMap',
      namespace: 'payments',
      name: 'api-limits',
      fields: [
        { path: 'data.burst', before: '40', after: '80' },
        { path: 'data.timeout', after: '12s' },
      ],
    },
    {
      change: 'added',
      kind: 'PodDisruptionBudget',
      namespace: 'payments',
      name: 'api',
      fields: [],
      yamlAfter:
        'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: api\nspec:\n  minAvailable: 2\n',
    },
  ],
};

/** One cluster of a run, as its drawer asks for it. */
export function clusterDetail(run: Run, name: string): Schemas['RunClusterDetail'] | undefined {
  const of = run.pipeline.find(one => one.clusters.some(cluster => cluster.name === name));
  if (of === undefined) return undefined;
  const position = of.clusters.findIndex(cluster => cluster.name === name) + 1;
  const cluster = of.clusters[position - 1];
  const isFailing = cluster.state === 'failing';
  return {
    ...stamp,
    cluster,
    stage: of.name,
    position,
    of: of.total,
    memberState: 'healthy',
    lastSeenAt: ago(0.3),
    conditions: [
      condition('Scheduled', 'True', 'Scheduled', 'Picked by the policy of the placement', 2900),
      condition('RolloutStarted', 'True', 'RolloutStarted', 'Snapshot 14 is released to this cluster', 11),
      condition(
        'Applied',
        isFailing ? 'False' : 'True',
        isFailing ? 'AppliedFailed' : 'Applied',
        isFailing ? '1 of 14 objects could not be applied' : 'All 14 objects are applied',
        11,
      ),
    ],
    failed: isFailing
      ? [
          {
            group: 'apps',
            version: 'v1',
            kind: 'Deployment',
            namespace: 'payments',
            name: 'api',
            reason: 'FailedToApply',
            message: 'conflict with "kubectl-edit": .spec.replicas',
          },
        ]
      : [],
    proof: {
      snapshot: isFailing ? '13' : '14',
      isOfThisRun: !isFailing,
      observedAt: ago(0.4),
      availableSince: isFailing ? undefined : ago(40),
    },
    ...(isFailing && {
      attempts: 11,
      nextTryAt: ahead(1),
      lastError: 'the API server of the cluster answered 409',
    }),
    earlierRuns: [{ name: 'payments-2-13-9', state: 'updated', endedAt: ago(9000), tookSeconds: 141 }],
  };
}

/** Everything that the run page asks for. */
/** The first page; older events are there to load, and are not looked at. */
function timelineOf(run: Run, isNext: boolean): Omit<Schemas['TimelinePage'], keyof Schemas['Stamp']> {
  const items = isNext ? [] : eventsOf(run);
  const total = run.timelineCount ?? items.length;
  return { items, total, nextCursor: !isNext && items.length < total ? 'older' : undefined };
}

export function runApi(
  run: Run,
  { gate, hub }: { gate?: Schemas['GateDetail']; hub?: Schemas['HubState'] } = {},
): FixtureApi {
  const own = { ...stamp, ...(hub && { hub }) };
  return ({ path, query }) => {
    const base = `/runs/_/${run.name}`;
    if (path === base) return { ...own, run };
    if (path === `${base}/timeline`) return { ...own, ...timelineOf(run, query.has('cursor')) };
    if (path === `${base}/changes`) return { ...CHANGES, from: run.previousSnapshot, to: run.snapshot };
    if (path.startsWith(`${base}/gates/`)) return gate ?? gateDetail(run);
    if (path.startsWith(`${base}/clusters/`))
      return clusterDetail(run, path.slice(base.length + '/clusters/'.length));
    return undefined;
  };
}
