import type { Api } from './Api';
import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const ROLES = 'rbac.authorization.k8s.io/v1/roles';

const secret = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } });
const role = (name: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name },
  rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
});

export const verbs = contractSuite('verbs', add => {
  add('create answers 201 with the whole object', async api => {
    await api.post(api.in(MAPS), configMap('one', { a: '1' }));
  });
  add('create of a name that exists is 409 AlreadyExists', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.post(api.in(MAPS), configMap('one', { a: '2' }));
  });
  add('a name is taken for one namespace only', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    const other = `${api.namespace}-b`;
    api.leave(`/api/v1/namespaces/${other}`);
    await api.post('/api/v1/namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name: other } });
    await api.post(`/api/v1/namespaces/${other}/configmaps`, configMap('one'));
  });
  add('create in a namespace that is not there is 404', async api => {
    await api.post('/api/v1/namespaces/case-nowhere/configmaps', configMap('one'));
    await api.post('/apis/apps/v1/namespaces/case-nowhere/deployments', { metadata: { name: 'one' } });
  });
  add('get, list, replace and delete of what is not there', async api => {
    await api.get(api.in(MAPS, 'none'));
    await api.get(api.in(ROLES, 'none'));
    await api.get(api.in('v1/secrets'));
    await api.get('/api/v1/namespaces/case-nowhere/secrets');
    await api.put(api.in(MAPS, 'none'), configMap('none'));
    await api.delete(api.in(MAPS, 'none'));
    await api.delete(api.in(ROLES, 'none'));
  });
  add('a patch of what is not there is 404', async api => {
    for (const type of ['json', 'merge', 'strategic'] as const)
      await api.patch(type, api.in(MAPS, 'none'), type === 'json' ? [] : {});
  });
  add('some kinds are created by PUT', async api => {
    await api.put(api.in(ROLES, 'one'), role('one'));
    await api.put(api.in('v1/limitranges', 'one'), {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'one' },
      spec: { limits: [{ type: 'Pod', max: { cpu: '2' } }] },
    });
    await api.put(api.in('coordination.k8s.io/v1/leases', 'one'), {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'one' },
    });
  });
  add('others are not created by PUT', async api => {
    await api.put(api.in('v1/secrets', 'one'), secret('one'));
    await api.put(api.in('apps/v1/deployments', 'one'), { metadata: { name: 'one' } });
    await api.put(api.at('v1/namespaces', 'case-none'), { metadata: { name: 'case-none' } });
  });
  add('delete answers Success with what went, or the object itself, as its kind has it', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.post(api.in(ROLES), role('one'));
    await api.delete(api.in(ROLES, 'one'));
    await api.post(api.in('v1/serviceaccounts'), { metadata: { name: 'robot' } });
    await api.delete(api.in('v1/serviceaccounts', 'robot'));
  });
  add('delete with a body of another kind is refused, with options it is taken', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.delete(api.in(MAPS, 'one'), configMap('one'));
    await api.delete(api.in(MAPS, 'one'), { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' });
  });
  add('delete options are read in several versions and refused in others', async api => {
    for (const apiVersion of ['v1', 'apps/v1', 'rbac.authorization.k8s.io/v1', 'example.com/v1']) {
      await api.quietly('POST', api.in(MAPS), configMap('one'));
      await api.delete(api.in(MAPS, 'one'), { kind: 'DeleteOptions', apiVersion });
    }
  });
  add('propagation policies that contradict or do not exist are 422', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.delete(`${api.in(MAPS, 'one')}?propagationPolicy=Sometimes`);
    await api.delete(`${api.in(MAPS, 'one')}?propagationPolicy=Orphan&orphanDependents=true`);
    await api.delete(api.in(MAPS, 'one'), { propagationPolicy: 'Foreground', orphanDependents: false });
    await api.delete(api.in(MAPS, 'one'), { propagationPolicy: 'never' });
  });
  add('a grace period below zero is 422, one in words 400', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.delete(api.in(MAPS, 'one'), { gracePeriodSeconds: -3 });
    await api.delete(`${api.in(MAPS, 'one')}?gracePeriodSeconds=soon`);
    await api.delete(api.in(MAPS, 'one'), { gracePeriodSeconds: 'soon' });
    await api.delete(api.in(MAPS, 'one'), { gracePeriodSeconds: 5 });
  });
  add('methods that a path does not have are 405', async api => {
    await api.post(api.in(MAPS, 'one'), configMap('one'));
    await api.put(api.in(MAPS), configMap('one'));
    await api.patch('merge', api.in(MAPS), {});
    await api.post(api.at(MAPS), configMap('one'));
    await api.put(api.at(MAPS), configMap('one'));
    await api.delete(api.at('v1/namespaces'));
    await api.delete(api.at(MAPS));
  });
  add('methods that a subresource does not have are 405', async api => {
    await api.quietly('POST', api.in('apps/v1/deployments'), { metadata: { name: 'one' } });
    for (const subresource of ['status', 'scale']) {
      await api.post(api.in('apps/v1/deployments', 'one', subresource), {});
      await api.delete(api.in('apps/v1/deployments', 'one', subresource));
    }
    await api.get(api.at('v1/namespaces', 'default', 'finalize'));
  });
  add('subresources that a kind does not have are 404', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.get(api.in(MAPS, 'one', 'status'));
    await api.put(api.in(MAPS, 'one', 'status'), configMap('one'));
    await api.get(api.in(MAPS, 'one', 'scale'));
    await api.get(api.in('v1/services', 'one', 'scale'));
  });
  add('other methods are 405', async api => {
    await api.request('OPTIONS', api.in(MAPS));
    await api.request('OPTIONS', api.in(MAPS, 'one'));
    await api.request('TRACE', api.in(MAPS, 'one'));
    await api.request('PROPFIND', api.in(MAPS));
  });
  add('HEAD answers as GET does, without a body', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.request('HEAD', api.in(MAPS, 'one'));
    await api.request('HEAD', api.in(MAPS, 'none'));
    await api.request('HEAD', api.in(MAPS));
    await api.request('HEAD', '/api/v1/nope');
  });
  add('paths below a served version that name nothing are 404', async api => {
    await api.get('/api/v1/nopes');
    await api.get('/apis/apps/v1/nopes');
    await api.get(api.in('apps/v1/nopes', 'one'));
    await api.post(api.in('v1/nopes'), configMap('one'));
    await api.get('/apis/apps/v1/namespaces/default/deployments/one/two/three');
    await api.get('/api/v1/namespaces/default/configmaps/one/two/three');
  });
  add('versions and groups that are not served are 404', async api => {
    await api.get('/api/v2');
    await api.get('/api/v2/configmaps');
    await api.get('/apis/nope');
    await api.get('/apis/nope.example/v1/things');
    await api.get('/apis/apps/v9');
    await api.get('/apis/apps/v1beta1/deployments');
    await api.post('/apis/apps/v9/namespaces/default/deployments', {});
  });
  add('what is not below /api is 404', async api => {
    await api.get('/nope');
    await api.get('/apix/v1/pods');
    await api.post('/nope', {});
  });
  add('a kind without namespaces is not found in one', async api => {
    await api.get(api.in('v1/nodes'));
    await api.get(api.in('v1/nodes', 'n1'));
    await api.post(api.in('rbac.authorization.k8s.io/v1/clusterroles'), { metadata: { name: 'one' } });
  });
  add('an object with a namespace is not found without it', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.get(api.at(MAPS, 'one'));
    await api.delete(api.at(MAPS, 'one'));
    await api.patch('merge', api.at(MAPS, 'one'), {});
  });
  add('slashes at the end, doubled ones and escapes in paths', async api => {
    await api.post(api.in(MAPS), configMap('one.two'));
    await api.get(`${api.in(MAPS, 'one.two')}/`);
    await api.get(`${api.in(MAPS)}/`);
    await api.get(api.in(MAPS, 'one%2Etwo'));
    await api.get(api.in(MAPS, 'one%2Ftwo'));
    await api.get(api.in(MAPS, '%E4%BD%A0'));
    await api.get(api.in(MAPS, 'one%ZZ'));
  });
  add('a name that cannot be is just not found', async api => {
    await api.get(api.in(MAPS, 'One_Two'));
    await api.get(api.in(MAPS, 'x'.repeat(300)));
    await api.delete(api.in(MAPS, 'One_Two'));
  });
  add('pretty answers are indented', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    const texts = async (query: string) => {
      const { text } = await api.quietly('GET', `${api.in(MAPS, 'one')}${query}`);
      api.transcript.note(`GET one${query} begins`, { status: 200, body: text.slice(0, 15) });
    };
    for (const query of ['', '?pretty=true', '?pretty=false', '?pretty=1', '?pretty']) await texts(query);
  });
});

