import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { connectClusters } from './connectClusters';
import { systemPorts } from './loop/systemPorts';
import { silentLog } from './observe/log';
import { MemoryMetrics } from './observe/metrics';
import { parseSettings } from './settings';

const databases = createTestDatabases();
/** No server is there, nor asked: the address is refused before. */
const KUBECONFIG = {
  'current-context': 'hub',
  'contexts': [{ name: 'hub', context: { cluster: 'hub', user: 'hub' } }],
  'clusters': [{ name: 'hub', cluster: { server: 'http://hub.invalid:8080' } }],
  'users': [{ name: 'hub', user: { token: 'x' } }],
};

/** Connections of a hub and members that nobody serves. */
async function connect(kubeconfig: string, contexts?: readonly string[]) {
  const { database } = await openTestDatabase(databases, 'SQLITE_3' as TestDatabaseId);
  const members = { kubeconfig, ...(contexts && { contexts }) };
  const settings = parseSettings({ hubs: [{ name: 'hub', kubeconfig }], members }, '/');
  const deps = { settings, database, ports: systemPorts, metrics: new MemoryMetrics(), log: silentLog };
  return connectClusters(deps, { onRecovered: () => undefined });
}

describe('an insecure connection', () => {
  const before = process.env.NODE_ENV;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetstage-connect-'));
    await writeFile(join(folder, 'kubeconfig'), JSON.stringify(KUBECONFIG));
  });
  afterAll(() => rm(folder, { recursive: true }));
  afterEach(() => {
    process.env.NODE_ENV = before;
  });

  it.each([undefined, '', 'production', 'staging'])(
    'is refused where NODE_ENV is %j: all but development and test are production',
    async nodeEnv => {
      if (nodeEnv === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = nodeEnv;
      const connections = await connect(join(folder, 'kubeconfig'));
      await expect(connections.hub()).rejects.toThrow('add hub to fleetstage.connections.allowInsecure');
      await connections.close();
    },
  );
});

describe('a context of the members’ kubeconfig', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetstage-contexts-'));
    await writeFile(join(folder, 'kubeconfig'), JSON.stringify(KUBECONFIG));
  });
  afterAll(() => rm(folder, { recursive: true }));

  // A context given by name is looked up in the file, which does not have it.
  it.each([
    { contexts: ['c1'], member: 'c2', says: 'no credentials are configured for member cluster c2' },
    { contexts: ['c1'], member: 'c1', says: 'member cluster c1 cannot be connected to' },
    { contexts: ['*'], member: 'c2', says: 'no credentials are configured for member cluster c2' },
    { contexts: undefined, member: 'c2', says: 'no credentials are configured for member cluster c2' },
  ])('is no member by its name alone: $member of $contexts', async ({ contexts, member, says }) => {
    const connections = await connect(join(folder, 'kubeconfig'), contexts);
    await expect(connections.useMember(member, async () => undefined)).rejects.toThrow(says);
    await connections.close();
  });

  it.each([
    [['c1'], 'c1', 'push'],
    [['c1'], 'c2', 'pull'],
    [['*'], 'hub', 'push'],
    [['*'], 'c2', 'pull'],
    [undefined, 'hub', 'push'],
    [undefined, 'c2', 'pull'],
  ])('RUL 53: of %j, %s is a %s member', async (contexts, member, carrier) => {
    const connections = await connect(join(folder, 'kubeconfig'), contexts);
    expect(connections.carrierOf(member)).toBe(carrier);
    await connections.close();
  });
});
