import type { Answer, Api } from './Api';
import { configMap } from './objects';
import { contractSuite } from './suite';

const SECRETS = 'v1/secrets';
const MAPS = 'v1/configmaps';

const secret = (name: string, labels: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, labels },
});

async function fill(api: Api, names = 'abcde'): Promise<string> {
  for (const name of names)
    await api.quietly('POST', api.in(SECRETS), secret(name, { odd: String('ace'.includes(name)) }));
  return api.in(SECRETS);
}

const names = ({ body }: Answer) =>
  body.items.map((item: { metadata: { name: string } }) => item.metadata.name);
const after = ({ body }: Answer) => `continue=${encodeURIComponent(body.metadata.continue)}`;

export const paging = contractSuite('paging', add => {
  add('a limit gives a page, a token and how many are left', async api => {
    const path = await fill(api);
    const first = await api.get(`${path}?limit=2`);
    const second = await api.get(`${path}?limit=2&${after(first)}`);
    await api.get(`${path}?limit=2&${after(second)}`);
  });
  add('the rest of a list may be asked for at once', async api => {
    const path = await fill(api);
    const first = await api.get(`${path}?limit=1`);
    await api.get(`${path}?${after(first)}`);
    await api.get(`${path}?limit=0&${after(first)}`);
  });
  add('a limit that is just enough or more gives no token', async api => {
    const path = await fill(api, 'ab');
    for (const limit of ['2', '3', '0', '']) await api.get(`${path}?limit=${limit}`);
  });
  add('a limit that is no number or below zero', async api => {
    const path = await fill(api, 'ab');
    for (const limit of ['few', '-1', '1.5', '99999999999999999999']) await api.get(`${path}?limit=${limit}`);
  });
  add('all pages show the list as it was at the first', async api => {
    const path = await fill(api);
    const first = await api.get(`${path}?limit=2`);
    await api.quietly('DELETE', `${path}/c`);
    await api.quietly('POST', path, secret('bb'));
    await api.quietly(
      'PATCH',
      `${path}/e`,
      { metadata: { labels: { new: 'yes' } } },
      { contentType: 'application/merge-patch+json' },
    );
    const second = await api.get(`${path}?limit=2&${after(first)}`);
    const third = await api.get(`${path}?limit=2&${after(second)}`);
    const versions = new Set([first, second, third].map(({ body }) => body.metadata.resourceVersion));
    api.transcript.note('how many versions the pages have', { status: 200, body: versions.size });
    await api.get(path);
  });
  add('pages over all namespaces go on in the next one', async api => {
    const other = `${api.namespace}-b`;
    api.leave(`/api/v1/namespaces/${other}`);
    await api.quietly('POST', '/api/v1/namespaces', { metadata: { name: other } });
    for (const home of [api.namespace, other])
      await api.quietly('POST', `/api/v1/namespaces/${home}/secrets`, secret('a', { page: api.namespace }));
    const path = `/api/v1/secrets?labelSelector=page%3D${api.namespace}`;
    const first = await api.get(`${path}&limit=1`);
    await api.get(`${path}&${after(first)}`);
  });
  add('from the cache a list is whole, whatever its limit', async api => {
    const path = await fill(api, 'abc');
    await api.get(`${path}?limit=1&resourceVersion=0`);
    await api.get(`${path}?limit=1&resourceVersion=0&resourceVersionMatch=NotOlderThan`);
  });
  add('with a selector nobody counts what is left', async api => {
    const path = await fill(api);
    const first = await api.get(`${path}?limit=1&labelSelector=odd%3Dtrue`);
    const second = await api.get(`${path}?limit=1&labelSelector=odd%3Dtrue&${after(first)}`);
    await api.get(`${path}?limit=1&labelSelector=odd%3Dtrue&${after(second)}`);
  });
  add('with a field selector, too', async api => {
    const path = await fill(api);
    await api.get(`${path}?limit=1&fieldSelector=metadata.name%3Dc`);
    await api.get(`${path}?limit=1&fieldSelector=metadata.name!%3Da`);
  });
  add('a selector may change between pages', async api => {
    const path = await fill(api);
    const first = await api.get(`${path}?limit=2`);
    await api.get(`${path}?limit=2&labelSelector=odd%3Dfalse&${after(first)}`);
  });
  add('a token that is none is 400', async api => {
    const path = await fill(api, 'ab');
    for (const token of [
      'nonsense',
      '%20',
      'e30',
      Buffer.from('{"v":"meta.k8s.io/v1"}').toString('base64url'),
    ])
      await api.get(`${path}?limit=1&continue=${token}`);
  });
  add('a token of another version of the format, or with a name that leads elsewhere', async api => {
    const path = await fill(api, 'ab');
    const token = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    await api.get(`${path}?continue=${token({ v: 'meta.k8s.io/v9', rv: 1, start: 'a' })}`);
    await api.get(`${path}?continue=${token({ v: 'meta.k8s.io/v1', rv: 0, start: 'a' })}`);
    await api.get(`${path}?continue=${token({ v: 'meta.k8s.io/v1', rv: 5, start: '' })}`);
    await api.get(`${path}?continue=${token({ v: 'meta.k8s.io/v1', rv: 5, start: '../x' })}`);
    await api.get(`${path}?continue=${token({ v: 'meta.k8s.io/v1', rv: 'x', start: 'a' })}`);
  });
  add('a token with a resourceVersion is 400', async api => {
    const path = await fill(api);
    const first = await api.get(`${path}?limit=2`);
    await api.get(`${path}?limit=2&resourceVersion=7&${after(first)}`);
    await api.get(`${path}?limit=2&resourceVersion=7&resourceVersionMatch=Exact&${after(first)}`);
    await api.get(`${path}?limit=2&resourceVersionMatch=NotOlderThan&${after(first)}`);
    await api.get(`${path}?limit=2&resourceVersion=0&${after(first)}`);
  });
  add('metadata alone comes in pages, too', async api => {
    const path = await fill(api, 'abc');
    await api.get(`${path}?limit=2`, {
      accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
    });
  });
  add('pages of an empty list', async api => {
    await api.get(`${api.in(SECRETS)}?limit=1`);
  });
});

