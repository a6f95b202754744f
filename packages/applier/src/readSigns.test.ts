import { findCause } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { applyWork } from './applyWork';
import { observeWork } from './observeWork';
import { hasPods, readSigns } from './readSigns';
import { statusOf } from './testing';
import { aWork, startCluster } from './testing/aFleet.testing';

const NAMESPACE = 'web';
const IMAGE = 'registry.example/x:bad';

let c: Awaited<ReturnType<typeof startCluster>>;
beforeEach(async () => {
  c = await startCluster();
});
afterEach(() => c.stop());

const controlledBy = (kind: string, uid: string) => [
  { apiVersion: 'apps/v1', kind, name: 'x', uid, controller: true },
];

const aReplicaSet = (revision: number, owner: string) => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: {
    name: `app-${revision}`,
    namespace: NAMESPACE,
    uid: `rs-${revision}`,
    labels: { app: 'app' },
    annotations: { 'deployment.kubernetes.io/revision': String(revision) },
    ownerReferences: controlledBy('Deployment', owner),
  },
  spec: { selector: { matchLabels: { 'app': 'app', 'pod-template-hash': String(revision) } } },
});

const aPod = (name: string, { owner = 'rs-10', status = {} as object } = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: NAMESPACE,
    uid: `pod-${name}`,
    ownerReferences: controlledBy('ReplicaSet', owner),
  },
  status,
});

const notPulled = {
  phase: 'Pending',
  containerStatuses: [
    {
      name: 'app',
      image: IMAGE,
      ready: false,
      state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off' } },
    },
  ],
};
const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

const aWarning = (uid: string, message: string, at = '2026-11-24T12:00:00Z') => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name: `${uid}.${at}`, namespace: NAMESPACE },
  involvedObject: { kind: uid.startsWith('pod') ? 'Pod' : 'ReplicaSet', uid },
  type: 'Warning',
  reason: 'Failed',
  message,
  lastTimestamp: at,
});

const KINDS: Readonly<Record<string, string>> = {
  pods: 'PodList',
  replicasets: 'ReplicaSetList',
  events: 'EventList',
};

/** What lists answer, by resource; the pages are those of a member that knows no limit. */
async function holding(lists: Readonly<Record<string, readonly object[] | 'forbidden'>>) {
  await applyWork(c.client, aWork());
  c.stub.intercept = ({ verb, place }) => {
    const items = verb === 'LIST' ? lists[place.plural] : undefined;
    if (items === undefined) return undefined;
    if (items === 'forbidden')
      return statusOf(403, 'Forbidden', `${place.plural} is forbidden: User "x" cannot list`);
    return {
      status: 200,
      body: {
        apiVersion: place.group === 'apps' ? 'apps/v1' : 'v1',
        kind: KINDS[place.plural],
        metadata: { resourceVersion: '9' },
        items,
      },
    };
  };
  c.stub.calls.length = 0;
  return c.stub.find('deployments', 'app', NAMESPACE)!;
}

const uidOf = () => c.stub.find('deployments', 'app', NAMESPACE)?.metadata.uid ?? '';

it('reads the pods of the newest revision and what was said of them', async () => {
  const lists = {
    pods: [aPod('a', { status: notPulled }), aPod('b', { status: notPulled })],
    replicasets: [] as object[],
    events: [aWarning('pod-a', `Failed to pull image "${IMAGE}": manifest unknown`)],
  };
  const deployment = await holding(lists);
  lists.replicasets.push(aReplicaSet(9, uidOf()), aReplicaSet(10, uidOf()), aReplicaSet(11, 'somebody else'));
  const signs = await readSigns(c.client, deployment, {});
  expect(findCause(signs)).toBe(`ImagePullBackOff: image ${IMAGE} not found (2 pods)`);
  expect(c.stub.calls.length).toBeLessThanOrEqual(7);
});

it('takes no pod that belongs to another workload, whatever its labels', async () => {
  const lists = {
    pods: [aPod('a', { owner: 'another', status: notPulled })],
    replicasets: [] as object[],
    events: [],
  };
  const deployment = await holding(lists);
  lists.replicasets.push(aReplicaSet(10, uidOf()));
  expect((await readSigns(c.client, deployment, {})).pods).toEqual([]);
});

