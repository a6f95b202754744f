import type { Api } from './Api';
import { configMap, deployment } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const OTHER = '11111111-1111-4111-8111-111111111111';

/** A ConfigMap that was written twice, and its versions. */
async function twice(api: Api) {
  const first = await api.post(api.in(MAPS), configMap('one', { a: '1' }));
  const second = await api.put(api.in(MAPS, 'one'), configMap('one', { a: '2' }));
  const { uid, resourceVersion: now } = second.body.metadata;
  return { path: api.in(MAPS, 'one'), old: first.body.metadata.resourceVersion, now, uid };
}

export const preconditions = contractSuite('preconditions', add => {
  add('a PUT with an old resourceVersion is 409 Conflict', async api => {
    const { path, old } = await twice(api);
    await api.put(path, configMap('one', { a: '3' }, { resourceVersion: old }));
    await api.get(path);
  });
  add('a PUT with the present resourceVersion is taken', async api => {
    const { path, now } = await twice(api);
    await api.put(path, configMap('one', { a: '3' }, { resourceVersion: now }));
  });
  add('a PUT without a version replaces whatever is there', async api => {
    const { path } = await twice(api);
    await api.put(path, configMap('one', { b: '1' }));
    await api.put(path, configMap('one', { b: '2' }, { resourceVersion: '' }));
    await api.put(path, configMap('one', { b: '3' }, { resourceVersion: '0' }));
  });
  add('a PUT that changes nothing keeps the version', async api => {
    const { path } = await twice(api);
    await api.put(path, configMap('one', { a: '2' }));
    await api.patch('merge', path, {});
    await api.patch('merge', path, { data: { a: '2' } });
    await api.patch('json', path, []);
  });
  add('some kinds are not replaced without a version', async api => {
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'one' } };
    await api.post(api.in('coordination.k8s.io/v1/leases'), lease);
    await api.put(api.in('coordination.k8s.io/v1/leases', 'one'), lease);
    const quota = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'one' } };
    await api.post(api.in('v1/serviceaccounts'), quota);
    await api.put(api.in('v1/serviceaccounts', 'one'), quota);
  });
  add('a version that is no number is 400 or a conflict', async api => {
    const { path } = await twice(api);
    await api.put(path, configMap('one', { a: '3' }, { resourceVersion: 'abc' }));
    await api.put(path, configMap('one', { a: '3' }, { resourceVersion: '-1' }));
    await api.patch('merge', path, { metadata: { resourceVersion: 'abc' } });
    await api.put(path, configMap('one', { a: '3' }, { resourceVersion: 7 }));
  });
  add('a version from the future is a conflict', async api => {
    const { path } = await twice(api);
    await api.put(path, configMap('one', { a: '3' }, { resourceVersion: '99999999' }));
    await api.patch('merge', path, { metadata: { resourceVersion: '99999999' } });
  });
  add('create with a version is 400', async api => {
    await api.post(api.in(MAPS), configMap('one', {}, { resourceVersion: '1' }));
    await api.post(api.in(MAPS), configMap('one', {}, { resourceVersion: '0' }));
    await api.post(api.in(MAPS), configMap('one', {}, { resourceVersion: 'abc' }));
    await api.post(api.in(MAPS), configMap('two', {}, { resourceVersion: '' }));
  });
  add('a PUT with another uid is a conflict', async api => {
    const { path, uid } = await twice(api);
    await api.put(path, configMap('one', { a: '3' }, { uid: OTHER }));
    await api.put(path, configMap('one', { a: '3' }, { uid }));
  });
  add('a PUT with a uid of what is not there', async api => {
    await api.put(api.in(MAPS, 'one'), configMap('one', {}, { uid: OTHER }));
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'one', uid: OTHER },
    };
    await api.put(api.in('rbac.authorization.k8s.io/v1/roles', 'one'), role);
    await api.put(api.in('rbac.authorization.k8s.io/v1/roles', 'one'), {
      ...role,
      metadata: { name: 'one', resourceVersion: '5' },
    });
  });
  add('a merge patch with an old version is a conflict', async api => {
    const { path, old, now } = await twice(api);
    await api.patch('merge', path, { metadata: { resourceVersion: old }, data: { a: '3' } });
    await api.patch('merge', path, { metadata: { resourceVersion: now }, data: { a: '3' } });
  });
  add('a strategic patch with another uid is a conflict', async api => {
    const { path } = await twice(api);
    await api.patch('strategic', path, { metadata: { uid: OTHER }, data: { a: '3' } });
    await api.patch('merge', path, { metadata: { uid: OTHER } });
  });
  add('a JSON patch with a test that fails is 422', async api => {
    const { path } = await twice(api);
    await api.patch('json', path, [
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'replace', path: '/data/a', value: '3' },
    ]);
  });
  add('an applied configuration with an old version is a conflict', async api => {
    const { path, old } = await twice(api);
    const body = configMap('one', { b: '3' }, { resourceVersion: old });
    await api.patch('apply', `${path}?fieldManager=me`, body);
    await api.patch('apply', `${path}?fieldManager=me`, configMap('one', { b: '3' }, { uid: OTHER }));
    await api.patch(
      'apply',
      `${api.in(MAPS, 'none')}?fieldManager=me`,
      configMap('none', {}, { resourceVersion: '5' }),
    );
  });
  add('a delete with another uid or version is a conflict', async api => {
    const { path, old, now, uid } = await twice(api);
    await api.delete(path, { preconditions: { uid: OTHER } });
    await api.delete(path, { preconditions: { resourceVersion: old } });
    await api.delete(path, { preconditions: { uid: OTHER, resourceVersion: old } });
    await api.delete(path, { preconditions: { uid, resourceVersion: now } });
  });
  add('a delete with preconditions that are empty', async api => {
    const { path } = await twice(api);
    await api.delete(path, { preconditions: { uid: '', resourceVersion: '' } });
    await api.delete(path, { preconditions: {} });
  });
  add('a deleted object that comes again is another one', async api => {
    const { path, uid, now } = await twice(api);
    await api.delete(path);
    await api.put(path, configMap('one', {}, { uid, resourceVersion: now }));
    await api.post(api.in(MAPS), configMap('one'));
    await api.put(path, configMap('one', { a: '1' }, { uid, resourceVersion: now }));
    await api.put(path, configMap('one', { a: '1' }, { uid }));
  });
  add('identity does not change', async api => {
    const { path } = await twice(api);
    await api.patch('merge', path, { metadata: { creationTimestamp: '2001-01-01T00:00:00Z' } });
    await api.patch('merge', path, { metadata: { creationTimestamp: null, uid: null, namespace: null } });
    await api.patch('merge', path, {
      metadata: { deletionTimestamp: '2001-01-01T00:00:00Z', deletionGracePeriodSeconds: 4 },
    });
    await api.patch('merge', path, { metadata: { generation: 9, selfLink: '/x' } });
    await api.patch('merge', path, { metadata: { generateName: 'one-' } });
    await api.patch('merge', path, { kind: 'Secret' });
    await api.patch('merge', path, { apiVersion: 'v2' });
  });
  add('a status with an old version is a conflict', async api => {
    const { body } = await api.post(api.in('apps/v1/deployments'), deployment('one'));
    await api.patch('merge', api.in('apps/v1/deployments', 'one'), { spec: { replicas: 2 } });
    await api.put(api.in('apps/v1/deployments', 'one', 'status'), { ...body, status: { replicas: 1 } });
  });
});
