import { createServer } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connections } from './Connections';

const kubeconfig = (server: string, token: string) => `
current-context: c1
contexts: [{ name: c1, context: { cluster: c1, user: c1 } }]
clusters: [{ name: c1, cluster: { server: "${server}" } }]
users: [{ name: c1, user: { token: "${token}" } }]
`;

describe('Connections', () => {
  it('reads renewed credentials of a member that has refused the old ones', async () => {
    const server = createServer((request, response) => {
      const isKnown = request.headers.authorization === 'Bearer renewed';
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = await mkdtemp(join(tmpdir(), 'fleetstage-connections-'));
    const file = join(folder, 'kubeconfig');
    await writeFile(file, kubeconfig(url, 'expired'));
    const recovered: unknown[] = [];
    const connections = new Connections({
      hub: { name: 'hub' },
      accessOf: () => ({ kubeconfig: file }),
      requestTimeoutMs: 5_000,
      requestsPerMember: 4,
      now: () => 0,
      onRecovered: (member, recovery) => recovered.push([member, recovery]),
      onRequest: () => undefined,
    });
    const probe = () => connections.probeMember('c1', client => client.raw('/readyz'));
    try {
      await expect(probe()).rejects.toThrow();
      await expect(connections.useMember('c1', client => client.raw('/version'))).rejects.toThrow(
        'its credentials are refused',
      );
      await expect(probe()).rejects.toThrow();
      await writeFile(file, kubeconfig(url, 'renewed'));
      await probe();
      expect(recovered).toEqual([['c1', { isNewClient: true }]]);
      await connections.useMember('c1', client => client.raw('/version'));
    } finally {
      await connections.close();
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    }
  });
});
