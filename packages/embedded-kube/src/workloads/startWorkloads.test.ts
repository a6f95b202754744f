import { startEmbeddedFleet, type EmbeddedFleet } from '../fleet';
import { createObject } from '../api/create';
import { deleteObject } from '../api/delete';
import { storeUpdate } from '../api/update';
import type { KubeObject } from '../contracts';
import { startWorkloads } from './startWorkloads';

let fleet: EmbeddedFleet;
let stop: () => void;
const failures: string[] = [];
/** The simulation's clock: moved by hand, so delays of minutes are over at once. */
let now = Date.parse('2026-11-21T12:00:00Z');
let alarm: { readonly at: number; readonly callback: () => void } | undefined;

const timers = {
  now: () => now,
  after(ms: number, callback: () => void) {
    const mine = { at: now + ms, callback };
    alarm = mine;
    return () => {
      if (alarm === mine) alarm = undefined;
    };
  },
};

beforeAll(async () => {
  const log = {
    info: () => {},
    error: (message: string, facts?: object) => void failures.push(JSON.stringify({ message, facts })),
  };
  fleet = await startEmbeddedFleet({ members: 1, log, now: () => new Date(now) });
  stop = startWorkloads(fleet, {
    timers,
    onFailure: (about, error) => void failures.push(`${about}: ${String(error)}`),
  });
  await settle();
});

afterAll(async () => {
  stop();
  await fleet.stop();
  expect(failures).toEqual([]);
});

/** Until nobody has anything to do at this moment. */
async function settle(): Promise<void> {
  const { clusters } = fleet;
  for (let quiet = 0, before = -1; quiet < 5;) {
    await new Promise(resolve => setImmediate(resolve));
    const revisions = clusters.reduce((sum, { revision }) => sum + revision, 0);
    quiet = revisions === before ? quiet + 1 : 0;
    before = revisions;
  }
}

/** Lets time pass, with everything that happens in it. */
async function pass(ms: number): Promise<void> {
  const until = now + ms;
  while (alarm && alarm.at <= until) {
    const { at, callback } = alarm;
    alarm = undefined;
    now = Math.max(now, at);
    callback();
    await settle();
  }
  now = until;
}

const member = () => fleet.cluster('member-1').inside;
const options = { isDryRun: false, manager: 'test', fieldValidation: 'Strict' } as const;

const typeOf = (apiVersion: string, plural: string, cluster = member()) => {
  const [version, group = ''] = apiVersion.split('/').reverse();
  return cluster.catalog.builtin(group, version, plural);
};

async function create(plural: string, object: KubeObject, cluster = member()): Promise<void> {
  const type = typeOf(object.apiVersion, plural, cluster);
  createObject({ cluster, type, namespace: object.metadata.namespace ?? '' }, object, options);
  await settle();
}

// Expectations are the type of what a kind has.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const list = (key: string, namespace?: string): any[] =>
  member()
    .objects.list(key, namespace)
    .map(({ object }) => object);

const find = (key: string, namespace: string, name: string) =>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  member().objects.find(key, namespace, name)?.object as any;

async function change(apiVersion: string, plural: string, namespace: string, name: string, spec: object) {
  const type = typeOf(apiVersion, plural);
  const stored = member().objects.find(type.storageKey, namespace, name)!;
  const next = { ...stored.object, spec: { ...(stored.object.spec as object), ...spec } };
  storeUpdate({ cluster: member(), type, namespace, name }, stored, { next, options });
  await settle();
}

const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
const template = (app: string, image: string, more: object = {}) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: app, image }], ...more },
});
const workload = (kind: string, ns: string, name: string, spec: object): KubeObject => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: { name, namespace: ns },
  spec,
});
const selected = (app: string, image: string) => ({
  selector: { matchLabels: { app } },
  template: template(app, image),
});
const conditions = (object: { status: { conditions: { type: string; status: string; reason: string }[] } }) =>
  Object.fromEntries(
    object.status.conditions.map(({ type, status, reason }) => [type, `${status}/${reason}`]),
  );

it('gives members two or three ready nodes and the hub none', () => {
  const nodes = list('/nodes');
  expect([2, 3]).toContain(nodes.length);
  for (const { status } of nodes) {
    expect(status.conditions.find(({ type }: { type: string }) => type === 'Ready').status).toBe('True');
    expect(Object.keys(status.capacity)).toEqual(expect.arrayContaining(['cpu', 'memory', 'pods']));
  }
  expect(fleet.cluster('hub').inside.objects.list('/nodes')).toEqual([]);
});

it('gives every namespace its account and authority, on the hub, too', async () => {
  for (const cluster of fleet.clusters) {
    await create('namespaces', namespace('made'), cluster);
    expect(cluster.objects.find('/serviceaccounts', 'made', 'default')).toBeDefined();
    expect(cluster.objects.find('/configmaps', 'made', 'kube-root-ca.crt')?.object.data).toEqual({
      'ca.crt': fleet.caPem,
    });
  }
});

