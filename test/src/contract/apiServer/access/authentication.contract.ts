import { contractSuite } from '../suite';
import { USERS } from '../targets';
import { createRobot } from './people';

const REVIEWS = 'authentication.k8s.io/v1/selfsubjectreviews';
const nobody = { token: '' };
const alice = { token: USERS.alice.token };

export const authentication = contractSuite('authentication', add => {
  add('whoever has no token is anonymous, and may see what is public', async api => {
    await api.get('/healthz', nobody);
    await api.get('/readyz', nobody);
    const { status } = await api.quietly('GET', '/version', undefined, nobody);
    api.transcript.note('GET /version', { status, body: null });
  });
  add('whoever has no token may see nothing else', async api => {
    for (const path of [
      '/api',
      '/apis',
      '/apis/apps/v1',
      '/openapi/v2',
      '/livez/ping',
      '/metrics',
      '/nope',
      '/',
    ])
      await api.get(path, nobody);
    await api.post('/nope', {}, nobody);
    await api.get(api.in('v1/configmaps'), nobody);
    await api.get(api.in('v1/configmaps', 'one'), nobody);
    await api.post(api.at(REVIEWS), {}, nobody);
  });
  add('a token that nobody has is 401, also where everybody may look', async api => {
    for (const path of ['/healthz', '/version', '/api', '/nope', api.in('v1/configmaps')])
      await api.get(path, { token: 'wrong' });
    await api.post(api.in('v1/configmaps'), '{not even JSON', { token: 'wrong' });
    await api.request('HEAD', api.in('v1/configmaps'), undefined, { token: 'wrong' });
  });
  add('a token is read from a header in several spellings', async api => {
    const { token } = alice;
    const spellings = ['bearer', 'BEARER', 'Basic', 'Token'].map(scheme => `${scheme} ${token}`);
    for (const authorization of [
      ...spellings,
      `Bearer ${token} more`,
      `Bearer  ${token}`,
      'Bearer',
      token,
      ` Bearer ${token}`,
    ])
      await api.get(api.in('v1/configmaps'), { ...nobody, headers: { authorization } });
  });
  add('a user of the token file has its uid and groups, and is authenticated', async api => {
    await api.post(api.at(REVIEWS), {}, alice);
    await api.post(api.at(REVIEWS), {}, { token: USERS.bob.token });
  });
  add('whoever is authenticated may see what there is', async api => {
    for (const path of ['/api', '/apis', '/apis/apps/v1', '/openapi/v3', '/healthz']) {
      const { status } = await api.quietly('GET', path, undefined, alice);
      api.transcript.note(`GET ${path}`, { status, body: null });
    }
    await api.get('/livez/ping', alice);
    await api.get('/logs', alice);
  });
  add('an account is known by its token', async api => {
    const robot = await createRobot(api);
    await api.post(api.at(REVIEWS), {}, robot.as);
    await api.get(api.in('v1/configmaps'), robot.as);
  });
  add('a token that only looks like one of an account is 401', async api => {
    const { as } = await createRobot(api);
    const [head, claims, signature] = as.token.split('.');
    const other = Buffer.from(JSON.stringify({ iss: 'https://kubernetes.default.svc' })).toString(
      'base64url',
    );
    for (const token of [
      `${head}.${claims}.AAAA`,
      `${head}.${other}.${signature}`,
      `${head}.${claims}`,
      '..',
    ])
      await api.get('/api', { token });
  });
  add('a review of oneself is only asked', async api => {
    await api.get(api.at(REVIEWS));
    await api.get(api.at(REVIEWS), alice);
    await api.get(api.at(REVIEWS, 'one'));
    await api.delete(api.at(REVIEWS));
    await api.post(api.in(REVIEWS), {});
    await api.post(
      api.at(REVIEWS),
      { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', spec: {} },
      alice,
    );
  });
});
