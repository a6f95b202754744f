import type { Api } from './Api';
import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';

/** Everything that one may ask of the object of a path. */
async function askAll(api: Api, path: string): Promise<void> {
  await api.get(path);
  await api.put(path, configMap('one'));
  await api.patch('merge', path, { data: { a: '2' } });
  await api.delete(path);
}

/** As they are sent: neither side folds them, whatever a client's URL parser would have done. */
export const oddPaths = contractSuite('oddPaths', add => {
  for (const name of ['.', '..', '%2e', '%2E%2e', '...'])
    add(`the name ${name} is a name`, async api => {
      await api.post(api.in(MAPS), configMap('one', { a: '1' }));
      await askAll(api, `${api.in(MAPS)}/${name}`);
      await api.get(`${api.in('v1/secrets')}/${name}`);
      await api.get(api.in(MAPS, 'one'));
    });
  for (const name of ['.', '..'])
    add(
      `the name ${name} is a name also before a subresource, and where there are no namespaces`,
      async api => {
        await api.get(`${api.in('apps/v1/deployments')}/${name}/status`);
        await api.get(`/api/v1/namespaces/${name}`);
        await api.get(`/apis/rbac.authorization.k8s.io/v1/clusterroles/${name}`);
      },
    );
  for (const namespace of ['.', '..', '%2e%2e'])
    add(`the namespace ${namespace} is one`, async api => {
      await api.get(`/api/v1/namespaces/${namespace}/configmaps/one`);
      await api.get(`/api/v1/namespaces/${namespace}/configmaps`);
      await api.post(`/api/v1/namespaces/${namespace}/configmaps`, configMap('one'));
    });
  add('steps in a path lead nowhere', async api => {
    await api.get(`/api/v1/namespaces/${api.namespace}/configmaps/../secrets`);
    await api.get(`/api/v1/namespaces/${api.namespace}/configmaps/x/..`);
    await api.get('/api/v1/../v1/namespaces');
    await api.get('/./api/v1');
    await api.get('/apis/apps/../../api/v1');
  });
  add('a slash that is escaped parts a path', async api => {
    await api.post(api.in(MAPS), configMap('one', { a: '1' }));
    await api.get(`/api/v1/namespaces/${api.namespace}%2Fconfigmaps`);
    await api.get(`/api/v1/namespaces/${api.namespace}%2Fconfigmaps%2Fone`);
    await api.get(`${api.in(MAPS)}%2Fone`);
  });
  add('an object may not be called so', async api => {
    for (const name of ['.', '..', 'a/b', 'a%b', '']) {
      await api.post(api.in(MAPS), configMap(name));
      await api.post(api.in('rbac.authorization.k8s.io/v1/roles'), {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { name },
      });
    }
  });
});
