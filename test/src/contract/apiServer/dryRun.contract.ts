import type { Api } from './Api';
import { configMap, deployment } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const DRY = '?dryRun=All';

const one = (api: Api) => api.in(MAPS, 'one');

export const dryRun = contractSuite('dryRun', add => {
  add('a create answers the object and stores nothing', async api => {
    const { body } = await api.post(`${api.in(MAPS)}${DRY}`, configMap('one', { a: '1' }));
    api.transcript.note('it has a uid', { status: 201, body: typeof body.metadata.uid });
    await api.get(one(api));
  });
  add('a create of what exists is refused as without it', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.post(`${api.in(MAPS)}${DRY}`, configMap('one'));
  });
  add('a create that is invalid is refused as without it', async api => {
    await api.post(`${api.in(MAPS)}${DRY}`, configMap('A_B'));
    await api.post(`/api/v1/namespaces/case-nowhere/configmaps${DRY}`, configMap('one'));
  });
  add('a create with generateName makes no name', async api => {
    const { body } = await api.post(`${api.in(MAPS)}${DRY}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'one-' },
    });
    api.transcript.note('its name', { status: 201, body: /^one-\w{5}$/.test(body.metadata.name) });
  });
  add('a replacement answers what would be, and changes nothing', async api => {
    const { body } = await api.post(api.in(MAPS), configMap('one', { a: '1' }));
    await api.put(`${one(api)}${DRY}`, configMap('one', { a: '2' }, { labels: { b: 'c' } }));
    await api.put(
      `${one(api)}${DRY}`,
      configMap('one', { a: '2' }, { resourceVersion: body.metadata.resourceVersion }),
    );
    await api.put(`${one(api)}${DRY}`, configMap('one', { a: '2' }, { resourceVersion: '1' }));
    await api.get(one(api));
  });
  add('a PUT that would create', async api => {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'one' } };
    await api.put(`${api.in('rbac.authorization.k8s.io/v1/roles', 'one')}${DRY}`, role);
    await api.get(api.in('rbac.authorization.k8s.io/v1/roles', 'one'));
  });
  add('patches of all types', async api => {
    await api.post(api.in(MAPS), configMap('one', { a: '1' }));
    await api.patch('merge', `${one(api)}${DRY}`, { data: { a: '2' } });
    await api.patch('json', `${one(api)}${DRY}`, [{ op: 'add', path: '/data/b', value: '2' }]);
    await api.patch('strategic', `${one(api)}${DRY}`, { data: { a: null } });
    await api.get(one(api));
  });
  add('an apply of what is there and of what is not', async api => {
    await api.patch('apply', `${one(api)}${DRY}&fieldManager=me`, configMap('one', { a: '1' }));
    await api.get(one(api));
    await api.patch('apply', `${one(api)}?fieldManager=me`, configMap('one', { a: '1' }));
    await api.patch('apply', `${one(api)}${DRY}&fieldManager=me`, configMap('one', { b: '1' }));
    await api.patch('apply', `${one(api)}${DRY}&fieldManager=you`, configMap('one', { a: '2' }));
    await api.patch('apply', `${one(api)}${DRY}&fieldManager=you&force=true`, configMap('one', { a: '2' }));
    await api.get(one(api));
  });
  add('a delete answers as without it, and deletes nothing', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.delete(`${one(api)}${DRY}`);
    await api.delete(one(api), { dryRun: ['All'] });
    await api.delete(`${api.in(MAPS, 'none')}${DRY}`);
    await api.get(one(api));
  });
  add('a delete of what has a finalizer marks nothing', async api => {
    await api.post(api.in(MAPS), configMap('one', undefined, { finalizers: ['example.com/hold'] }));
    await api.delete(`${one(api)}${DRY}`);
    await api.get(one(api));
    await api.delete(one(api));
    await api.patch('merge', `${one(api)}${DRY}`, { metadata: { finalizers: null } });
    await api.get(one(api));
    await api.patch('merge', one(api), { metadata: { finalizers: null } });
  });
  add('a deletecollection deletes nothing', async api => {
    await api.post(api.in('v1/secrets'), { metadata: { name: 'one' } });
    await api.delete(`${api.in('v1/secrets')}${DRY}`);
    await api.delete(api.in('v1/secrets'), { dryRun: ['All'] });
    await api.get(api.in('v1/secrets'));
  });
  add('the status and the scale', async api => {
    const path = api.in('apps/v1/deployments', 'one');
    await api.post(api.in('apps/v1/deployments'), deployment('one'));
    await api.patch('merge', `${path}/status${DRY}`, { status: { replicas: 3 } });
    await api.patch('merge', `${path}/scale${DRY}`, { spec: { replicas: 3 } });
    await api.get(path);
  });
  add('a namespace', async api => {
    const name = `${api.namespace}-b`;
    api.leave(`/api/v1/namespaces/${name}`);
    await api.post(`/api/v1/namespaces${DRY}`, { metadata: { name } });
    await api.get(`/api/v1/namespaces/${name}`);
    await api.post(`/api/v1/namespaces/${name}/configmaps${DRY}`, configMap('one'));
    await api.delete(`${api.at('v1/namespaces', api.namespace)}${DRY}`);
    await api.get(api.at('v1/namespaces', api.namespace));
  });
  add('a service gets no address that is kept', async api => {
    const { body } = await api.quietly('POST', `${api.in('v1/services')}${DRY}`, {
      metadata: { name: 'one' },
      spec: { ports: [{ port: 80 }] },
    });
    api.transcript.note('its address', { status: 201, body: /^10\./.test(body.spec.clusterIP) });
    await api.get(api.in('v1/services', 'one'));
  });
  add('other values are 422', async api => {
    for (const value of ['true', 'all', 'None', ''])
      await api.post(`${api.in(MAPS)}?dryRun=${value}`, configMap(`one-${value.toLowerCase()}x`));
    await api.post(`${api.in(MAPS)}?dryRun=All&dryRun=All`, configMap('two'));
    await api.post(`${api.in(MAPS)}?dryRun=All&dryRun=Some`, configMap('three'));
    await api.delete(one(api), { dryRun: ['true'] });
    await api.delete(one(api), { dryRun: 'All' });
    await api.patch('merge', `${one(api)}?dryRun=yes`, {});
    await api.put(`${one(api)}?dryRun=yes`, configMap('one'));
    await api.delete(`${api.in('v1/secrets')}?dryRun=yes`);
  });
});