export const listVersions = contractSuite('listVersions', add => {
  /** A list of two, of which the version with one is known. */
  async function grown(api: Api) {
    const path = api.in(SECRETS);
    const first = await api.quietly('POST', path, secret('a'));
    await api.quietly('POST', path, secret('b'));
    return { path, version: first.body.metadata.resourceVersion as string };
  }
  /** What is in the list: objects made before are not compared. */
  const ask = async (api: Api, path: string, query: string) => {
    const answer = await api.quietly('GET', `${path}?${query}`);
    const body = answer.status === 200 ? names(answer) : answer.body;
    api.transcript.note(`GET ${query.replace(/=\d{2,}/g, '=…')}`, { status: answer.status, body });
  };

  add('Exact gives the list as it was', async api => {
    const { path, version } = await grown(api);
    await ask(api, path, `resourceVersion=${version}&resourceVersionMatch=Exact`);
    await ask(api, path, `resourceVersion=${version}&resourceVersionMatch=Exact&limit=1`);
  });
  add('NotOlderThan gives the list as it is', async api => {
    const { path, version } = await grown(api);
    await ask(api, path, `resourceVersion=${version}&resourceVersionMatch=NotOlderThan`);
    await ask(api, path, 'resourceVersion=0&resourceVersionMatch=NotOlderThan');
    await ask(api, path, `resourceVersion=${version}`);
    await ask(api, path, 'resourceVersion=0');
    await ask(api, path, 'resourceVersion=');
  });
  add('an old version with a limit gives the list as it was', async api => {
    const { path, version } = await grown(api);
    await ask(api, path, `resourceVersion=${version}&limit=5`);
  });
  add('combinations that are forbidden are 422', async api => {
    const { path, version } = await grown(api);
    await ask(api, path, 'resourceVersionMatch=Exact');
    await ask(api, path, 'resourceVersionMatch=NotOlderThan');
    await ask(api, path, 'resourceVersion=0&resourceVersionMatch=Exact');
    await ask(api, path, `resourceVersion=${version}&resourceVersionMatch=Nearly`);
    await ask(api, path, 'resourceVersionMatch=Nearly');
    await ask(api, path, 'sendInitialEvents=true');
  });
  add('a version that is no number is 400', async api => {
    const { path } = await grown(api);
    await ask(api, path, 'resourceVersion=abc');
    await ask(api, path, 'resourceVersion=-1');
    await ask(api, path, 'resourceVersion=abc&resourceVersionMatch=Exact');
    await api.get(`${path}/a?resourceVersion=abc`);
  });
  add('get takes a version, and does not go back', async api => {
    const { path, version } = await grown(api);
    await api.get(`${path}/a?resourceVersion=0`);
    const answer = await api.quietly('GET', `${path}/b?resourceVersion=${version}`);
    api.transcript.note('GET b at the version before it', answer);
  });
  add('a version from the future is a timeout', async api => {
    const { path } = await grown(api);
    const { status, headers, body } = await api.quietly('GET', `${path}?resourceVersion=99999999`);
    api.transcript.note('GET from the future', { status, headers, body });
    await api.get(`${path}/a?resourceVersion=99999999`);
  });
  add('the list of custom definitions and of empty kinds has a version', async api => {
    for (const path of [api.in(MAPS), api.in('batch/v1/jobs')]) {
      const { body } = await api.quietly('GET', `${path}?limit=1`);
      api.transcript.note(`GET ${path}`, { status: 200, body: Number(body.metadata.resourceVersion) > 0 });
    }
    await api.post(api.in(MAPS), configMap('one'));
  });
});