export const endpoints = contractSuite('endpoints', add => {
  const ask = (api: Api, method: string, paths: readonly string[]) =>
    paths.reduce<Promise<unknown>>(
      (before, path) => before.then(() => api.request(method, path)),
      Promise.resolve(),
    );

  add('health endpoints answer ok', async api => {
    await ask(api, 'GET', ['/healthz', '/livez', '/readyz', '/healthz/ping', '/livez/ping', '/readyz/etcd']);
  });
  add('a health check that does not exist is 404', async api => {
    await ask(api, 'GET', ['/healthz/nope', '/livez/nope', '/readyz/nope', '/readyz/ping/more']);
  });
  add('health endpoints with a slash at the end, and HEAD of them', async api => {
    await ask(api, 'GET', ['/healthz/', '/livez/']);
    await ask(api, 'HEAD', ['/healthz']);
  });
  add('methods that health endpoints, versions and discovery do not have', async api => {
    await ask(api, 'POST', ['/healthz', '/version', '/api', '/api/v1', '/apis/apps', '/apis/apps/v1']);
    await ask(api, 'DELETE', ['/healthz', '/version']);
    await ask(api, 'HEAD', ['/version', '/api', '/apis/apps/v1']);
  });
  add('the version has the fields of a real one', async api => {
    const { status, headers, body } = await api.quietly('GET', '/version');
    const { major, minor, gitVersion, ...others } = body;
    api.transcript.note('GET /version', {
      status,
      headers,
      body: { major, minor, gitVersion, others: Object.keys(others) },
    });
    await ask(api, 'GET', ['/version/nope']);
  });
});
