import { deployment } from './objects';
import { contractSuite } from './suite';
import {
  inShort,
  refusedWatch,
  revisionOf,
  secret,
  SECRETS,
  withoutBookmarkRevisions,
  withoutOtherBookmarks,
} from './watching';

const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';

/** What a watch reports of changes, and how it ends. */
export const watchEvents = contractSuite('watch events', add => {
  add('a life is ADDED, MODIFIED and DELETED, the last with the revision of the deletion', async api => {
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true`);
    await api.post(api.in(SECRETS), secret('one'));
    await api.patch('merge', api.in(SECRETS, 'one'), { metadata: { labels: { a: '1' } } });
    await api.delete(api.in(SECRETS, 'one'));
    await stream.until(3);
    stream.close();
  });

  add('writes that change nothing, and dry runs, are told to nobody', async api => {
    await api.post(api.in(SECRETS), secret('one'));
    const revision = await revisionOf(api, api.in(SECRETS));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&resourceVersion=${revision}`);
    await api.patch('merge', api.in(SECRETS, 'one'), {});
    await api.patch('merge', `${api.in(SECRETS, 'one')}?dryRun=All`, { metadata: { labels: { a: '1' } } });
    await api.delete(`${api.in(SECRETS, 'one')}?dryRun=All`);
    await api.post(api.in(SECRETS), secret('two'));
    await stream.until(1);
    stream.close();
  });

  add('a deletion that a finalizer holds is MODIFIED, and DELETED when it goes', async api => {
    await api.post(api.in(SECRETS), secret('one', { finalizers: ['example.io/hold'] }));
    const revision = await revisionOf(api, api.in(SECRETS));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&resourceVersion=${revision}`);
    await api.delete(api.in(SECRETS, 'one'));
    await api.patch('merge', api.in(SECRETS, 'one'), { metadata: { finalizers: null } });
    await stream.until(2);
    stream.close();
  });

  add('a deleted collection is told object by object', async api => {
    for (const name of ['a', 'b', 'c']) await api.post(api.in(SECRETS), secret(name));
    const revision = await revisionOf(api, api.in(SECRETS));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&resourceVersion=${revision}`);
    await api.delete(api.in(SECRETS));
    await stream.until(3);
    stream.close(events => inShort(events).sort());
  });

  add('an object made again under its name has another uid', async api => {
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true`);
    await api.post(api.in(SECRETS), secret('one'));
    await api.delete(api.in(SECRETS, 'one'));
    await api.post(api.in(SECRETS), secret('one'));
    await stream.until(3);
    stream.close();
  });

  add('events of several objects come in the order of their revisions', async api => {
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true`);
    for (const name of ['c', 'a', 'b']) await api.post(api.in(SECRETS), secret(name));
    for (const name of ['b', 'c']) await api.delete(api.in(SECRETS, name));
    await stream.until(5);
    stream.close(events =>
      events.map(({ type, object }, index) => {
        const before = Number(events[index - 1]?.object.metadata.resourceVersion ?? 0);
        return `${type} ${object.metadata.name} ${Number(object.metadata.resourceVersion) > before}`;
      }),
    );
  });

  add('status and spec of one object are told each', async api => {
    const path = api.in('apps/v1/deployments');
    const stream = await api.watch(`${path}?watch=true`);
    await api.post(path, deployment('web', { replicas: 0 }));
    await api.patch('merge', api.in('apps/v1/deployments', 'web'), { spec: { replicas: 2 } });
    await api.patch('merge', api.in('apps/v1/deployments', 'web', 'status'), { status: { replicas: 2 } });
    await stream.until(3);
    stream.close(events =>
      events.map(({ type, object }) => [
        type,
        object.metadata.generation,
        object.spec.replicas,
        object.status,
      ]),
    );
  });

  add('timeoutSeconds ends it in order', async api => {
    await api.post(api.in(SECRETS), secret('one'));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&timeoutSeconds=1`);
    await stream.ended();
    stream.close(inShort);
  });

  add('a timeoutSeconds that is no number is refused', async api => {
    await refusedWatch(api, `${api.in(SECRETS)}?watch=true&timeoutSeconds=long`);
  });

  add('any watch that is not false is true', async api => {
    for (const watch of ['watch=perhaps', 'watch=', 'watch'])
      await refusedWatch(api, `${api.in(SECRETS)}?${watch}&timeoutSeconds=1`);
  });

  add('watch=false and watch=0 list', async api => {
    await api.get(`${api.in(SECRETS)}?watch=false`);
    await api.get(`${api.in(SECRETS)}?watch=0`);
  });

  add('limit and continue say nothing to a watch', async api => {
    for (const name of ['a', 'b']) await api.post(api.in(SECRETS), secret(name));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&limit=1`);
    await stream.until(2);
    stream.close(inShort);
  });

  add('a bookmark comes before the time is over', async api => {
    await api.post(api.in(SECRETS), secret('one'));
    const from = await revisionOf(api, api.in(SECRETS));
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=4&resourceVersion=${from}`;
    const stream = await api.watch(`${api.in(SECRETS)}?${query}`);
    await stream.ended();
    stream.close(events => withoutBookmarkRevisions(events).slice(0, 1));
  });

  add('a bookmark of pods and one of tables hold what is always there', async api => {
    const query = 'watch=true&allowWatchBookmarks=true';
    for (const accept of ['application/json', TABLE]) {
      const stream = await api.watch(`${api.in('v1/pods')}?${query}`, { accept });
      await stream.until(1);
      stream.close(withoutOtherBookmarks);
    }
  });

  add('who does not ask for bookmarks gets none', async api => {
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&timeoutSeconds=4`);
    await stream.ended();
    stream.close();
  });

  add('a bookmark tells a revision from which a watch goes on', async api => {
    const path = api.in(SECRETS);
    await api.post(path, secret('one'));
    const first = await api.watch(`${path}?watch=true&allowWatchBookmarks=true&timeoutSeconds=4`);
    await first.until(({ type }) => type === 'BOOKMARK');
    const from = first.events[first.events.length - 1].object.metadata.resourceVersion;
    await api.post(path, secret('two'));
    const second = await api.watch(`${path}?watch=true&resourceVersion=${from}`);
    await second.until(1);
    second.close(inShort);
  });

  add('it ends without an error when the client of another one breaks off', async api => {
    const [one, two] = await Promise.all([
      api.watch(`${api.in(SECRETS)}?watch=true`),
      api.watch(`${api.in(SECRETS)}?watch=true`),
    ]);
    await api.post(api.in(SECRETS), secret('a'));
    await Promise.all([one.until(1), two.until(1)]);
    one.abort();
    await api.post(api.in(SECRETS), secret('b'));
    await two.until(2);
    two.close(inShort);
  });

  add('a watch that was cut goes on from the last revision, without gap or duplicate', async api => {
    const path = api.in(SECRETS);
    const told: string[] = [];
    let from = await revisionOf(api, path);
    for (let round = 0; round < 4; round += 1) {
      const stream = await api.watch(`${path}?watch=true&resourceVersion=${from}`);
      await api.post(path, secret(`during-${round}`));
      await stream.until(round === 0 ? 1 : 2);
      told.push(...inShort(stream.events));
      from = stream.events[stream.events.length - 1].object.metadata.resourceVersion;
      stream.abort();
      await api.post(path, secret(`between-${round}`));
    }
    const last = await api.watch(`${path}?watch=true&resourceVersion=${from}`);
    await last.until(1);
    last.close(events => [...told, ...inShort(events)]);
  });

  add('a watch of a namespace that is not there stays open and tells nothing', async api => {
    const path = '/api/v1/namespaces/nobody-made-me/secrets?watch=true&timeoutSeconds=1';
    const stream = await api.watch(path);
    await stream.ended();
    stream.close();
  });

  add('what cannot be watched is refused', async api => {
    await refusedWatch(api, '/apis/authorization.k8s.io/v1/subjectaccessreviews?watch=true');
    await refusedWatch(api, `${api.in('v1/gadgets')}?watch=true`);
  });
});
