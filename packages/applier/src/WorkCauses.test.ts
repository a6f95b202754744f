import { instant, plus, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { WorkReport } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { startStubApi, statusOf, type StubApi } from './testing';
import { KubeClient } from '@fleetstage/kube-client';
import { WorkCauses } from './WorkCauses';

const SECOND = 1_000;
const KEY = 'hub/web/c1';
const SAID = '0 of 2 replicas are available';

const aWorkload = (uid = 'u1'): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'web', uid, generation: 1 },
  spec: { selector: { matchLabels: { app: 'db' } } },
});

const aPod = (uid: string, reason: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: `db-${uid}`,
    namespace: 'web',
    uid: `pod-${uid}`,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid }],
  },
  status: {
    containerStatuses: [
      { name: 'db', image: 'db:1', state: { waiting: { reason, message: `no ${reason}` } } },
    ],
  },
});

describe('when a member is asked why a workload is not available', () => {
  let api: StubApi;
  let client: KubeClient;
  let causes: WorkCauses;
  let reads: number;
  let reason: string;
  let fault: 'none' | 'forbidden' | 'broken';
  const start = instant(1_795_262_400_000);

  beforeEach(async () => {
    api = await startStubApi();
    client = new KubeClient(api.endpoint('c1'));
    causes = new WorkCauses();
    [reads, reason, fault] = [0, 'CreateContainerError', 'none'];
    api.cluster('c1').intercept = ({ verb, place }) => {
      if (verb !== 'LIST' || !['pods', 'events'].includes(place.plural)) return undefined;
      const isPods = place.plural === 'pods';
      if (isPods) reads += 1;
      if (fault === 'broken') return statusOf(500, 'InternalError', 'broken');
      if (fault === 'forbidden' && isPods) return statusOf(403, 'Forbidden', 'pods is forbidden');
      const items = isPods ? ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'].map(uid => aPod(uid, reason)) : [];
      const kind = isPods ? 'PodList' : 'EventList';
      return { status: 200, body: { apiVersion: 'v1', kind, metadata: { resourceVersion: '1' }, items } };
    };
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const unavailable: WorkReport = {
    cluster: 'c1',
    revision: 'r1',
    failed: [],
    drifted: [],
    diffed: [],
    observedAt: start,
    available: { status: 'False', reason: 'NotAllWorkAreAvailable', message: '', at: start },
  };

  /** One pass so long after the workload became unavailable. */
  async function passAt(ms: number, { said = SAID, workloads = [aWorkload()], revision = 'r1' } = {}) {
    const log = {
      info: () => {},
      warn: () => {},
      error: () => {},
      debug: () => {},
      child: () => log,
    } as never;
    const finder = causes.start(client, {
      key: KEY,
      revision,
      previous: unavailable,
      now: plus(start, ms),
      log,
    });
    const found = [];
    for (const workload of workloads) found.push(await finder.causeOf(workload, said));
    return { causes: found, nextMs: finder.end() };
  }

  it('asks nothing of a rollout within its first seconds, and says when it will', async () => {
    expect(await passAt(3 * SECOND)).toEqual({ causes: [undefined], nextMs: 7 * SECOND });
    expect(reads).toBe(0);
  });

  it('counts the seconds of this revision alone', async () => {
    expect(await passAt(60 * SECOND, { revision: 'r2' })).toEqual({
      causes: [undefined],
      nextMs: 10 * SECOND,
    });
  });

  it('keeps what it read for 30 s, whatever the status says meanwhile', async () => {
    expect(await passAt(10 * SECOND)).toEqual({
      causes: ['CreateContainerError: no CreateContainerError'],
      nextMs: 30 * SECOND,
    });
    reason = 'CreateContainerConfigError';
    const meanwhile = await passAt(20 * SECOND, { said: '1 of 2 replicas are available' });
    expect(meanwhile).toEqual({
      causes: ['CreateContainerError: no CreateContainerError'],
      nextMs: 20 * SECOND,
    });
    expect(reads).toBe(1);
    const later = await passAt(40 * SECOND, { said: '1 of 2 replicas are available' });
    expect(later.causes).toEqual(['CreateContainerConfigError: no CreateContainerConfigError']);
    expect(reads).toBe(2);
  });

  it('asks more and more seldom while the status says the same', async () => {
    const nexts = [];
    for (let i = 0, at = 10 * SECOND; i < 8; i++) {
      const { nextMs = 0 } = await passAt(at);
      nexts.push(nextMs / SECOND);
      at += nextMs;
    }
    expect(nexts).toEqual([30, 60, 120, 240, 480, 600, 600, 600]);
  });

  it('reads five workloads in a pass and the others in the next', async () => {
    const workloads = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'].map(aWorkload);
    const first = await passAt(10 * SECOND, { workloads });
    expect(first.causes.map(cause => cause !== undefined)).toEqual([true, true, true, true, true, false]);
    expect(first.nextMs).toBe(5 * SECOND);
    const second = await passAt(15 * SECOND, { workloads });
    expect(second.causes.every(cause => cause !== undefined)).toBe(true);
    expect(reads).toBe(6);
  });

  it('says that pods may not be listed', async () => {
    fault = 'forbidden';
    expect((await passAt(10 * SECOND)).causes).toEqual(['cause not readable: pods is forbidden']);
  });

  it('keeps the last cause while the member answers with errors', async () => {
    await passAt(10 * SECOND);
    fault = 'broken';
    const later = await passAt(50 * SECOND);
    expect(later.causes).toEqual(['CreateContainerError: no CreateContainerError']);
  });

  it('has a work read that was applied and is not available, although nobody has asked', () => {
    const log = { info: () => {} } as never;
    const finder = causes.start(client, { key: KEY, revision: 'r1', now: start, log });
    expect(finder.end(unavailable)).toBe(10 * SECOND);
    expect(finder.end()).toBeUndefined();
  });

  it('forgets a workload that is available, and a work that is taken off', async () => {
    await passAt(10 * SECOND);
    expect(await passAt(20 * SECOND, { workloads: [] })).toEqual({ causes: [], nextMs: undefined });
    await passAt(50 * SECOND);
    causes.forget(KEY);
    await passAt(51 * SECOND);
    expect(reads).toBe(3);
  });
});
