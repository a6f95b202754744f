import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { configMap, startTestFleet, until, type TestFleet } from '../__testUtils__/testFleet';
import { policySize } from './bootstrap/policy';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const users = [{ name: 'alice', token: 'token-of-alice', uid: '7', groups: ['devs'] }];
const alice = { token: 'Bearer token-of-alice' };

const bind = (name: string, role: string, subject: object) => ({
  kind: 'ClusterRoleBinding',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: [subject],
});

const create = (fleet: TestFleet, plural: string, body: object) =>
  fleet.call('POST', `${RBAC}/${plural}`, { body });
const countOf = async (fleet: TestFleet, plural: string) =>
  (await fleet.call('GET', `${RBAC}/${plural}`)).body.items.length;

describe('access', () => {
  let fleet: TestFleet;

  beforeAll(async () => {
    fleet = await startTestFleet({ users });
  });
  afterAll(() => fleet.stop());

  it('knows a user in every cluster, and lets him do what each allows', async () => {
    await create(fleet, 'clusterrolebindings', bind('devs', 'view', { kind: 'Group', name: 'devs' }));
    expect((await fleet.call('GET', MAPS, alice)).code).toBe(200);
    expect((await fleet.call('POST', MAPS, { ...alice, body: configMap('one') })).code).toBe(403);
    expect((await fleet.call('GET', MAPS, { ...alice, cluster: 'member-1' })).code).toBe(403);
  });

  it('minds every change of roles and bindings at once', async () => {
    const role = {
      metadata: { name: 'maps' },
      rules: [{ verbs: ['create'], apiGroups: [''], resources: ['configmaps'] }],
    };
    await create(fleet, 'clusterroles', role);
    const write = async (name: string) =>
      (await fleet.call('POST', `${MAPS}?dryRun=All`, { ...alice, body: configMap(name) })).code;
    expect(await write('a')).toBe(403);
    await create(fleet, 'clusterrolebindings', bind('maps', 'maps', { kind: 'User', name: 'alice' }));
    expect(await write('b')).toBe(201);
    await fleet.call('DELETE', `${RBAC}/clusterroles/maps`);
    expect(await write('c')).toBe(403);
    await create(fleet, 'clusterroles', role);
    expect(await write('d')).toBe(201);
    await fleet.call('DELETE', `${RBAC}/clusterrolebindings/maps`);
    expect(await write('e')).toBe(403);
  });

  it('gives a role that gathers others what they come to allow', async () => {
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
    const rules = [{ verbs: ['get'], apiGroups: ['example.io'], resources: ['widgets'] }];
    await create(fleet, 'clusterroles', { metadata: { name: 'see-widgets', labels }, rules });
    const ask = async () => (await fleet.call('GET', '/apis/example.io/v1/widgets/one', alice)).code;
    // Nothing is served there: who may ask gets a 404.
    await until(ask, code => code === 404);
    await fleet.call('DELETE', `${RBAC}/clusterroles/see-widgets`);
    await until(ask, code => code === 403);
  });

  it('does not take a token of an account in another cluster', async () => {
    const path = '/api/v1/namespaces/default/serviceaccounts';
    await fleet.call('POST', path, { body: { metadata: { name: 'robot' } } });
    const { body } = await fleet.call('POST', `${path}/robot/token`, { body: {} });
    const { token } = body.status as { readonly token?: string };
    expect((await fleet.call('GET', '/api', { token: `Bearer ${token}` })).code).toBe(200);
    expect((await fleet.call('GET', '/api', { token: `Bearer ${token}`, cluster: 'member-1' })).code).toBe(
      401,
    );
  });

  it('lets what was there from the beginning be deleted and found by its uid', async () => {
    const { body } = await fleet.call('GET', `${RBAC}/clusterroles/view`, { cluster: 'member-1' });
    expect(fleet.fleet.cluster('member-1').inside.objects.byUid(body.metadata.uid ?? '')?.name).toBe('view');
    await fleet.call('DELETE', `${RBAC}/clusterroles/view`, { cluster: 'member-1' });
    expect((await fleet.call('GET', `${RBAC}/clusterroles/view`, { cluster: 'member-1' })).code).toBe(404);
    expect((await fleet.call('GET', `${RBAC}/clusterroles/view`)).code).toBe(200);
  });
});

describe('over a restart', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'access-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps the uids of the beginning, what became of it, and the tokens of accounts', async () => {
    const first = await startTestFleet({ dataDir: folder, users });
    const before = await first.call('GET', `${RBAC}/clusterroles/edit`);
    const change = {
      body: { metadata: { labels: { mine: 'yes' } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    };
    await first.call('PATCH', `${RBAC}/clusterroles/view`, change);
    const path = '/api/v1/namespaces/default/serviceaccounts';
    await first.call('POST', path, { body: { metadata: { name: 'robot' } } });
    const { body } = await first.call('POST', `${path}/robot/token`, { body: {} });
    const robot = { token: `Bearer ${(body.status as { readonly token?: string }).token}` };
    await first.stop();

    const second = await startTestFleet({ dataDir: folder, users });
    expect((await second.call('GET', `${RBAC}/clusterroles/edit`)).body.metadata).toEqual(
      before.body.metadata,
    );
    expect((await second.call('GET', `${RBAC}/clusterroles/view`)).body.metadata.labels).toMatchObject({
      mine: 'yes',
    });
    expect(await countOf(second, 'clusterroles')).toBeGreaterThan(60);
    const begun = policySize();
    const watch = await second.watch(`${RBAC}/clusterroles?watch=1&resourceVersion=${begun}`);
    expect(await watch.take(1)).toEqual(['MODIFIED view']);
    watch.close();
    expect((await second.call('GET', '/api', robot)).code).toBe(200);
    await second.stop();
  });

  it('gives a folder of before its first roles', async () => {
    const first = await startTestFleet({ dataDir: folder });
    await first.stop();
    const database = new Database(join(folder, 'fleet.sqlite'));
    database.exec('ALTER TABLE cluster DROP COLUMN begun');
    database.close();

    const second = await startTestFleet({ dataDir: folder });
    const total = await Promise.all(
      ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'].map(plural => countOf(second, plural)),
    );
    expect(total.reduce((sum, count) => sum + count)).toBe(policySize());
    expect((await second.call('GET', '/version', { token: null })).code).toBe(200);
    await second.stop();
  });

  it('notes in the audit log who became whom', async () => {
    const fleet = await startTestFleet({ auditDir: folder, users });
    const headers = { 'impersonate-user': 'zoe', 'impersonate-group': 'system:masters' };
    await fleet.call('POST', MAPS, { headers, body: configMap('one') });
    await fleet.call('POST', MAPS, { ...alice, body: configMap('two') });
    await fleet.stop();
    const [first, second] = readFileSync(join(folder, 'hub.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(first).toMatchObject({
      user: { username: 'embedded-admin' },
      impersonatedUser: { username: 'zoe', groups: ['system:masters', 'system:authenticated'] },
      responseStatus: { code: 201 },
    });
    expect(second).toMatchObject({
      user: { username: 'alice' },
      responseStatus: { code: 403, reason: 'Forbidden' },
    });
    expect(second).not.toHaveProperty('impersonatedUser');
  });
});
