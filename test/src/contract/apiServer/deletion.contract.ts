import type { Api } from './Api';
import { configMap, deployment } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const PODS = 'v1/pods';
const HOLD = 'example.io/hold';

const held = (name: string, finalizers: readonly string[] = [HOLD]) =>
  configMap(name, undefined, { finalizers });

const options = (fields: Readonly<Record<string, unknown>>) => ({
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  ...fields,
});

const pod = (name: string, spec: Readonly<Record<string, unknown>> = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    automountServiceAccountToken: false,
    containers: [{ name: 'main', image: 'registry.example/web:1' }],
    ...spec,
  },
});

const letGo = (api: Api, path: string) => api.patch('merge', path, { metadata: { finalizers: null } });

/** Finalizers, grace periods, and what may be done to an object that is about to go. */
export const deletion = contractSuite('deletion', add => {
  add('an object with a finalizer stays until the finalizer goes', async api => {
    await api.post(api.in(MAPS), held('one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.get(api.in(MAPS, 'one'));
    await letGo(api, api.in(MAPS, 'one'));
    await api.get(api.in(MAPS, 'one'));
  });

  add('a second deletion of an object that is about to go changes nothing', async api => {
    await api.post(api.in(MAPS), held('one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.delete(api.in(MAPS, 'one'), options({ gracePeriodSeconds: 0 }));
    await letGo(api, api.in(MAPS, 'one'));
  });

  add('an object that is about to go takes changes', async api => {
    await api.post(api.in(MAPS), held('one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.patch('merge', api.in(MAPS, 'one'), { data: { a: '1' } });
    await letGo(api, api.in(MAPS, 'one'));
  });

  add('an object that is about to go takes no new finalizer', async api => {
    await api.post(api.in(MAPS), held('one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { finalizers: [HOLD, 'example.io/more'] } });
    await api.patch('json', api.in(MAPS, 'one'), [
      { op: 'add', path: '/metadata/finalizers/-', value: 'example.io/other' },
    ]);
    await letGo(api, api.in(MAPS, 'one'));
  });

  add('one of two finalizers may go alone', async api => {
    await api.post(api.in(MAPS), held('one', [HOLD, 'example.io/more']));
    await api.delete(api.in(MAPS, 'one'));
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { finalizers: ['example.io/more'] } });
    await letGo(api, api.in(MAPS, 'one'));
    await api.get(api.in(MAPS, 'one'));
  });

  add('a PUT without finalizers lets an object go', async api => {
    await api.post(api.in(MAPS), held('one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.put(`${api.in(MAPS, 'one')}?dryRun=All`, configMap('one'));
    await api.get(api.in(MAPS, 'one'));
    await api.put(api.in(MAPS, 'one'), configMap('one'));
    await api.get(api.in(MAPS, 'one'));
  });

  add('server-side apply changes an object that is about to go', async api => {
    await api.post(api.in(MAPS), held('one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.patch('apply', `${api.in(MAPS, 'one')}?fieldManager=me`, configMap('one', { a: '1' }));
    await letGo(api, api.in(MAPS, 'one'));
    await api.patch('apply', `${api.in(MAPS, 'one')}?fieldManager=me`, configMap('one', { a: '1' }));
  });

  add('finalizers must be qualified names', async api => {
    await api.post(api.in(MAPS), held('one', ['hold']));
    await api.post(api.in(MAPS), held('two', ['example.io/']));
  });

  add('a name that is about to go is taken', async api => {
    await api.post(api.in(MAPS), held('one'));
    await api.delete(api.in(MAPS, 'one'));
    await api.post(api.in(MAPS), configMap('one'));
    await letGo(api, api.in(MAPS, 'one'));
    await api.post(api.in(MAPS), configMap('one'));
  });

  add('the mark of deletion is no client’s to set or to take away', async api => {
    const deletionTimestamp = '2020-01-01T00:00:00Z';
    await api.post(api.in(MAPS), configMap('one', {}, { deletionTimestamp, deletionGracePeriodSeconds: 5 }));
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { deletionTimestamp } });
    await api.post(api.in(MAPS), held('two'));
    await api.delete(api.in(MAPS, 'two'));
    await api.patch('merge', api.in(MAPS, 'two'), { metadata: { deletionTimestamp: null } });
    await letGo(api, api.in(MAPS, 'two'));
  });

  add('generation counts the mark of deletion', async api => {
    const path = api.in('apps/v1/deployments');
    const { metadata, ...rest } = deployment('web', { replicas: 0 });
    await api.post(path, { ...rest, metadata: { ...metadata, finalizers: [HOLD] } });
    await api.delete(`${path}/web`);
    await letGo(api, `${path}/web`);
  });

  add('a collection whose objects have finalizers is marked', async api => {
    const labels = { of: 'this' };
    await api.post(api.in(MAPS), configMap('held', {}, { labels, finalizers: [HOLD] }));
    await api.post(api.in(MAPS), configMap('free', {}, { labels }));
    await api.delete(`${api.in(MAPS)}?labelSelector=of%3Dthis`);
    await api.get(`${api.in(MAPS)}?labelSelector=of%3Dthis`);
    await letGo(api, api.in(MAPS, 'held'));
  });

  add('a pod that no node has goes at once', async api => {
    await api.post(api.in(PODS), pod('one'));
    await api.delete(api.in(PODS, 'one'));
    await api.get(api.in(PODS, 'one'));
  });

  add('a pod that a node has gets its time', async api => {
    await api.post(api.in(PODS), pod('one', { nodeName: 'nowhere', terminationGracePeriodSeconds: 40 }));
    await api.delete(api.in(PODS, 'one'));
    await api.get(api.in(PODS, 'one'));
    await api.delete(api.in(PODS, 'one'), options({ gracePeriodSeconds: 0 }));
    await api.get(api.in(PODS, 'one'));
  });

  add('a later deletion of a pod can shorten its time and not prolong it', async api => {
    await api.post(api.in(PODS), pod('one', { nodeName: 'nowhere' }));
    await api.delete(api.in(PODS, 'one'), options({ gracePeriodSeconds: 20 }));
    await api.delete(api.in(PODS, 'one'), options({ gracePeriodSeconds: 50 }));
    await api.delete(api.in(PODS, 'one'), options({ gracePeriodSeconds: 10 }));
    await api.delete(`${api.in(PODS, 'one')}?gracePeriodSeconds=0`);
  });

  add('watches hear of every step of a pod’s deletion', async api => {
    await api.post(api.in(PODS), pod('one', { nodeName: 'nowhere' }));
    const stream = await api.watch(`${api.in(PODS)}?watch=true`);
    await stream.until(1);
    await api.delete(api.in(PODS, 'one'));
    await api.delete(api.in(PODS, 'one'), options({ gracePeriodSeconds: 0 }));
    await stream.until(({ type }) => type === 'DELETED');
    stream.close();
  });

  add('a pod that has finished goes at once', async api => {
    await api.post(api.in(PODS), pod('one', { nodeName: 'nowhere' }));
    await api.quietly(
      'PATCH',
      api.in(PODS, 'one', 'status'),
      { status: { phase: 'Succeeded' } },
      { contentType: 'application/merge-patch+json' },
    );
    await api.delete(api.in(PODS, 'one'));
    await api.get(api.in(PODS, 'one'));
  });

  add('a grace period is for pods alone', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.delete(api.in(MAPS, 'one'), options({ gracePeriodSeconds: 30 }));
    await api.get(api.in(MAPS, 'one'));
  });

  add('a negative grace period is one second', async api => {
    await api.post(api.in(PODS), pod('one', { nodeName: 'nowhere' }));
    await api.delete(api.in(PODS, 'one'), options({ gracePeriodSeconds: -1 }));
  });

  add('a pod with a finalizer and no node is marked without a grace period', async api => {
    const { metadata, ...rest } = pod('one');
    await api.post(api.in(PODS), { ...rest, metadata: { ...metadata, finalizers: [HOLD] } });
    await api.delete(api.in(PODS, 'one'));
    await letGo(api, api.in(PODS, 'one'));
    await api.get(api.in(PODS, 'one'));
  });

  add('a dry run of a deletion answers and leaves the object', async api => {
    await api.post(api.in(MAPS), held('one'));
    await api.delete(`${api.in(MAPS, 'one')}?dryRun=All`);
    await api.get(api.in(MAPS, 'one'));
    await letGo(api, api.in(MAPS, 'one'));
  });

  add('deletion of what is not there is 404', async api => {
    await api.delete(api.in(MAPS, 'nobody'));
    await api.delete(api.in('apps/v1/deployments', 'nobody'));
  });

  add('options that do not go together are refused', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.delete(
      api.in(MAPS, 'one'),
      options({ propagationPolicy: 'Background', orphanDependents: true }),
    );
    await api.delete(api.in(MAPS, 'one'), options({ propagationPolicy: 'Sideways' }));
    await api.delete(`${api.in(MAPS, 'one')}?propagationPolicy=Sideways`);
    await api.delete(api.in(MAPS, 'one'), options({ dryRun: ['Some'] }));
    await api.delete(api.in(MAPS, 'one'), { apiVersion: 'v1', kind: 'Pod' });
    await api.get(api.in(MAPS, 'one'));
  });

  add('the options of another group’s kind are taken', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.delete(api.in(MAPS, 'one'), { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions' });
    await api.post(api.in('apps/v1/deployments'), deployment('web', { replicas: 0 }));
    await api.delete(api.in('apps/v1/deployments', 'web'), {
      apiVersion: 'apps/v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Background',
    });
  });
});
