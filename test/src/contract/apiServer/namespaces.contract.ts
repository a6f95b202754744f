import type { Answer, Api } from './Api';
import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const isGone = ({ status }: Answer) => status === 404;
const NAMESPACES = '/api/v1/namespaces';
const HOLD = { finalizers: ['example.io/hold'] };

const namespaceOf = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, ...more },
});

const pathOf = (api: Api) => `${NAMESPACES}/${api.namespace}`;
const letGo = (api: Api, path: string) =>
  api.quietly(
    'PATCH',
    path,
    { metadata: { finalizers: null } },
    { contentType: 'application/merge-patch+json' },
  );

const remains = ({ body }: Answer) =>
  body.status?.conditions?.some(
    ({ type, status }: { readonly type: string; readonly status: string }) =>
      type === 'NamespaceFinalizersRemaining' && status === 'True',
  ) === true;

/** The life of a namespace. */
export const namespaces = contractSuite('namespaces', add => {
  add('a new one is active, with its name as a label', async api => {
    const name = `${api.namespace}-new`;
    api.leave(`${NAMESPACES}/${name}`);
    await api.post(NAMESPACES, namespaceOf(name, { labels: { team: 'a' } }));
  });

  add('the finalizers and the phase of a new one are the server’s', async api => {
    const name = `${api.namespace}-new`;
    api.leave(`${NAMESPACES}/${name}`);
    await api.post(NAMESPACES, {
      ...namespaceOf(name),
      spec: { finalizers: ['example.io/mine'] },
      status: { phase: 'Terminating' },
    });
    await api.put(`${NAMESPACES}/${name}/finalize`, { ...namespaceOf(name), spec: { finalizers: [] } });
  });

  add('its name is a label of DNS', async api => {
    await api.post(NAMESPACES, namespaceOf('With.Dots'));
    await api.post(NAMESPACES, namespaceOf('x'.repeat(64)));
    await api.post(NAMESPACES, namespaceOf(''));
  });

  add('the label of its name comes back', async api => {
    await api.patch('merge', pathOf(api), {
      metadata: { labels: { 'kubernetes.io/metadata.name': 'other' } },
    });
    await api.patch('merge', pathOf(api), { metadata: { labels: null } });
  });

  add('a namespace that is not there takes nothing', async api => {
    await api.post(`${NAMESPACES}/nobody-made-me/configmaps`, configMap('one'));
    await api.get(`${NAMESPACES}/nobody-made-me/configmaps`);
    await api.get(`${NAMESPACES}/nobody-made-me/configmaps/one`);
    await api.delete(`${NAMESPACES}/nobody-made-me`);
  });

  add('deletion answers with the namespace that is terminating', async api => {
    await api.post(api.in(MAPS), configMap('one', {}, HOLD));
    await api.delete(pathOf(api));
    await letGo(api, api.in(MAPS, 'one'));
    await api.until(pathOf(api), isGone);
  });

  add('a namespace that goes takes along what is in it', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one'));
    await api.delete(pathOf(api));
    await api.until(pathOf(api), isGone);
    await api.get(api.in(MAPS, 'one'));
  });

  add('a namespace that is terminating takes nothing new', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', {}, HOLD));
    await api.quietly('DELETE', pathOf(api));
    await api.post(api.in(MAPS), configMap('two'));
    await api.post(api.in('apps/v1/controllerrevisions'), {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'two' },
      revision: 1,
    });
    await api.post(`${api.in(MAPS)}?dryRun=All`, configMap('two'));
    await api.patch('apply', `${api.in(MAPS, 'two')}?fieldManager=me`, configMap('two'));
    await letGo(api, api.in(MAPS, 'one'));
  });

  add('a namespace that is terminating takes changes of what is in it', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', {}, HOLD));
    await api.quietly('DELETE', pathOf(api));
    await api.until(api.in(MAPS, 'one'), ({ body }) => body.metadata.deletionTimestamp !== undefined);
    await api.patch('merge', api.in(MAPS, 'one'), { data: { a: '1' } });
    await letGo(api, api.in(MAPS, 'one'));
  });

  add('its conditions tell which finalizers it waits for', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', {}, HOLD));
    await api.quietly('POST', api.in(MAPS), configMap('two', {}, { finalizers: ['example.io/other'] }));
    await api.quietly('DELETE', pathOf(api));
    await api.until(pathOf(api), remains);
    await letGo(api, api.in(MAPS, 'one'));
    await letGo(api, api.in(MAPS, 'two'));
    await api.until(pathOf(api), isGone);
  });

  add('a second deletion changes nothing', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', {}, HOLD));
    await api.quietly('DELETE', pathOf(api));
    await api.until(pathOf(api), remains);
    await api.delete(pathOf(api));
    await letGo(api, api.in(MAPS, 'one'));
  });

  add('a terminating namespace is changed like any other', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', {}, HOLD));
    await api.quietly('DELETE', pathOf(api));
    await api.until(pathOf(api), remains);
    await api.patch('merge', pathOf(api), { metadata: { labels: { seen: 'yes' } } });
    await letGo(api, api.in(MAPS, 'one'));
  });

  add('a finalizer of its own metadata keeps it when it is empty', async api => {
    await api.patch('merge', pathOf(api), { metadata: HOLD });
    await api.quietly('DELETE', pathOf(api));
    await api.until(pathOf(api), ({ body }) => body.spec.finalizers === undefined);
    await letGo(api, pathOf(api));
    await api.until(pathOf(api), isGone);
  });

  add('watches hear of its end as it was stored last', async api => {
    const stream = await api.watch(`${NAMESPACES}?watch=true&fieldSelector=metadata.name%3D${api.namespace}`);
    await stream.until(1);
    await api.quietly('DELETE', pathOf(api));
    await stream.until(({ type }) => type === 'DELETED');
    stream.close(events => {
      const { type, object } = events[events.length - 1];
      const marked = events.find(each => each.type === 'MODIFIED')?.object;
      return { begins: events[0].type, marked: [marked?.spec, marked?.status], ends: [type, object] };
    });
  });

  add('a policy of deletion goes with it', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', {}, HOLD));
    await api.delete(pathOf(api), { propagationPolicy: 'Foreground' });
    await letGo(api, api.in(MAPS, 'one'));
    await api.until(pathOf(api), isGone);
  });

  add('the permanent ones cannot go', async api => {
    for (const name of ['default', 'kube-system', 'kube-public']) await api.delete(`${NAMESPACES}/${name}`);
    await api.delete(`${NAMESPACES}/default?dryRun=All`);
  });

  add('all of them cannot be deleted at once', async api => {
    await api.delete(NAMESPACES);
  });

  add('finalize is of those that are there', async api => {
    await api.put(`${NAMESPACES}/nobody-made-me/finalize`, namespaceOf('nobody-made-me'));
    await api.get(`${pathOf(api)}/finalize`);
    await api.put(`${pathOf(api)}/finalize`, namespaceOf('another-name'));
  });

  add('its status takes a phase', async api => {
    await api.get(`${pathOf(api)}/status`);
    await api.put(`${pathOf(api)}/status`, { ...namespaceOf(api.namespace), status: { phase: 'Active' } });
  });
});
