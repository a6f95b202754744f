import type { Api } from './Api';
import { configMap } from './objects';
import { contractSuite } from './suite';

const SECRETS = 'v1/secrets';

async function fill(api: Api): Promise<string> {
  for (const name of ['a', 'b', 'c'])
    await api.quietly('POST', api.in(SECRETS), { metadata: { name, labels: { name } } });
  return api.in(SECRETS);
}

export const deleteCollection = contractSuite('deleteCollection', add => {
  add('all of a kind in a namespace', async api => {
    const path = await fill(api);
    await api.delete(path);
    await api.get(path);
  });
  add('what a label selector chooses', async api => {
    const path = await fill(api);
    await api.delete(`${path}?labelSelector=name%20in%20(a,c)`);
    await api.get(path);
  });
  add('what a field selector chooses', async api => {
    const path = await fill(api);
    await api.delete(`${path}?fieldSelector=metadata.name%3Db`);
    await api.get(path);
  });
  add('a selector that cannot be read deletes nothing', async api => {
    const path = await fill(api);
    await api.delete(`${path}?labelSelector=a%20b`);
    await api.delete(`${path}?fieldSelector=nope%3Db`);
    await api.get(path);
  });
  add('nothing to delete', async api => {
    await api.delete(api.in(SECRETS));
    await api.delete('/api/v1/namespaces/case-nowhere/secrets');
  });
  add('a page of them', async api => {
    const path = await fill(api);
    await api.delete(`${path}?limit=2`);
    await api.get(path);
  });
  add('what has a finalizer is marked', async api => {
    const path = api.in('v1/configmaps');
    await api.quietly(
      'POST',
      path,
      configMap('held', undefined, { finalizers: ['example.com/hold'], labels: { mine: '' } }),
    );
    await api.quietly('POST', path, configMap('free', undefined, { labels: { mine: '' } }));
    await api.delete(`${path}?labelSelector=mine`);
    await api.get(`${path}?labelSelector=mine`);
    await api.patch('merge', `${path}/held`, { metadata: { finalizers: null } });
  });
  add('with options in the body', async api => {
    const path = await fill(api);
    await api.delete(path, { propagationPolicy: 'Nope' });
    await api.delete(path, { preconditions: { uid: '11111111-1111-4111-8111-111111111111' } });
    await api.delete(path, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
    await api.get(path);
  });
  add('as a table and as metadata', async api => {
    const path = await fill(api);
    await api.delete(`${path}?labelSelector=name%3Da`, undefined, {
      accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
    });
    await api.delete(`${path}?includeObject=None`, undefined, {
      accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
    });
  });
  add('kinds that are not deleted together are 405', async api => {
    await api.delete(`${api.in('v1/services')}?dryRun=All`);
    await api.delete(api.at('v1/namespaces'));
  });
});
