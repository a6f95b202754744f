import { contractSuite } from './suite';
import { inShort, secret, SECRETS } from './watching';

const PARTIAL = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const label = (value: string) => ({ metadata: { labels: { tier: value } } });

const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    automountServiceAccountToken: false,
    containers: [{ name: 'main', image: 'registry.example/web:1' }],
  },
});

/** Who hears of what, and in what form. */
export const watchSelection = contractSuite('watch selection', add => {
  add('an object that begins to match comes, one that ceases to match goes', async api => {
    await api.post(api.in(SECRETS), secret('one'));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&labelSelector=tier%3Dweb`);
    await api.patch('merge', api.in(SECRETS, 'one'), label('web'));
    await api.patch('merge', api.in(SECRETS, 'one'), { metadata: { annotations: { seen: 'yes' } } });
    await api.patch('merge', api.in(SECRETS, 'one'), label('data'));
    await stream.until(3);
    stream.close();
  });

  add('an object that goes unselected is not told', async api => {
    await api.post(api.in(SECRETS), secret('out', { labels: { tier: 'data' } }));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&labelSelector=tier%3Dweb`);
    await api.delete(api.in(SECRETS, 'out'));
    await api.post(api.in(SECRETS), secret('in', { labels: { tier: 'web' } }));
    await api.delete(api.in(SECRETS, 'in'));
    await stream.until(2);
    stream.close();
  });

  add('selectors by set choose what is there at first too', async api => {
    await api.post(api.in(SECRETS), secret('a', { labels: { tier: 'web' } }));
    await api.post(api.in(SECRETS), secret('b', { labels: { tier: 'data' } }));
    await api.post(api.in(SECRETS), secret('c'));
    const selector = encodeURIComponent('tier in (web, cache),!gone');
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&labelSelector=${selector}`);
    await stream.until(1);
    await api.patch('merge', api.in(SECRETS, 'b'), label('cache'));
    await stream.until(2);
    stream.close(inShort);
  });

  add('a field selector on a name tells of one object', async api => {
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&fieldSelector=metadata.name%3Dtwo`);
    await api.post(api.in(SECRETS), secret('one'));
    await api.post(api.in(SECRETS), secret('two'));
    await api.delete(api.in(SECRETS, 'one'));
    await api.delete(api.in(SECRETS, 'two'));
    await stream.until(2);
    stream.close(inShort);
  });

  add('watch says nothing at the path of an object', async api => {
    await api.post(api.in(SECRETS), secret('one'));
    await api.get(`${api.in(SECRETS, 'one')}?watch=true`);
    await api.get(`${api.in(SECRETS, 'two')}?watch=true&fieldSelector=metadata.name%3Done`);
  });

  add('a pod leaves the selection by its phase', async api => {
    await api.post(api.in('v1/pods'), pod('one'));
    const stream = await api.watch(`${api.in('v1/pods')}?watch=true&fieldSelector=status.phase%3DPending`);
    await stream.until(1);
    await api.patch('merge', api.in('v1/pods', 'one', 'status'), { status: { phase: 'Running' } });
    await stream.until(2);
    stream.close(events => events.map(({ type, object }) => `${type} ${object.status.phase}`));
  });

  add('a watch of one namespace hears nothing of others, one of all hears all in order', async api => {
    const other = `${api.namespace}-other`;
    api.leave(`/api/v1/namespaces/${other}`);
    await api.quietly('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: other },
    });
    const mine = encodeURIComponent(`case=${api.namespace}`);
    const labels = { case: api.namespace };
    const all = await api.watch(`/api/v1/secrets?watch=true&labelSelector=${mine}`);
    const one = await api.watch(`${api.in(SECRETS)}?watch=true`);
    await api.post(`/api/v1/namespaces/${other}/secrets`, secret('a', { labels }));
    await api.post(api.in(SECRETS), secret('b', { labels }));
    await api.post(`/api/v1/namespaces/${other}/secrets`, secret('c', { labels }));
    await Promise.all([all.until(3), one.until(1)]);
    one.close(inShort);
    all.close(inShort);
  });

  add('a field selector on the namespace chooses one of all', async api => {
    const selector = encodeURIComponent(`metadata.namespace=${api.namespace}`);
    const stream = await api.watch(`/api/v1/secrets?watch=true&fieldSelector=${selector}`);
    await api.post(api.in(SECRETS), secret('one'));
    await stream.until(1);
    stream.close();
  });

  add('as metadata alone it tells no data', async api => {
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true`, { accept: PARTIAL });
    await api.post(api.in(SECRETS), { ...secret('one'), stringData: { key: 'value' } });
    await api.delete(api.in(SECRETS, 'one'));
    await stream.until(2);
    stream.close();
  });

  add('as a table it names its columns once', async api => {
    await api.post(api.in(SECRETS), secret('one'));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true`, { accept: TABLE });
    await stream.until(1);
    await api.post(api.in(SECRETS), secret('two'));
    await api.delete(api.in(SECRETS, 'one'));
    await stream.until(3);
    stream.close();
  });

  add('as a table it holds whole objects, or none, as one asks', async api => {
    await api.post(api.in(SECRETS), secret('one'));
    for (const included of ['Object', 'None']) {
      const path = `${api.in(SECRETS)}?watch=true&includeObject=${included}`;
      const stream = await api.watch(path, { accept: TABLE });
      await stream.until(1);
      stream.close();
    }
  });

  add('what cannot be told as a stream is refused', async api => {
    await api.get(`${api.in(SECRETS)}?watch=true&timeoutSeconds=1`, { accept: 'text/html' });
  });

  add('the old paths of watches work still', async api => {
    await api.post(api.in(SECRETS), secret('one'));
    await api.post(api.in(SECRETS), secret('two'));
    const home = `namespaces/${api.namespace}/secrets`;
    for (const path of [`/api/v1/watch/${home}`, `/api/v1/watch/${home}/two`]) {
      const stream = await api.watch(path);
      await stream.until(1);
      await api.patch('merge', api.in(SECRETS, 'two'), label(path.slice(-3)));
      await stream.until(({ type }) => type === 'MODIFIED');
      stream.close(inShort);
    }
    const all = await api.watch(`/api/v1/watch/secrets?fieldSelector=metadata.namespace%3D${api.namespace}`);
    await all.until(2);
    all.close(inShort);
  });

  add('the old paths of watches of nothing are not found', async api => {
    await api.get('/api/v1/watch/gadgets');
    await api.post(`/api/v1/watch/namespaces/${api.namespace}/secrets`, secret('one'));
  });
});
