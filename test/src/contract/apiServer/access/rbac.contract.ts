import type { Api, How } from '../Api';
import { configMap } from '../objects';
import { contractSuite } from '../suite';
import {
  allow,
  allowEverywhere,
  binding,
  clusterBinding,
  clusterRole,
  createClusterWide,
  createRobot,
  RBAC,
  untilDecided,
} from './people';

const MAPS = 'v1/configmaps';
const DEPLOYMENTS = 'apps/v1/deployments';

async function askAll(
  api: Api,
  how: How,
  asked: readonly (readonly [method: string, path: string])[],
): Promise<void> {
  for (const [method, path] of asked) await api.request(method, path, undefined, how);
}

export const rbacRefusals = contractSuite('rbac refusals', add => {
  add('every verb is refused in its own words', async api => {
    const { as } = await createRobot(api);
    await askAll(api, as, [
      ['GET', api.in(MAPS)],
      ['GET', `${api.in(MAPS)}?watch=1`],
      ['GET', `${api.in(MAPS)}?watch=true&fieldSelector=metadata.name%3Done`],
      ['GET', `${api.in(MAPS)}?fieldSelector=metadata.name%3Done`],
      ['GET', api.in(MAPS, 'one')],
      ['GET', `${api.in(MAPS, 'one')}?watch=1`],
      ['DELETE', api.in(MAPS, 'one')],
      ['DELETE', api.in(MAPS)],
    ]);
    await api.post(api.in(MAPS), configMap('one'), as);
    await api.put(api.in(MAPS, 'one'), configMap('one'), as);
    await api.patch('merge', api.in(MAPS, 'one'), {}, as);
    await api.patch('apply', `${api.in(MAPS, 'one')}?fieldManager=m`, configMap('one'), as);
  });
  add('what is asked is refused before it is read', async api => {
    const { as } = await createRobot(api);
    await api.post(api.in(MAPS), '{not even JSON', as);
    await api.patch('merge', api.in(MAPS, 'one'), 'nor this', as);
    await api.get(`${api.in(MAPS)}?labelSelector=%21%21`, as);
    await api.get(api.in(MAPS), { ...as, accept: 'image/png' });
    await api.request('OPTIONS', api.in(MAPS), undefined, as);
  });
  add('everywhere, in a namespace and for a namespace', async api => {
    const { as } = await createRobot(api);
    await askAll(api, as, [
      ['GET', api.at(MAPS)],
      ['GET', api.at('v1/namespaces')],
      ['GET', api.at('v1/namespaces', api.namespace)],
      ['DELETE', api.at('v1/namespaces', api.namespace)],
      ['GET', api.at('v1/nodes', 'n1')],
      ['DELETE', api.at('v1/nodes')],
      ['PUT', api.at('v1/namespaces', 'default', 'finalize')],
      ['GET', api.at('v1/namespaces', 'default', 'status')],
    ]);
  });
  add('subresources are named with their resource', async api => {
    const { as } = await createRobot(api);
    await askAll(api, as, [
      ['GET', api.in(DEPLOYMENTS, 'web', 'scale')],
      ['PATCH', api.in(DEPLOYMENTS, 'web', 'status')],
      ['GET', api.in('v1/pods', 'one', 'log')],
      ['POST', api.in('v1/pods', 'one', 'eviction')],
      ['POST', api.in('v1/serviceaccounts', 'robot', 'token')],
      ['GET', api.in('v1/services', 'one', 'proxy', 'a', 'b')],
    ]);
  });
  add('what is not served is refused as if it were', async api => {
    const { as } = await createRobot(api);
    await askAll(api, as, [
      ['GET', '/apis/unknown.example/v1/things'],
      ['GET', '/apis/unknown.example/v1/namespaces/default/things/one'],
      ['GET', '/apis/apps/v9/deployments'],
      ['GET', '/apis/apps/v1/nopes'],
      ['GET', '/api/v1/namespaces/a%20b/pods'],
      ['GET', '/api/v1/namespaces/default/pods/one/two/three'],
    ]);
  });
  add('paths that are no resource are refused as paths', async api => {
    const { as } = await createRobot(api);
    await askAll(api, as, [
      ['GET', '/metrics'],
      ['GET', '/nope/deeper'],
      ['POST', '/nope'],
      ['DELETE', '/api'],
      ['HEAD', '/logs'],
      ['GET', '/nope?colour=red'],
    ]);
  });
  add('a role that is not there is told with the refusal', async api => {
    const { as, subject } = await createRobot(api);
    const missing = `${api.namespace}-missing`;
    await createClusterWide(api, 'clusterrolebindings', clusterBinding(missing, subject, missing));
    await api.quietly(
      'POST',
      api.in(`${RBAC}/rolebindings`),
      binding('b', subject, { kind: 'Role', name: 'gone' }),
    );
    await api.until(api.in(MAPS), ({ text }) => text.includes('gone') && text.includes('missing'), as);
    await api.get(api.at(MAPS), as);
    await api.get('/metrics', as);
  });
});

