import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countChecks } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { FixtureApi } from '../fixtures';
import { stamp } from './hub';
import { ago, ahead } from './moments';
import { JONAS } from './people';
import { countOfEvents, timelineOf } from './runEvents';
import { approval, aRun, condition, stage, wait } from './runParts';
import type { Gate, Run, RunCluster, Stage } from './runParts';

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
    changeCount: 2,
    blockers: [
      blocker(
        'failing',
        'Image pull refused: mirror-euc answers 403. DaemonSet edge/node-exporter',
        first,
        16,
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

/** How many minutes ago the last cluster of each ring was updated: before its gate, and after the gate before. */
const DONE_AGO = [300, 205, 167, 22, 0];

interface RingOf {
  readonly ring: string;
  readonly doneAgo: number;
}

function bigStage(run: string, ring: (typeof RINGS)[number], index: number, factor: number): Stage {
  const total = Math.round(ring.total * factor);
  const done = Math.round(ring.done * factor);
  const slots = index === 0 ? total : Math.max(1, Math.round(total / 10));
  const clusters = Array.from({ length: total }, (_, i) =>
    bigCluster({ ring: ring.name, doneAgo: DONE_AGO[index] }, i, done, slots),
  );
  const state = ring.done === 0 ? 'notStarted' : ring.done < ring.total ? 'failing' : 'done';
  const ended = DONE_AGO[index];
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

function bigCluster({ ring, doneAgo }: RingOf, index: number, done: number, slots: number): RunCluster {
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
      since: ago(doneAgo),
      startedAt: ago(doneAgo + 3),
      endedAt: ago(doneAgo),
      snapshot: '42',
    };
  if (isTroubled && index < done + slots - troubledAmong(done))
    return { ...base, state: 'updating', since: ago(2), startedAt: ago(2), snapshot: '41' };
  return { ...base, state: 'notStarted', snapshot: '41' };
}

export const CHECKS: Schemas['Check'][] = [
  {
    id: 'targets',
    level: 'warn',
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
  {
    id: 'change',
    level: 'pass',
    text: 'Objects: 2 changed, 1 added, 0 deleted, 11 as before. Image payments-api:2.13.2 → payments-api:2.14.0.',
  },
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
    checkCounts: countChecks(more.checks ?? CHECKS),
    startsStage: { kind: 'stage', stage: 'production', clusterCount: 12, slots: 3 },
    approvers: ['group:default/platform-approvers'],
    then: 'Then a wait and one more approval.',
    ...more,
  };
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
      after: {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'api' },
        spec: { minAvailable: 2 },
      },
    },
  ],
};

/** Of another placement: the same of its own objects. */
function changesOf({
  placement,
  previousSnapshot: from,
  snapshot: to,
  changeCount,
}: Run): Schemas['Changes'] {
  if (placement === 'payments-api') return { ...CHANGES, from, to };
  const images: Record<string, string> = {
    'payments-api:2.13.2': `${placement}:${from}`,
    'payments-api:2.14.0': `${placement}:${to}`,
  };
  const objects = CHANGES.objects.slice(0, changeCount).map(object => ({
    ...object,
    kind: object.kind === 'Deployment' && placement.startsWith('edge') ? 'DaemonSet' : object.kind,
    namespace: placement,
    name: object.kind === 'ConfigMap' ? 'settings' : 'agent',
    fields: object.fields.map(({ path, before = '', after = '' }) => ({
      path: path.replace('[api]', '[agent]'),
      before: images[before] ?? before,
      after: images[after] ?? after,
    })),
  }));
  return { ...CHANGES, from, to, counts: { ...CHANGES.counts, added: 0 }, objects };
}

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
export function runApi(
  result: Run,
  { gate, hub }: { gate?: Schemas['GateDetail']; hub?: Schemas['HubState'] } = {},
): FixtureApi {
  const own = { ...stamp, ...(hub && { hub }) };
  const run = { ...result, timelineCount: countOfEvents(result) };
  return ({ path, query }) => {
    const base = `/runs/${run.scope}/${run.name}`;
    if (path === base) return { ...own, run };
    if (path === `${base}/timeline`) return { ...own, ...timelineOf(run, query.has('cursor')) };
    if (path === `${base}/changes`) return changesOf(run);
    if (path.startsWith(`${base}/gates/`)) return gate ?? gateDetail(run);
    if (path.startsWith(`${base}/clusters/`))
      return clusterDetail(run, path.slice(base.length + '/clusters/'.length));
    return undefined;
  };
}
