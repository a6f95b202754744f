import type { Answer } from './Api';
import { account, family, isGone, isThere, made, MAPS, NOBODY, ownedBy, secret, SECRETS } from './families';
import { configMap, deployment } from './objects';
import { contractSuite } from './suite';

/** Who counts as an owner. */
export const whoOwns = contractSuite('owner references', add => {
  add('Foreground goes down level by level', async api => {
    const owner = await made(api, api.in(MAPS), configMap('owner'));
    const blocks = { blockOwnerDeletion: true };
    const ownerReferences = [ownedBy(owner, blocks)];
    const child = await made(api, api.in(SECRETS), secret('child', { ownerReferences }));
    await made(
      api,
      api.in('v1/serviceaccounts'),
      account('grandchild', { finalizers: ['example.io/hold'], ownerReferences: [ownedBy(child, blocks)] }),
    );
    await api.delete(api.in(MAPS, 'owner'), { propagationPolicy: 'Foreground' });
    const isLeaving = ({ body }: Answer) => body.metadata.deletionTimestamp !== undefined;
    await api.until(api.in('v1/serviceaccounts', 'grandchild'), isLeaving);
    await api.get(api.in(SECRETS, 'child'));
    await api.get(api.in(MAPS, 'owner'));
    await api.patch('merge', api.in('v1/serviceaccounts', 'grandchild'), { metadata: { finalizers: null } });
    await api.until(api.in(SECRETS, 'child'), isGone);
    await api.until(api.in(MAPS, 'owner'), isGone);
  });

  add('an owner by another name is none', async api => {
    const owner = await made(api, api.in(MAPS), configMap('owner'));
    const ownerReferences = [{ ...ownedBy(owner), name: 'another' }];
    await made(api, api.in(SECRETS), secret('child', { ownerReferences }));
    await api.until(api.in(SECRETS, 'child'), isGone);
    await api.get(api.in(MAPS, 'owner'));
  });

  add('an owner by another kind is none', async api => {
    const owner = await made(api, api.in(MAPS), configMap('owner'));
    const ownerReferences = [{ ...ownedBy(owner), kind: 'ServiceAccount' }];
    await made(api, api.in(SECRETS), secret('child', { ownerReferences }));
    await api.until(api.in(SECRETS, 'child'), isGone);
  });

  add('an owner of a kind that nobody knows keeps its dependent', async api => {
    const ownerReferences = [{ ...NOBODY, apiVersion: 'unknown.example.io/v1', kind: 'Nothing' }];
    await made(api, api.in(SECRETS), secret('kept', { ownerReferences }));
    await made(api, api.in(SECRETS), secret('gone', { ownerReferences: [NOBODY] }));
    await api.until(api.in(SECRETS, 'gone'), isGone);
    await api.get(api.in(SECRETS, 'kept'));
  });

  add('a dependent with two owners outlives the first and loses its reference', async api => {
    const first = await made(api, api.in(MAPS), configMap('first'));
    const second = await made(api, api.in(MAPS), configMap('second'));
    const ownerReferences = [ownedBy(first), ownedBy(second)];
    await made(api, api.in(SECRETS), secret('child', { ownerReferences }));
    await api.delete(api.in(MAPS, 'first'));
    await api.until(api.in(SECRETS, 'child'), ({ body }) => body.metadata?.ownerReferences?.length === 1);
    await api.delete(api.in(MAPS, 'second'));
    await api.until(api.in(SECRETS, 'child'), isGone);
  });

  add('a deletion goes down a family of three kinds', async api => {
    const owner = await family(api);
    const { body: child } = await api.quietly('GET', api.in(SECRETS, 'child'));
    const ownerReferences = [ownedBy(child)];
    await made(api, api.in('v1/serviceaccounts'), account('grandchild', { ownerReferences }));
    await api.delete(api.in(MAPS, owner.metadata.name));
    await api.until(api.in('v1/serviceaccounts', 'grandchild'), isGone);
    await api.get(api.in(SECRETS, 'child'));
  });

  add('an owner that never was takes its dependent along', async api => {
    await made(api, api.in(SECRETS), secret('child', { ownerReferences: [NOBODY] }));
    await api.until(api.in(SECRETS, 'child'), isGone);
  });

  add('an owner of the same name with another uid is another one', async api => {
    const owner = await made(api, api.in(MAPS), configMap('owner'));
    const reference = { ...ownedBy(owner), uid: NOBODY.uid };
    await made(api, api.in(SECRETS), secret('child', { ownerReferences: [reference] }));
    await api.until(api.in(SECRETS, 'child'), isGone);
    await api.get(api.in(MAPS, 'owner'));
  });

  add('an owner in another namespace is none', async api => {
    const other = `${api.namespace}-other`;
    api.leave(`/api/v1/namespaces/${other}`);
    await made(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: other } });
    const owner = await made(api, `/api/v1/namespaces/${other}/configmaps`, configMap('owner'));
    await made(api, api.in(SECRETS), secret('child', { ownerReferences: [ownedBy(owner)] }));
    await api.until(api.in(SECRETS, 'child'), isGone);
  });

  add('an owner of the cluster owns what is in a namespace', async api => {
    const name = `${api.namespace}-role`;
    api.leave(api.at('rbac.authorization.k8s.io/v1/clusterroles', name));
    const role = await made(api, api.at('rbac.authorization.k8s.io/v1/clusterroles'), {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name },
      rules: [],
    });
    await made(api, api.in(SECRETS), secret('child', { ownerReferences: [ownedBy(role)] }));
    await api.delete(api.at('rbac.authorization.k8s.io/v1/clusterroles', name));
    await api.until(api.in(SECRETS, 'child'), isGone);
  });

  add('references to owners are checked when they are written', async api => {
    const whole = { ...NOBODY, uid: 'some-uid' };
    const wrong: readonly object[] = [
      { ...whole, apiVersion: '' },
      { ...whole, kind: '' },
      { ...whole, name: '' },
      { ...whole, uid: '' },
      { ...whole, apiVersion: 'a/b/c' },
      { ...whole, apiVersion: 'v1', kind: 'Event' },
    ];
    for (const reference of wrong)
      await api.post(api.in(MAPS), configMap('one', {}, { ownerReferences: [reference] }));
  });

  add('there is one controller at most', async api => {
    const first = { ...NOBODY, controller: true };
    const second = {
      ...NOBODY,
      name: 'other',
      uid: '00000000-0000-4000-8000-000000000001',
      controller: true,
    };
    await api.post(api.in(MAPS), configMap('one', {}, { ownerReferences: [first, second] }));
  });

  add('the same owner named twice is warned of', async api => {
    const owner = await made(api, api.in(MAPS), configMap('owner'));
    const reference = ownedBy(owner);
    await api.post(api.in(MAPS), configMap('one', {}, { ownerReferences: [reference, reference] }));
  });

  add('references can be taken back before the owner goes', async api => {
    await family(api);
    await api.patch('merge', api.in(SECRETS, 'child'), { metadata: { ownerReferences: null } });
    await api.delete(api.in(MAPS, 'owner'), { propagationPolicy: 'Foreground' });
    await api.until(api.in(MAPS, 'owner'), isGone);
    await api.get(api.in(SECRETS, 'child'));
  });

  add('a deployment goes with its replica sets', async api => {
    const path = api.in('apps/v1/deployments');
    const { body: owner } = await api.post(path, deployment('web', { replicas: 0 }));
    const { metadata: _metadata, spec } = deployment('web', { replicas: 0 });
    const { strategy: _strategy, ...rest } = spec as Record<string, unknown>;
    await made(api, api.in('apps/v1/replicasets'), {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: 'web-1',
        ownerReferences: [ownedBy(owner, { controller: true, blockOwnerDeletion: true })],
      },
      spec: rest,
    });
    await api.until(api.in('apps/v1/replicasets', 'web-1'), isThere);
    await api.delete(`${path}/web`, { propagationPolicy: 'Foreground' });
    await api.until(`${path}/web`, isGone);
    await api.get(api.in('apps/v1/replicasets', 'web-1'));
  });

  add('jobs orphan their pods where nobody says otherwise', async api => {
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'one' },
      spec: {
        suspend: true,
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'registry.example/web:1' }] },
        },
      },
    };
    const owner = await made(api, api.in('batch/v1/jobs'), job);
    await made(api, api.in(SECRETS), secret('child', { ownerReferences: [ownedBy(owner)] }));
    await api.delete(api.in('batch/v1/jobs', 'one'));
    await api.until(api.in('batch/v1/jobs', 'one'), isGone);
    await api.until(api.in(SECRETS, 'child'), ({ body }) => body.metadata.ownerReferences === undefined);
  });
});
