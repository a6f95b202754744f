import type { Api } from './Api';
import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const post = (api: Api, name: string, metadata: Readonly<Record<string, unknown>> = {}) =>
  api.post(`${api.in(MAPS)}?dryRun=All`, configMap(name, undefined, metadata));
const long = (letter: string, count: number) => letter.repeat(count);

export const limits = contractSuite('limits', add => {
  add('names of ConfigMaps', async api => {
    for (const name of ['a', '1.b-c', 'A', 'a_b', '-a', 'a-', 'a..b', '.a', 'a.', 'a/b', 'ü', 'a b'])
      await post(api, name);
  });
  add('names that are as long as they may be, and longer', async api => {
    await post(api, long('a', 253));
    await post(api, long('a', 254));
    await post(api, `${long('a', 63)}.${long('b', 63)}`);
    await post(api, long('a', 64));
  });
  add('names of roles are segments of a path', async api => {
    const roles = api.in('rbac.authorization.k8s.io/v1/roles');
    for (const name of ['system:one', 'A_B', 'a b', '.', '..', 'a/b', 'a%b', long('x', 300)])
      await api.post(`${roles}?dryRun=All`, { metadata: { name } });
  });
  add('names of pods, leases and volumes', async api => {
    const spec = { containers: [{ name: 'main', image: 'registry.example/web:1' }] };
    for (const name of ['a.b', 'A', long('x', 254)]) {
      await api.post(`${api.in('v1/pods')}?dryRun=All`, {
        metadata: { name },
        spec: { ...spec, containers: [] },
      });
      await api.post(`${api.in('coordination.k8s.io/v1/leases')}?dryRun=All`, { metadata: { name } });
    }
  });
  add('label keys', async api => {
    for (const key of [
      'a',
      'example.com/a',
      'A.b_c-d',
      '',
      '-a',
      'a b',
      'a/b/c',
      '/a',
      'a/',
      'Example.com/a',
      long('k', 63),
      long('k', 64),
      `${long('p', 253)}/a`,
      `${long('p', 254)}/a`,
    ])
      await post(api, 'one', { labels: { [key]: 'v' } });
  });
  add('label values', async api => {
    for (const value of ['', 'a', 'A.b_c-d', '-a', 'a-', 'a b', 'a/b', long('v', 63), long('v', 64)])
      await post(api, 'one', { labels: { a: value } });
  });
  add('key and value of a label that are wrong at once', async api => {
    await post(api, 'one', { labels: { 'b b': 'x y' } });
  });
  add('annotation keys', async api => {
    for (const key of ['a', 'Example.com/A', 'a b', 'a/b/c', '', long('k', 64)])
      await post(api, 'one', { annotations: { [key]: 'anything goes / here ✓' } });
  });
  add('annotations of 256 KiB together', async api => {
    const status = async (bytes: number) => {
      const answer = await api.quietly(
        'POST',
        `${api.in(MAPS)}?dryRun=All`,
        configMap('one', undefined, { annotations: { a: long('x', bytes) } }),
      );
      api.transcript.note(`annotations of ${bytes + 1} bytes`, {
        status: answer.status,
        body: answer.body.message ?? null,
      });
    };
    await status(256 * 1024 - 1);
    await status(256 * 1024);
  });
  add('finalizers', async api => {
    await post(api, 'one', { finalizers: ['example.com/a', 'kubernetes', 'orphan', 'foregroundDeletion'] });
    for (const finalizer of ['own', '', 'a b/c', 'a/b/c', `example.com/${long('x', 64)}`])
      await post(api, 'one', { finalizers: [finalizer] });
    await post(api, 'one', { finalizers: ['example.com/a', 'example.com/a'] });
  });
  add('owner references', async api => {
    const owner = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'x',
      uid: '11111111-1111-4111-8111-111111111111',
    };
    await post(api, 'one', { ownerReferences: [owner] });
    await post(api, 'one', { ownerReferences: [{}] });
    await post(api, 'one', { ownerReferences: [{ ...owner, apiVersion: 'a/b/c' }] });
    await post(api, 'one', { ownerReferences: [{ ...owner, kind: 'Event' }] });
    await post(api, 'one', {
      ownerReferences: [
        { ...owner, controller: true },
        { ...owner, name: 'y', uid: 'u2', controller: true },
      ],
    });
    await post(api, 'one', { ownerReferences: [owner, owner] });
  });
  add('managed fields that are sent', async api => {
    await post(api, 'one', { managedFields: [] });
    await post(api, 'one', { managedFields: [{ manager: 'x', operation: 'Nope', apiVersion: 'v1' }] });
    await post(api, 'one', {
      managedFields: [
        {
          manager: long('x', 129),
          operation: 'Update',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: {},
        },
      ],
    });
    await post(api, 'one', {
      managedFields: [{ operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV9', fieldsV1: {} }],
    });
  });
  add('the name of a field manager', async api => {
    const ask = (manager: string) =>
      api.post(`${api.in(MAPS)}?dryRun=All&fieldManager=${manager}`, configMap('one', { a: '1' }));
    for (const manager of ['me', '', long('x', 128), long('x', 129), 'a%20b', 'a%0Ab', '%C3%BC'])
      await ask(manager);
  });
  add('generated names', async api => {
    const generate = async (generateName: string) => {
      const { status, body } = await api.quietly('POST', api.in(MAPS), { metadata: { generateName } });
      const { name } = body.metadata;
      const told =
        status === 201
          ? {
              length: name.length,
              fits: name.startsWith(generateName.slice(0, 58)),
              generateName: body.metadata.generateName,
            }
          : body.message.replace(/(?<=^ConfigMap "a{58})\w{5}/, '…');
      api.transcript.note(`generateName ${generateName.length}`, { status, body: told });
    };
    await generate('one-');
    await generate(`${long('a', 57)}-`);
    await generate(`${long('a', 59)}-`);
    await generate(long('a', 300));
    await api.post(api.in(MAPS), { metadata: { name: 'one', generateName: 'two-' } });
  });
  add('a body that is too big is 413', async api => {
    const status = async (bytes: number) => {
      const { status: code, body } = await api.quietly(
        'POST',
        `${api.in(MAPS)}?dryRun=All`,
        JSON.stringify(configMap('one', { a: long('x', bytes) })),
      );
      api.transcript.note(`POST of ${bytes}`, { status: code, body: code < 300 ? body.data.a.length : body });
    };
    await status(3 * 1024 * 1024);
    await status(4 * 1024 * 1024);
  });
  add('a replacement, a patch and options that are too big are 413', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    const big = JSON.stringify(configMap('one', { a: long('x', 3 * 1024 * 1024) }));
    await api.put(api.in(MAPS, 'one'), big);
    for (const type of ['merge', 'strategic', 'apply'] as const)
      await api.patch(type, `${api.in(MAPS, 'one')}?fieldManager=me`, big);
    await api.delete(api.in(MAPS, 'one'), big);
    await api.get(api.in(MAPS, 'one'));
  });
  add('a ConfigMap or Secret of more than a megabyte is 422', async api => {
    const note = (
      what: string,
      { status, body }: { status: number; body: { message?: string; details?: unknown } },
    ) => api.transcript.note(what, { status, body: status < 300 ? null : body });
    for (const bytes of [1024 * 1024, 1024 * 1024 + 1]) {
      note(
        `map ${bytes}`,
        await api.quietly('POST', `${api.in(MAPS)}?dryRun=All`, configMap('one', { a: long('x', bytes) })),
      );
      note(
        `secret ${bytes}`,
        await api.quietly('POST', `${api.in('v1/secrets')}?dryRun=All`, {
          metadata: { name: 'one' },
          stringData: { a: long('x', bytes) },
        }),
      );
    }
  });
  add('an object that the store does not take', async api => {
    const rules = (count: number) => ({
      metadata: { name: 'one' },
      rules: [
        {
          apiGroups: [''],
          verbs: ['get'],
          resources: ['pods'],
          resourceNames: Array.from({ length: count }, (_, i) => long('n', 100) + i),
        },
      ],
    });
    const { status, body } = await api.quietly(
      'POST',
      api.in('rbac.authorization.k8s.io/v1/roles'),
      rules(16_000),
    );
    api.transcript.note('POST of 1.6 MB', { status, body: status < 300 ? null : body });
  });
  add('a JSON patch of too many operations', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.patch(
      'json',
      api.in(MAPS, 'one'),
      Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' })),
    );
  });
});