it('keeps five pods and ten events of a member that sends thousands', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => i);
  const lists = {
    replicasets: [] as object[],
    pods: many.slice(0, 2_000).map(i => aPod(`p${i}`, { status: notPulled })),
    events: many.slice(0, 2_000).map(i => aWarning('pod-p0', `no ${i}`, new Date(i).toISOString())),
  };
  const deployment = await holding(lists);
  lists.replicasets.push(aReplicaSet(10, uidOf()));
  const { pods, events } = await readSigns(c.client, deployment, {});
  expect(pods).toHaveLength(5);
  expect(events).toHaveLength(10);
  expect(events[0].message).toBe('no 1999');
  expect(c.stub.calls.length).toBeLessThanOrEqual(7);
});

it('refuses a page that is too heavy, as any other error', async () => {
  const message = 'x'.repeat(5 * 1024 * 1024);
  const lists = {
    replicasets: [] as object[],
    pods: [aPod('a', { status: notPulled })],
    events: [aWarning('pod-a', message)],
  };
  const deployment = await holding(lists);
  lists.replicasets.push(aReplicaSet(10, uidOf()));
  await expect(readSigns(c.client, deployment, {})).rejects.toThrow();
});

it('asks for those that have not started where the first page is ready', async () => {
  const lists = {
    replicasets: [] as object[],
    pods: Array.from({ length: 20 }, (_, i) => aPod(`p${i}`, { status: ready })),
    events: [],
  };
  const deployment = await holding(lists);
  lists.replicasets.push(aReplicaSet(10, uidOf()));
  expect((await readSigns(c.client, deployment, {})).pods).toEqual([]);
  expect(c.stub.calls.filter(call => call.endsWith('/pods'))).toHaveLength(2);
});

it('says what may not be listed', async () => {
  const lists = { replicasets: [] as object[], pods: 'forbidden' as const, events: 'forbidden' as const };
  const deployment = await holding(lists);
  lists.replicasets.push(aReplicaSet(10, uidOf()));
  const signs = await readSigns(c.client, deployment, {});
  expect(findCause(signs)).toBe('cause not readable: events and pods are forbidden');
});

it.each([
  ['apps', 'Deployment', true],
  ['apps', 'DaemonSet', true],
  ['apps', 'StatefulSet', true],
  ['batch', 'Job', true],
  ['', 'Service', false],
  ['example.com', 'Deployment', false],
])('reads pods of %s/%s: %s', (group, kind, isRead) => {
  expect(hasPods({ group, kind })).toBe(isRead);
});

it('puts the cause behind what the status says, in the report', async () => {
  const first = await applyWork(c.client, aWork());
  c.stub.setStatus(
    'deployments',
    { observedGeneration: 1, replicas: 2, updatedReplicas: 2 },
    { name: 'app', namespace: NAMESPACE },
  );
  const asked: string[] = [];
  const { report } = await observeWork(c.client, {
    ...aWork({ previousReport: first.report, previousInventory: first.inventory }),
    causeOf: async ({ kind }, said) => {
      asked.push(`${kind}: ${said}`);
      return 'ImagePullBackOff: image web:bad not found';
    },
  });
  expect(asked).toEqual(['Deployment: 0 of 2 replicas are available']);
  expect(report.failed[0].condition.message).toBe(
    'Manifest is not yet available: 0 of 2 replicas are available; ImagePullBackOff: image web:bad not found',
  );
  expect(report.available?.message).toContain('ImagePullBackOff: image web:bad not found');
});

it('asks for no cause before the controller has seen the latest change', async () => {
  const first = await applyWork(c.client, aWork());
  c.stub.setStatus('deployments', { observedGeneration: 0 }, { name: 'app', namespace: NAMESPACE });
  const causeOf = async () => 'never asked';
  const { report } = await observeWork(c.client, {
    ...aWork({ previousReport: first.report, previousInventory: first.inventory }),
    causeOf,
  });
  expect(report.available?.message).not.toContain('never asked');
});
