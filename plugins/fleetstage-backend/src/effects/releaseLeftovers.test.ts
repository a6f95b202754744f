import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { finalizerKeys, kinds, labelKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ForbiddenError, KubeClient, NotFoundError } from '@fleetstage/kube-client';
import { silentLog } from '../observe/log';
import { WORK } from '../kube/workKind';
import { releaseLeftovers } from './releaseLeftovers';

const BINDING = { ...kinds.ClusterResourceBinding, version: 'v1beta1' };
const { parentPlacement, parentPlacementNamespace } = labelKeys;

describe('releaseLeftovers', () => {
  let api: StubApi;
  let client: KubeClient;

  beforeEach(async () => {
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    for (const name of ['fleet-member-c1', 'fleet-member-c2'])
      put(
        { group: '', version: 'v1', plural: 'namespaces' },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      );
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const put = (place: { group: string; version: string; plural: string }, object: object) =>
    api.cluster('hub').put(place, object);
  const work = (
    cluster: string,
    name: string,
    labels: Record<string, string>,
    finalizers: string[] = [finalizerKeys.work],
  ) =>
    put(WORK, {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'Work',
      metadata: { name, namespace: `fleet-member-${cluster}`, labels, finalizers },
    });
  const binding = (name: string, labels: Record<string, string>, finalizers: string[]) =>
    put(BINDING, {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourceBinding',
      metadata: { name, labels, finalizers },
    });
  const left = () => {
    const cluster = api.cluster('hub');
    const works = ['c1', 'c2'].flatMap(name =>
      ['shop-work', 'web-work', 'ns.shop-work']
        .filter(one => cluster.find('works', one, `fleet-member-${name}`))
        .map(one => `${name}/${one}`),
    );
    const bindings = ['foreign', 'ours', 'other'].filter(one => cluster.find(BINDING.plural, one));
    return [...works, ...bindings];
  };
  const putAll = () => {
    work('c1', 'shop-work', { [parentPlacement]: 'shop' });
    work('c2', 'shop-work', { [parentPlacement]: 'shop' });
    work('c1', 'web-work', { [parentPlacement]: 'web' });
    work('c1', 'ns.shop-work', { [parentPlacement]: 'shop', [parentPlacementNamespace]: 'ns' });
    const keys = [finalizerKeys.schedulerBinding, finalizerKeys.work];
    binding('foreign', { [parentPlacement]: 'shop' }, keys);
    binding('ours', { [parentPlacement]: 'shop' }, []);
    binding('other', { [parentPlacement]: 'web' }, keys);
  };

  it.each([
    {
      rule: 'of a placement',
      leaving: { placement: 'shop' },
      stays: ['c1/web-work', 'c1/ns.shop-work', 'ours', 'other'],
    },
    {
      rule: 'of a ResourcePlacement',
      leaving: { placement: 'ns/shop' },
      stays: ['c1/shop-work', 'c1/web-work', 'c2/shop-work', 'foreign', 'ours', 'other'],
    },
    { rule: 'of a member', leaving: { member: 'c1' }, stays: ['c2/shop-work', 'foreign', 'ours', 'other'] },
  ])('RUL 38: removes what KubeFleet has left $rule', async ({ leaving, stays }) => {
    putAll();
    await releaseLeftovers(client, leaving, silentLog);
    expect(left()).toEqual(stays);
    // Again, as after a crash.
    await releaseLeftovers(client, leaving, silentLog);
    expect(left()).toEqual(stays);
  });

  it('leaves finalizers of others', async () => {
    work('c1', 'shop-work', { [parentPlacement]: 'shop' }, [finalizerKeys.work, 'example.com/mine']);
    const patch = jest.spyOn(client, 'patch');
    await releaseLeftovers(client, { placement: 'shop' }, silentLog);
    const [[, , sent]] = patch.mock.calls;
    expect(sent.patch.body).toMatchObject({ metadata: { finalizers: ['example.com/mine'] } });
  });

  it.each([
    { rule: 'does not know Works', error: new NotFoundError('no') },
    { rule: 'does not let them be read', error: new ForbiddenError('no') },
  ])('holds nothing up on a hub that $rule', async ({ error }) => {
    const list = jest.fn(async () => {
      throw error;
    });
    const hub = { list } as unknown as KubeClient;
    await expect(releaseLeftovers(hub, { placement: 'shop' }, silentLog)).resolves.toBeUndefined();
    expect(list).toHaveBeenCalledTimes(1);
  });
});
