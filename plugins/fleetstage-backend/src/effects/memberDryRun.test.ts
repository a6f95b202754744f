import { statusOf } from '@fleetstage/applier/testing';
import type { ApplyStrategy, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { renderWork, toOwnerReference } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { StubFleet } from '../__testUtils__/stubFleet';
import { Connections } from '../kube/Connections';
import type { DryRunOn, MemberDryRun } from '../service/preview/MemberDryRun';
import { dryRunOnMember } from './memberDryRun';

const SECRET = { group: '', version: 'v1', kind: 'Secret', namespace: 'web', name: 'key' };

const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
const OWNER = toOwnerReference({ name: 'web-work', uid: 'u1' });
const SOMEBODY = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u9' };

const configMap = (data: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'app', namespace: 'web' },
  data,
});
const on = (objects: readonly KubeObject[], more: Partial<DryRunOn> = {}): DryRunOn => ({
  ...{ cluster: 'c1', leftovers: [], strategy: {}, owner: OWNER, signal: new AbortController().signal },
  wanted: renderWork('web', objects).manifests,
  ...more,
});

describe('a dry run on a member', () => {
  let fleet: StubFleet;
  let connections: Connections;
  const member = () => fleet.api.cluster('c1');

  beforeEach(async () => {
    fleet = await StubFleet.start();
    connections = new Connections({
      hub: { name: 'hub', kubeconfig: fleet.kubeconfig, context: 'hub' },
      accessOf: context => ({ kubeconfig: fleet.kubeconfig, context }),
      requestTimeoutMs: 10_000,
      requestsPerMember: 4,
      now: Date.now,
      onRecovered: () => {},
      onRequest: () => {},
    });
  });
  afterEach(async () => {
    await connections.close();
    await fleet.stop();
  });

  it('RUL 40: repeats nothing of what a cluster says of a Secret that is left over', async () => {
    member().intercept = ({ place }) =>
      place.plural === 'secrets' ? statusOf(403, 'Forbidden', 'denied: "planted"') : undefined;
    const { results } = await dryRunOnMember({ connections }).dryRun(on([], { leftovers: [SECRET] }));
    expect(results).toEqual([
      { identity: SECRET, problem: 'it cannot be read; what the cluster says may have values of the Secret' },
    ]);
  });

  it('asks about objects of a cluster that has no AppliedWork of the placement yet', async () => {
    // As API servers refuse it.
    member().intercept = ({ body }) =>
      (body as Partial<KubeObject> | undefined)?.metadata?.ownerReferences?.some(({ uid }) => uid === '')
        ? statusOf(422, 'Invalid', 'metadata.ownerReferences.uid: Invalid value: "": must not be empty')
        : undefined;
    const { results } = await dryRunOnMember({ connections }).dryRun(
      on([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } }], {
        owner: { ...OWNER, uid: '' },
      }),
    );
    expect(results).toEqual([
      {
        identity: expect.objectContaining({ name: 'new' }),
        then: expect.objectContaining({ kind: 'Namespace' }),
      },
    ]);
  });

  it('takes an object for new where its namespace is placed with it, and for refused where nobody makes that', async () => {
    const wanted = [
      configMap({ a: '1' }),
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } },
    ];
    const resultOf = async (objects: readonly KubeObject[]) =>
      (await dryRunOnMember({ connections }).dryRun(on(objects))).results[0];
    expect((await resultOf(wanted)).then).toMatchObject(wanted[0]);
    expect(await resultOf(wanted.slice(0, 1))).toEqual({
      identity: expect.objectContaining({ kind: 'ConfigMap' }),
      problem: expect.stringContaining('namespaces "web" not found'),
    });
  });

  describe('plans each object as applying would', () => {
    const OURS = { ownerReferences: [OWNER] };
    beforeEach(() => {
      member().put(
        { group: '', version: 'v1', plural: 'namespaces' },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } },
      );
    });
    const put = (data: object, metadata: object = {}) =>
      member().put(CONFIG_MAPS, { ...configMap(data), metadata: { ...configMap({}).metadata, ...metadata } });
    const resultFor = async (data: object, strategy: ApplyStrategy = {}) => {
      const dryRun = dryRunOnMember({ connections }).dryRun(on([configMap(data)], { strategy }));
      return (await dryRun).results[0];
    };
    const sent = () => member().calls.filter(call => /^(POST|PATCH|PUT|DELETE) /.test(call));
    const annotations = (data: object, noted = data) => ({
      'kubernetes-fleet.io/spec-hash': renderWork('web', [configMap(data)]).manifests[0].hash,
      'kubernetes-fleet.io/last-applied-configuration': JSON.stringify(configMap(noted)),
    });

    it('B/WA-073 what is not there would be created', async () => {
      expect(await resultFor({ a: '1' })).toMatchObject({ then: { data: { a: '1' } } });
      expect(sent()).toEqual(['POST /api/v1/namespaces/web/configmaps (dry run)']);
      expect(member().find('configmaps', 'app', 'web')).toBeUndefined();
    });

    it('B/WA-052 client-side apply is a three-way merge: what left goes, what is of others stays', async () => {
      put({ a: '1', left: 'x', theirs: 'y' }, { ...OURS, annotations: annotations({ a: '1', left: 'x' }) });
      const { live, then } = await resultFor({ a: '2' });
      expect([live?.data, then?.data]).toEqual([
        { a: '1', left: 'x', theirs: 'y' },
        { a: '2', theirs: 'y' },
      ]);
      expect(member().find('configmaps', 'app', 'web')?.data).toEqual(live?.data);
    });

    it('B/WA-047 what is as wanted costs no dry run', async () => {
      put({ a: '1' }, { ...OURS, annotations: annotations({ a: '1' }) });
      const { live, then } = await resultFor({ a: '1' });
      expect(then).toEqual(live);
      expect(sent()).toEqual([]);
    });

    it('B/WA-058 server-side apply that meets another manager is refused, unless it is forced', async () => {
      put({ a: 'theirs' }, OURS);
      expect(await resultFor({ a: '1' }, { type: 'ServerSideApply' })).toMatchObject({
        problem: expect.stringContaining('conflict with "kubectl"'),
      });
      const forced: ApplyStrategy = { type: 'ServerSideApply', serverSideApplyConfig: { force: true } };
      expect(await resultFor({ a: '1' }, forced)).toMatchObject({ then: { data: { a: '1' } } });
    });

    it('B/WA-061 what somebody changes between the read and the dry run is read again, once', async () => {
      put({ a: 'theirs' }, OURS);
      let rivals = 1;
      member().intercept = ({ verb }) => {
        if (verb !== 'PATCH' || rivals === 0) return undefined;
        rivals -= 1;
        put({ a: 'faster' }, OURS);
        return statusOf(409, 'Conflict', 'the object has been modified');
      };
      expect(await resultFor({ a: '1' })).toMatchObject({
        live: { data: { a: 'faster' } },
        then: { data: { a: '1' } },
      });
      rivals = 2;
      expect(await resultFor({ a: '1' })).toMatchObject({
        problem: expect.stringContaining('the object has been modified'),
      });
    });

    it.each<[string, object, ApplyStrategy, string]>([
      ['B/WA-045 of somebody else', {}, { whenToTakeOver: 'Never' }, 'whenToTakeOver is Never'],
      [
        'B/WA-065 that differs',
        {},
        { whenToTakeOver: 'IfNoDiff' },
        '(/data/a) and whenToTakeOver is IfNoDiff',
      ],
      [
        'B/WA-046 that drifted',
        { ...OURS, annotations: annotations({ a: '1' }) },
        { whenToApply: 'IfNotDrifted' },
        '(/data/a) and whenToApply is IfNotDrifted',
      ],
      ['B/WA-063 with another owner', { ownerReferences: [SOMEBODY] }, {}, 'allowCoOwnership is not set'],
    ])('an object %s stays, and it is said why', async (_, metadata, strategy, why) => {
      put({ a: 'theirs' }, metadata);
      const { live, then, kept, problem } = await resultFor({ a: '1' }, strategy);
      expect([then, problem]).toEqual([live, undefined]);
      expect(kept).toContain(why);
    });
  });

  const many = Array.from({ length: 100 }, (_, n) => ({ ...SECRET, kind: 'ConfigMap', name: `c-${n}` }));
  const compare = (members: MemberDryRun, signal: AbortSignal) =>
    members.dryRun({ ...on([], { leftovers: many }), signal });

  it('ends when its asker has left, and is one at a time on a member', async () => {
    const members = dryRunOnMember({ connections });
    const gone = new AbortController();
    member().intercept = () => void (member().calls.length > 12 && gone.abort(new Error('gone')));
    const first = compare(members, gone.signal);
    await expect(compare(members, new AbortController().signal)).rejects.toMatchObject({
      ...{ name: 'ConflictError', message: expect.stringContaining('is under way') },
    });
    await expect(first).rejects.toThrow('gone');
    expect(member().calls.length).toBeLessThan(30);
    member().intercept = undefined;
    expect((await compare(members, new AbortController().signal)).results).toEqual([]);
  });

  it('keeps nobody else from a member that did not answer it', async () => {
    const members = dryRunOnMember({ connections });
    const { signal } = new AbortController();
    await compare(members, signal);
    member().intercept = ({ place }) =>
      place.plural === 'configmaps' ? statusOf(503, 'ServiceUnavailable', 'busy') : undefined;
    for (let n = 0; n < 3; n += 1)
      await expect(compare(members, signal)).rejects.toThrow('Cluster c1 cannot be reached');
    expect(await connections.useMember('c1', async () => 'used')).toBe('used');
  });
});
