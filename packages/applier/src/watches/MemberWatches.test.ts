import { startStubApi, type StubApi } from '../testing';
import { isSameEvidence } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { PLACEMENT_GROUP } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient } from '@fleetstage/kube-client';
import { eventually } from '../testing/eventually';
import { MemberWatches } from './MemberWatches';

const DEPLOYMENTS = { group: 'apps', version: 'v1', plural: 'deployments' };
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };
const LAST = { work: 'last-work', placement: 'last' };

let api: StubApi;
let client: KubeClient;
let watches: MemberWatches;
let reported: string[];

const put = (placement: string, labels = {}) =>
  api.cluster('c1').put(DEPLOYMENTS, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: placement,
      namespace: 'shop',
      labels,
      ownerReferences: [
        { apiVersion: `${PLACEMENT_GROUP}/v1`, kind: 'AppliedWork', name: `${placement}-work`, uid: '1' },
      ],
    },
    spec: { replicas: 2 },
  });
const setStatus = (placement: string, status: object) =>
  api
    .cluster('c1')
    .setStatus('deployments', { observedGeneration: 1, ...status }, { name: placement, namespace: 'shop' });
const replicas = (ready: number, more: object = {}) => ({
  updatedReplicas: 2,
  availableReplicas: ready,
  ...more,
});

/** What was reported, up to and with the last change: watches report in order. */
let changes = 0;
async function reportedNow(): Promise<string[]> {
  changes += 1;
  put('last', { changes: String(changes) });
  const names = await eventually(
    () => [...reported],
    all => all.includes('last'),
    10_000,
  );
  reported.length = 0;
  return names.filter(name => name !== 'last');
}

async function watch(placement: string, keepsStatuses = false): Promise<void> {
  const need = { work: `${placement}-work`, placement, keepsStatuses };
  watches.need('c1', need, [DEPLOYMENT]);
  watches.need('c1', LAST, [DEPLOYMENT]);
  await eventually(
    () => watches.stateOf('c1', { ...DEPLOYMENT, namespace: 'shop', name: placement }),
    stateOf => stateOf !== 'unseen',
    10_000,
  );
  reported.length = 0;
}

beforeEach(async () => {
  reported = [];
  api = await startStubApi({ workloads: 'manual' });
  client = new KubeClient(api.endpoint('c1'));
  watches = new MemberWatches({
    client: async () => client,
    jitter: () => 0,
    log: { debug: () => {}, warn: () => {} },
    isSame: isSameEvidence,
    onChanged: (_, placements) => reported.push(...placements),
  });
  put('web');
});
afterEach(async () => {
  watches.stop();
  await client.close();
  await api.stop();
});

describe('changes on a member', () => {
  it('are reported where a work has something new to say', async () => {
    await watch('web');
    setStatus('web', replicas(1));
    expect(await reportedNow()).toEqual(['web']);
    setStatus('web', replicas(2));
    expect(await reportedNow()).toEqual(['web']);
    put('web', { changed: 'by somebody' });
    expect(await reportedNow()).toEqual(['web']);
  });

  it('are not reported where only the status moves and the availability stays', async () => {
    await watch('web');
    setStatus('web', replicas(1));
    await reportedNow();
    setStatus('web', replicas(1, { conditions: [{ type: 'Progressing', status: 'True' }] }));
    expect(await reportedNow()).toEqual([]);
  });

  it('are reported with every status where the hub shows it (B/WA-140)', async () => {
    await watch('web', true);
    setStatus('web', replicas(1));
    await reportedNow();
    setStatus('web', replicas(1, { conditions: [{ type: 'Progressing', status: 'True' }] }));
    expect(await reportedNow()).toEqual(['web']);
  });
});

describe('while somebody is at a work', () => {
  it('changes before its read are reported to nobody else', async () => {
    await watch('web');
    const pendingChanges = watches.gather('c1', 'web');
    setStatus('web', replicas(2));
    expect(await reportedNow()).toEqual([]);
    pendingChanges.beginRead();
    pendingChanges.end();
    expect(await reportedNow()).toEqual([]);
  });

  it('changes after its read, and without one, are reported at its end', async () => {
    await watch('web');
    for (const isRead of [true, false]) {
      const pendingChanges = watches.gather('c1', 'web');
      if (isRead) pendingChanges.beginRead();
      put('web', { isRead: String(isRead) });
      expect(await reportedNow()).toEqual([]);
      pendingChanges.end();
      expect(await reportedNow()).toEqual(['web']);
    }
  });

  it('a read that came to nothing is taken back', async () => {
    await watch('web');
    const pendingChanges = watches.gather('c1', 'web');
    setStatus('web', replicas(2));
    await reportedNow();
    pendingChanges.beginRead()();
    pendingChanges.end();
    expect(reported).toEqual(['web']);
  });

  it('what others do on the same member is reported at once', async () => {
    await watch('web');
    const pendingChanges = watches.gather('c1', 'other');
    setStatus('web', replicas(2));
    expect(await reportedNow()).toEqual(['web']);
    pendingChanges.end();
    expect(reported).toEqual([]);
  });

  it('who comes while the one before has not ended hears of all that follows', async () => {
    await watch('web');
    const before = watches.gather('c1', 'web');
    const after = watches.gather('c1', 'web');
    before.end();
    setStatus('web', replicas(2));
    expect(await reportedNow()).toEqual([]);
    after.end();
    expect(reported).toEqual(['web']);
  });
});