describe('a Deployment', () => {
  const web = () => find('apps/deployments', 'shop', 'web');

  it('becomes available after a while, as its controller reports it', async () => {
    await create('namespaces', namespace('shop'));
    await create(
      'deployments',
      workload('Deployment', 'shop', 'web', {
        replicas: 2,
        progressDeadlineSeconds: 60,
        ...selected('web', 'r/web:v1'),
      }),
    );
    expect(web().status).toMatchObject({
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      unavailableReplicas: 2,
    });
    expect(conditions(web())).toEqual({
      Available: 'False/MinimumReplicasUnavailable',
      Progressing: 'True/ReplicaSetUpdated',
    });
    await pass(2_000);
    expect(web().metadata.annotations['deployment.kubernetes.io/revision']).toBe('1');
    expect(web().status).toMatchObject({
      ...{ observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 },
      conditions: [
        { type: 'Available', status: 'True', message: 'Deployment has minimum availability.' },
        { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
      ],
    });
    expect(web().status.unavailableReplicas).toBeUndefined();
    const [set] = list('apps/replicasets', 'shop');
    const pods = list('/pods', 'shop');
    expect(pods.map(({ status }) => status.phase)).toEqual(['Running', 'Running']);
    for (const pod of pods) expect(pod.metadata.name).toMatch(new RegExp(`^${set.metadata.name}-\\w{5}$`));
    expect(new Set(pods.map(({ spec }) => spec.nodeName)).size).toBe(2);
  });

  it('rolls to another image with no fewer than it may have', async () => {
    await change('apps/v1', 'deployments', 'shop', 'web', { template: template('web', 'r/web:v2') });
    for (let step = 0; step < 20; step++) {
      expect(web().status.availableReplicas).toBeGreaterThanOrEqual(2);
      await pass(300);
    }
    expect(web().status).toMatchObject({
      observedGeneration: 2,
      replicas: 2,
      updatedReplicas: 2,
      availableReplicas: 2,
    });
    expect(list('/pods', 'shop').map(({ spec }) => spec.containers[0].image)).toEqual([
      'r/web:v2',
      'r/web:v2',
    ]);
    expect(
      list('apps/replicasets', 'shop')
        .map(({ spec }) => spec.replicas)
        .sort(),
    ).toEqual([0, 2]);
  });

  it('stays with the old pods when the image is bad, and says so when its time is over', async () => {
    await change('apps/v1', 'deployments', 'shop', 'web', { template: template('web', 'r/web:bad-1') });
    await pass(10_000);
    expect(web().status).toMatchObject({
      replicas: 3,
      updatedReplicas: 1,
      availableReplicas: 2,
      unavailableReplicas: 1,
    });
    const stuck = list('/pods', 'shop').find(({ status }) => status.phase === 'Pending');
    expect(stuck.status.containerStatuses[0].state.waiting).toEqual({
      reason: 'ImagePullBackOff',
      message:
        'Back-off pulling image "r/web:bad-1": ErrImagePull: failed to pull and unpack image "r/web:bad-1": not found',
    });
    const warnings = list('/events', 'shop').filter(
      ({ type, involvedObject }) => type === 'Warning' && involvedObject.uid === stuck.metadata.uid,
    );
    expect(warnings.map(({ reason, message }) => `${reason}: ${message}`)).toEqual(
      expect.arrayContaining([
        'Failed: Failed to pull image "r/web:bad-1": failed to pull and unpack image: not found',
        'BackOff: Back-off pulling image "r/web:bad-1"',
      ]),
    );
    await pass(60_000);
    const { metadata } = list('apps/replicasets', 'shop').find(({ spec }) => spec.replicas === 1);
    expect(web().status.conditions[1]).toMatchObject({
      type: 'Progressing',
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: `ReplicaSet "${metadata.name}" has timed out progressing.`,
    });
  });

  it('goes back to a template that it had', async () => {
    await change('apps/v1', 'deployments', 'shop', 'web', { template: template('web', 'r/web:v1') });
    await pass(10_000);
    expect(web().status).toMatchObject({ replicas: 2, updatedReplicas: 2, availableReplicas: 2 });
    expect(web().metadata.annotations['deployment.kubernetes.io/revision']).toBe('4');
    expect(conditions(web()).Progressing).toBe('True/NewReplicaSetAvailable');
  });

  it('is scaled, up, down and to nothing', async () => {
    for (const replicas of [5, 1, 0, 2]) {
      await change('apps/v1', 'deployments', 'shop', 'web', { replicas });
      await pass(3_000);
      expect(list('/pods', 'shop')).toHaveLength(replicas);
      expect(web().status.availableReplicas ?? 0).toBe(replicas);
    }
  });

  it('with Recreate has no two images at once', async () => {
    await create(
      'deployments',
      workload('Deployment', 'shop', 'solo', {
        strategy: { type: 'Recreate' },
        ...selected('solo', 'r/solo:v1'),
      }),
    );
    await pass(2_000);
    await change('apps/v1', 'deployments', 'shop', 'solo', { template: template('solo', 'r/solo:v2') });
    const images = () =>
      new Set(
        list('/pods', 'shop')
          .map(({ spec }) => spec.containers[0].image)
          .filter(image => image.includes('solo')),
      );
    for (let step = 0; step < 20; step++) {
      expect(images().size).toBeLessThanOrEqual(1);
      await pass(200);
    }
    expect([...images()]).toEqual(['r/solo:v2']);
  });

  it('takes its pods along', async () => {
    const type = typeOf('apps/v1', 'deployments');
    for (const name of ['web', 'solo'])
      deleteObject(
        { cluster: member(), type, namespace: 'shop', name },
        { isDryRun: false, propagationPolicy: 'Background' },
      );
    await settle();
    await pass(2_000);
    expect([...list('apps/replicasets', 'shop'), ...list('/pods', 'shop')]).toEqual([]);
  });
});

it('plays a StatefulSet one pod after the other, and replaces from the top', async () => {
  await create('namespaces', namespace('data'));
  const claim = {
    metadata: { name: 'disk' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  await create(
    'statefulsets',
    workload('StatefulSet', 'data', 'db', {
      replicas: 2,
      serviceName: 'db',
      ...selected('db', 'r/db:v1'),
      volumeClaimTemplates: [claim],
    }),
  );
  expect(list('/pods', 'data').map(({ metadata }) => metadata.name)).toEqual(['db-0']);
  await pass(4_000);
  const db = () => find('apps/statefulsets', 'data', 'db').status;
  expect(list('/pods', 'data').map(({ metadata }) => metadata.name)).toEqual(['db-0', 'db-1']);
  expect(db()).toMatchObject({
    replicas: 2,
    readyReplicas: 2,
    availableReplicas: 2,
    currentReplicas: 2,
    updatedReplicas: 2,
  });
  expect(db().currentRevision).toBe(db().updateRevision);
  expect(list('/persistentvolumeclaims', 'data').map(({ status }) => status.phase)).toEqual([
    'Bound',
    'Bound',
  ]);
  await change('apps/v1', 'statefulsets', 'data', 'db', { template: template('db', 'r/db:v2') });
  expect(db().currentRevision).not.toBe(db().updateRevision);
  await pass(10_000);
  expect(db()).toMatchObject({
    availableReplicas: 2,
    currentReplicas: 2,
    updatedReplicas: 2,
    observedGeneration: 2,
  });
  expect(db().currentRevision).toBe(db().updateRevision);
});

it('runs a DaemonSet on every node, and replaces its pods', async () => {
  await create('daemonsets', workload('DaemonSet', 'data', 'agent', selected('agent', 'r/agent:v1')));
  await pass(3_000);
  const count = list('/nodes').length;
  const agent = () => find('apps/daemonsets', 'data', 'agent').status;
  const all = {
    desiredNumberScheduled: count,
    currentNumberScheduled: count,
    updatedNumberScheduled: count,
    numberReady: count,
    numberAvailable: count,
    numberMisscheduled: 0,
  };
  expect(agent()).toMatchObject({ observedGeneration: 1, ...all });
  await change('apps/v1', 'daemonsets', 'data', 'agent', { template: template('agent', 'r/agent:v2') });
  expect(agent().updatedNumberScheduled ?? 0).toBeLessThan(count);
  await pass(15_000);
  expect(agent()).toMatchObject({ observedGeneration: 2, ...all });
});

it('completes a Job, and counts what a budget allows', async () => {
  await create(
    'jobs',
    workload('Job', 'data', 'once', {
      completions: 2,
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'once', image: 'r/once:v1' }] } },
    }),
  );
  await create('poddisruptionbudgets', {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'db', namespace: 'data' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'db' } } },
  });
  await pass(10_000);
  expect(find('batch/jobs', 'data', 'once').status).toMatchObject({ succeeded: 2, ready: 0 });
  expect(conditions(find('batch/jobs', 'data', 'once'))).toMatchObject({
    Complete: 'True/CompletionsReached',
  });
  const { status } = find('policy/poddisruptionbudgets', 'data', 'db');
  expect(status).toMatchObject({
    currentHealthy: 2,
    desiredHealthy: 1,
    disruptionsAllowed: 1,
    expectedPods: 2,
  });
  expect(conditions({ status })).toEqual({ DisruptionAllowed: 'True/SufficientPods' });
});

it('gives a load balancer of its class an address and a lone pod a node', async () => {
  const spec = { type: 'LoadBalancer', selector: { app: 'db' }, ports: [{ port: 80 }] };
  const service = (name: string, more: object = {}) =>
    create('services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: 'data' },
      spec: { ...spec, ...more },
    });
  await service('lb');
  await service('foreign', { loadBalancerClass: 'example.com/other' });
  await create('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'lone', namespace: 'data' },
    spec: { containers: [{ name: 'lone', image: 'r/lone:v1' }] },
  });
  await pass(3_000);
  expect(find('/services', 'data', 'lb').status.loadBalancer.ingress[0].ip).toMatch(/^203\.0\.113\.\d+$/);
  expect(find('/services', 'data', 'foreign').status.loadBalancer?.ingress).toBeUndefined();
  expect(find('/pods', 'data', 'lone')).toMatchObject({
    spec: { nodeName: expect.stringContaining('member-1-node-') },
    status: { phase: 'Running' },
  });
});