export const rbacRules = contractSuite('rbac rules', add => {
  const watched = (api: Api, resource: string) => `${api.in(resource)}?watch=1&timeoutSeconds=1`;

  add('verbs are held one by one', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] }]);
    await api.get(api.in(MAPS, 'none'), as);
    await api.get(watched(api, MAPS), as);
    await api.post(api.in(MAPS), configMap('one'), as);
    await api.get(api.at(MAPS), as);
  });
  add('a star stands for verbs, groups and resources', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [{ verbs: ['*'], apiGroups: ['*'], resources: ['configmaps'] }]);
    await allow(api, subject, [{ verbs: ['get'], apiGroups: ['apps'], resources: ['*'] }], 'more');
    await api.post(api.in(MAPS), configMap('one'), as);
    await api.delete(api.in(MAPS), undefined, as);
    await api.get(api.in(DEPLOYMENTS, 'none'), as);
    await api.get(api.in(DEPLOYMENTS, 'none', 'scale'), as);
    await api.get(api.in(DEPLOYMENTS), as);
    await api.get(api.in('batch/v1/jobs', 'none'), as);
  });
  add('a resource is not its subresources', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [
      { verbs: ['get'], apiGroups: ['apps'], resources: ['deployments/scale', 'replicasets'] },
      { verbs: ['update'], apiGroups: ['apps'], resources: ['*/status'] },
    ]);
    await api.get(api.in(DEPLOYMENTS, 'none', 'scale'), as);
    await api.get(api.in(DEPLOYMENTS, 'none'), as);
    await api.get(api.in('apps/v1/replicasets', 'none'), as);
    await api.get(api.in('apps/v1/replicasets', 'none', 'scale'), as);
    await api.put(api.in('apps/v1/statefulsets', 'none', 'status'), { metadata: { name: 'none' } }, as);
  });
  add('names restrict what has a name', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [
      {
        verbs: ['get', 'list', 'create'],
        apiGroups: [''],
        resources: ['configmaps'],
        resourceNames: ['one', 'two'],
      },
    ]);
    await api.get(api.in(MAPS, 'one'), as);
    await api.get(api.in(MAPS, 'three'), as);
    await api.get(api.in(MAPS), as);
    await api.get(`${api.in(MAPS)}?fieldSelector=metadata.name%3Dtwo`, as);
    await api.get(`${api.in(MAPS)}?fieldSelector=metadata.name%3Dthree`, as);
    await api.post(api.in(MAPS), configMap('one'), as);
  });
  add('paths may end in a star', async api => {
    const { as, subject } = await createRobot(api);
    await allowEverywhere(api, subject, [
      { verbs: ['get'], nonResourceURLs: ['/logs', '/nope/*', '/made*'] },
    ]);
    await askAll(api, as, [
      ['GET', '/nope/deeper'],
      ['GET', '/nope'],
      ['POST', '/nope/deeper'],
      ['GET', '/made-up'],
      ['GET', '/metrics'],
    ]);
  });
  add('a cluster role may be bound in one namespace', async api => {
    const { as, subject } = await createRobot(api);
    const name = `${api.namespace}-maps`;
    const rule = { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] };
    await createClusterWide(api, 'clusterroles', clusterRole(name, [rule]));
    await api.quietly(
      'POST',
      api.in(`${RBAC}/rolebindings`),
      binding('b', subject, { kind: 'ClusterRole', name }),
    );
    await untilDecided(api, { subject, rule, isAllowed: true, namespace: api.namespace });
    await api.get(`${api.in(MAPS)}?fieldSelector=metadata.name%3Dnone`, as);
    await api.get(api.at(MAPS), as);
    await api.get('/api/v1/namespaces/default/configmaps', as);
  });
  add('a namespace itself is within its own roles', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [{ verbs: ['get'], apiGroups: [''], resources: ['namespaces'] }]);
    const { status } = await api.quietly('GET', api.at('v1/namespaces', api.namespace), undefined, as);
    api.transcript.note('GET the namespace', { status, body: null });
    await api.get(api.at('v1/namespaces', 'default'), as);
  });
  add('groups and accounts are subjects like users', async api => {
    const [one, other] = [await createRobot(api, 'one'), await createRobot(api, 'other')];
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] };
    const group = { kind: 'Group', name: `system:serviceaccounts:${api.namespace}` } as const;
    await allow(api, one.subject, [{ ...rule, resources: ['configmaps'] }]);
    await allow(api, group, [rule], 'group');
    await api.get(api.in(MAPS, 'none'), one.as);
    await api.get(api.in(MAPS, 'none'), other.as);
    await api.get(api.in('v1/secrets', 'none'), one.as);
    await api.get(api.in('v1/secrets', 'none'), other.as);
  });
  add('what is taken away is no longer allowed', async api => {
    const { as, subject } = await createRobot(api);
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] };
    await allow(api, subject, [rule]);
    await api.get(api.in(MAPS, 'none'), as);
    await api.patch('merge', api.in(`${RBAC}/roles`, 'allowed'), { rules: [{ ...rule, verbs: ['list'] }] });
    await untilDecided(api, { subject, rule, isAllowed: false, namespace: api.namespace });
    await api.get(api.in(MAPS, 'none'), as);
    await api.delete(api.in(`${RBAC}/rolebindings`, 'allowed'));
    await untilDecided(api, {
      subject,
      rule: { ...rule, verbs: ['list'] },
      isAllowed: false,
      namespace: api.namespace,
    });
    await api.get(api.in(MAPS), as);
  });
  add('what a PUT or an apply creates needs the verb create', async api => {
    const { as, subject } = await createRobot(api);
    await allow(api, subject, [
      {
        verbs: ['update', 'patch', 'get'],
        apiGroups: [''],
        resources: ['configmaps', 'services', 'endpoints'],
      },
    ]);
    const service = { metadata: { name: 'one' }, spec: { ports: [{ port: 80 }] } };
    await api.patch('apply', `${api.in(MAPS, 'one')}?fieldManager=m`, configMap('one'), as);
    await api.put(api.in('v1/services', 'one'), service, as);
    await api.put(api.in('v1/services', 'one'), { ...service, spec: { ports: [{ port: 0 }] } }, as);
    await api.put(api.in(MAPS, 'one'), configMap('one'), as);
    await api.quietly('POST', api.in(MAPS), configMap('one'));
    await api.patch('apply', `${api.in(MAPS, 'one')}?fieldManager=m`, configMap('one', { a: '1' }), as);
  });
  add('a cluster role gathers the rules of others', async api => {
    const { as, subject } = await createRobot(api);
    const [whole, part] = [`${api.namespace}-whole`, `${api.namespace}-part`];
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] };
    const labels = { [`gather-${api.namespace}`]: 'yes' };
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: labels }] };
    await createClusterWide(api, 'clusterroles', clusterRole(whole, [], { aggregationRule }));
    await createClusterWide(api, 'clusterrolebindings', clusterBinding(whole, subject, whole));
    await createClusterWide(
      api,
      'clusterroles',
      clusterRole(part, [rule], { metadata: { name: part, labels } }),
    );
    await untilDecided(api, { subject, rule, isAllowed: true });
    await api.get(api.at(`${RBAC}/clusterroles`, whole));
    await api.get(api.in(MAPS, 'none'), as);
    await api.delete(api.at(`${RBAC}/clusterroles`, part));
    await untilDecided(api, { subject, rule, isAllowed: false });
    await api.get(api.in(MAPS, 'none'), as);
  });
});