describe('of kinds that change by others only, metadata are watched', () => {
  const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
  const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
  const SETTINGS = { ...CONFIG_MAP, namespace: 'shop', name: 'settings' };
  const HELD = { work: 'web-work', placement: 'web' };
  const write = (data: object, name = 'settings', owner = 'web-work') =>
    api.cluster('c1').put(CONFIG_MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name,
        namespace: 'shop',
        annotations: { long: 'x'.repeat(1000) },
        ownerReferences: [
          { apiVersion: `${PLACEMENT_GROUP}/v1`, kind: 'AppliedWork', name: owner, uid: '1' },
        ],
      },
      data,
    } as never);
  const version = (name = 'settings') =>
    api.cluster('c1').find('configmaps', name, 'shop')!.metadata.resourceVersion!;
  const stateOf = () => watches.stateOf('c1', SETTINGS);
  const shows = (expected: unknown) =>
    eventually(stateOf, seen => JSON.stringify(seen) === JSON.stringify(expected), 10_000);
  const noteAll = () => watches.note('c1', 'web-work', [{ ...SETTINGS, objectVersion: version() }]);
  const reportedOf = (count: number) =>
    eventually(
      () => [...reported],
      all => all.length >= count,
      10_000,
    );

  beforeEach(async () => {
    write({ a: '1' });
    watches.need('c1', HELD, [{ ...CONFIG_MAP, metadataOnly: true }]);
    await shows({ objectVersion: version() });
    reported.length = 0;
  });

  it('B/WA-001: a change of somebody is reported, with nothing kept but the version', async () => {
    noteAll();
    write({ a: '2' });
    expect(await reportedOf(1)).toEqual(['web']);
    await shows({ objectVersion: version() });
  });

  it('what a pass has written is no change, whichever comes first: its event or its end', async () => {
    const pendingChanges = watches.gather('c1', 'web');
    write({ a: 'ours' });
    await shows({ objectVersion: version() });
    noteAll();
    pendingChanges.end();
    expect(reported).toEqual([]);
    const late = watches.gather('c1', 'web');
    write({ a: 'ours again' });
    noteAll();
    late.end();
    await shows({ objectVersion: version() });
    expect(reported).toEqual([]);
    write({ a: 'theirs' });
    expect(await reportedOf(1)).toEqual(['web']);
  });

  it('what somebody changed while a pass was at it is reported at its end', async () => {
    const pendingChanges = watches.gather('c1', 'web');
    noteAll();
    write({ a: 'theirs' });
    await shows({ objectVersion: version() });
    pendingChanges.end();
    expect(reported).toEqual(['web']);
  });

  it('an object that was just written is not taken for one that is not there', async () => {
    watches.note('c1', 'web-work', [{ ...SETTINGS, objectVersion: String(Number(version()) + 1000) }]);
    expect(stateOf()).toBe('unseen');
  });

  it('a deletion is reported', async () => {
    noteAll();
    api.cluster('c1').remove('configmaps', 'settings', 'shop');
    expect(await reportedOf(1)).toEqual(['web']);
    expect(stateOf()).toBe('absent');
  });

  it('B/WA-085: what is only compared is reported whoever owns it', async () => {
    const compared = new Map([['/v1/ConfigMap', new Set(['shop/foreign'])]]);
    watches.need('c1', { work: 'diff-work', placement: 'diff', compared }, [
      { ...CONFIG_MAP, metadataOnly: true },
    ]);
    noteAll();
    watches.note('c1', 'diff-work', []);
    write({ a: '1' }, 'foreign', 'nobody');
    expect(await reportedOf(1)).toEqual(['diff']);
  });

  it('who needs whole objects has them watched for all', async () => {
    watches.need('c1', { work: 'status-work', placement: 'status' }, [CONFIG_MAP]);
    const seen = await eventually(stateOf, found => typeof found === 'object' && 'metadata' in found, 10_000);
    expect(seen).toMatchObject({ data: { a: '1' } });
    reported.length = 0;
    write({ a: '2' });
    expect(await reportedOf(1)).toEqual(['web']);
  });
});
