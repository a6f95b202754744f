import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { silentLog } from '../observe/log';
import { ensureSameHub } from './ensureSameHub';

const databases = createTestDatabases();

const namespace = (uid: string) => ({
  status: 200,
  body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid } },
});
const refusal = (code: number, reason: string) => ({
  status: code,
  body: { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message: reason },
});

describe('ensureSameHub', () => {
  let server: Server;
  let answer: { status: number; body: object };

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const openHub = async (id: Parameters<typeof openTestDatabase>[1]) => {
    const { database } = await openTestDatabase(databases, id);
    const { port } = server.address() as AddressInfo;
    return (mayBeUnidentified = false) =>
      ensureSameHub(
        { hub: 'hub', database, log: silentLog, mayBeUnidentified },
        new KubeClient({ server: `http://127.0.0.1:${port}`, credentials: fixedCredentials({}) }),
      );
  };

  it.each(databases.eachSupportedId())(
    'refuses another cluster under the name of the hub, on %s',
    async id => {
      const ensure = await openHub(id);
      answer = namespace('one');
      await ensure();
      await ensure();
      answer = namespace('two');
      await expect(ensure()).rejects.toThrow('uid of kube-system: two, known: one');
      answer = namespace('one');
      await ensure();
    },
  );

  it.each([
    ['has no such namespace', refusal(404, 'NotFound')],
    ['does not show it', refusal(403, 'Forbidden')],
  ])('refuses a hub that %s, unless that is allowed and it never did', async (_, hidden) => {
    const ensure = await openHub('SQLITE_3');
    answer = hidden;
    await expect(ensure()).rejects.toThrow('add hub to fleetstage.connections.allowUnidentified');
    await ensure(true);
    answer = namespace('one');
    await ensure();
    answer = hidden;
    await expect(ensure(true)).rejects.toThrow('It did before, so another cluster may be answering');
  });
});
