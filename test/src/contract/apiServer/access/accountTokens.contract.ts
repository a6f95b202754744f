import type { Answer, Api } from '../Api';
import { contractSuite } from '../suite';
import { createRobot } from './people';

const ACCOUNTS = 'v1/serviceaccounts';
const AUDIENCE = 'https://kubernetes.default.svc';

interface TokenAnswer extends Answer {
  readonly token: string;
}

/** Asks for a token and notes the answer, with the claims in place of the token. */
async function issue(api: Api, fields: object = {}, name = 'robot', query = ''): Promise<TokenAnswer> {
  const path = api.in(ACCOUNTS, name, 'token');
  const answer = await api.quietly('POST', `${path}${query}`, { spec: fields });
  const { status, headers, body } = answer;
  const token: string = body.status?.token ?? '';
  const told = token === '' ? body : { ...body, status: { ...body.status, token: claimsOf(token) } };
  api.transcript.note(`POST ${path}${query}`, { status, headers, body: told });
  return { ...answer, token };
}

function claimsOf(token: string): object {
  const [head, claims] = token
    .split('.', 2)
    .map(part => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}'));
  const { exp, iat, nbf, ...others } = claims;
  return {
    head: { ...head, kid: typeof head.kid },
    ...others,
    lastsSeconds: exp - iat,
    isValidAtOnce: nbf === iat,
  };
}

const bound = (kind: string, name: string, more: object = {}) => ({
  boundObjectRef: { kind, apiVersion: 'v1', name, ...more },
});

const pod = (name: string, serviceAccountName: string) => ({
  metadata: { name },
  spec: { serviceAccountName, containers: [{ name: 'main', image: 'registry.example/web:1' }] },
});

async function createAccount(api: Api): Promise<void> {
  await api.quietly('POST', api.in(ACCOUNTS), { metadata: { name: 'robot' } });
}

/** Who a token says he is, as long as it holds. */
async function review(api: Api, token: string): Promise<void> {
  const path = api.at('authentication.k8s.io/v1/tokenreviews');
  const { status, body } = await api.quietly('POST', path, { spec: { token } });
  api.transcript.note('POST tokenreviews', { status, body: body.status });
}

export const accountTokens = contractSuite('account tokens', add => {
  add('a token of an account is for the server and for an hour', async api => {
    await createAccount(api);
    const { token } = await issue(api);
    await api.post(api.at('authentication.k8s.io/v1/selfsubjectreviews'), {}, { token });
  });
  add('a token may be for others, and for another time', async api => {
    await createAccount(api);
    const other = await issue(api, { audiences: ['other'], expirationSeconds: 600 });
    await api.get('/api', { token: other.token });
    const both = await issue(api, { audiences: ['other', AUDIENCE] });
    await api.post(api.at('authentication.k8s.io/v1/selfsubjectreviews'), {}, { token: both.token });
    await issue(api, { audiences: [''] });
  });
  add('times that are too short or too long are 422', async api => {
    await createAccount(api);
    for (const expirationSeconds of [599, 0, -1, 2 ** 32 + 1]) await issue(api, { expirationSeconds });
    await issue(api, { expirationSeconds: 2 ** 32 });
  });
  add('an account that is not there has no tokens', async api => {
    await issue(api, {}, 'nobody');
    await issue(api, { expirationSeconds: 5 }, 'nobody');
  });
  add('requests that say another name, namespace or kind', async api => {
    await createAccount(api);
    const path = api.in(ACCOUNTS, 'robot', 'token');
    await api.post(path, { metadata: { name: 'other' }, spec: {} });
    await api.post(path, { metadata: { namespace: 'other' }, spec: {} });
    await api.post(path, { kind: 'Pod', apiVersion: 'v1' });
    await api.get(path);
    await api.put(path, {});
    await api.delete(path);
  });
  add('a dry run gives a token all the same', async api => {
    await createAccount(api);
    await issue(api, {}, 'robot', '?dryRun=All');
  });
  add('a token lives with what it is bound to', async api => {
    await createAccount(api);
    await api.quietly('POST', api.in('v1/pods'), pod('one', 'robot'));
    await api.quietly('POST', api.in('v1/secrets'), { metadata: { name: 'one' } });
    const ofPod = await issue(api, bound('Pod', 'one'));
    const ofSecret = await issue(api, bound('Secret', 'one'));
    const kept = await issue(api, bound('Pod', 'one'));
    await review(api, kept.token);
    await api.quietly('DELETE', `${api.in('v1/pods', 'one')}?gracePeriodSeconds=0`);
    await api.quietly('DELETE', api.in('v1/secrets', 'one'));
    await review(api, ofPod.token);
    await review(api, ofSecret.token);
  });
  add('what a token cannot be bound to', async api => {
    await createAccount(api);
    await api.quietly('POST', api.in('v1/pods'), pod('other', 'default'));
    await api.quietly('POST', api.in('v1/secrets'), { metadata: { name: 'one' } });
    await issue(api, bound('Pod', 'none'));
    await issue(api, bound('Secret', 'none'));
    await issue(api, bound('Node', 'none'));
    await issue(api, bound('Pod', 'other'));
    await issue(api, bound('Secret', 'one', { uid: 'another' }));
    await issue(api, bound('ConfigMap', 'one'));
    await issue(api, bound('Deployment', 'one', { apiVersion: 'apps/v1' }));
    await issue(api, bound('Secret', ''));
  });
  add('a token goes with its account', async api => {
    await createAccount(api);
    const { token } = await issue(api);
    await api.quietly('DELETE', api.in(ACCOUNTS, 'robot'));
    await review(api, token);
    await api.get('/api', { token });
  });
  add('a token of an account of the same name is another one', async api => {
    await createAccount(api);
    const { token } = await issue(api);
    await api.quietly('DELETE', api.in(ACCOUNTS, 'robot'));
    await createAccount(api);
    await review(api, token);
    await api.get('/api', { token });
  });
  add('who may ask for tokens', async api => {
    const { as } = await createRobot(api);
    await api.post(api.in(ACCOUNTS, 'robot', 'token'), {}, as);
  });
  add('others can tell tokens by the key that the server publishes', async api => {
    const { body, status, headers } = await api.quietly('GET', '/openid/v1/jwks');
    const [key, ...others] = body.keys;
    const told = { ...key, kid: typeof key.kid, x: typeof key.x, y: typeof key.y };
    api.transcript.note('GET /openid/v1/jwks', { status, headers, body: { keys: [told, ...others] } });
    const found = await api.quietly('GET', '/.well-known/openid-configuration');
    const configuration = { ...found.body, jwks_uri: found.body.jwks_uri.replace(/^.*(?=\/openid)/, '') };
    api.transcript.note('GET /.well-known/openid-configuration', { ...found, body: configuration });
    const { as } = await createRobot(api);
    const { status: seen } = await api.quietly('GET', '/openid/v1/jwks', undefined, as);
    api.transcript.note('GET /openid/v1/jwks as an account', { status: seen, body: null });
  });
});
