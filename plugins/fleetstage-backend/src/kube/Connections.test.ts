import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClosedError, MEMBER_LIMITS } from '@fleetstage/kube-client';
import { Connections, NotThisMemberError, type ConnectionsOptions } from './Connections';

const kubeconfig = (server: string, token: string) => `
current-context: c1
contexts: [{ name: c1, context: { cluster: c1, user: c1 } }]
clusters: [{ name: c1, cluster: { server: "${server}" } }]
users: [{ name: c1, user: { token: "${token}" } }]
`;

describe('Connections', () => {
  let server: Server;
  let folder: string;
  let file: string;
  let connections: Connections;
  const isKnown = (token: string) => token !== 'expired';
  const recovered: unknown[] = [];
  const asked: string[] = [];

  const write = (token: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return writeFile(file, kubeconfig(url, token));
  };
  const open = (more: Partial<ConnectionsOptions> = {}) =>
    new Connections({
      hub: { name: 'hub', kubeconfig: join(folder, 'none') },
      accessOf: member => (member === 'unknown' ? undefined : { kubeconfig: file, context: member }),
      requestTimeoutMs: 5_000,
      requestsPerMember: 4,
      now: () => 0,
      onRecovered: (member, recovery) => recovered.push([member, recovery]),
      onRequest: () => undefined,
      ...more,
    });
  const probe = () => connections.probeMember('c1', client => client.raw('/readyz'));
  const use = () => connections.useMember('c1', client => client.raw('/version'));

  beforeEach(async () => {
    server = createServer((request, response) => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      asked.push(token);
      response.writeHead(isKnown(token) ? 200 : 401, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'fleetstage-connections-'));
    file = join(folder, 'kubeconfig');
    recovered.length = 0;
    asked.length = 0;
    connections = open();
  });

  afterEach(async () => {
    await connections.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  it('takes answers of members within the limits of members, watches included', async () => {
    await write('held');
    expect(await connections.useMember('c1', async ({ limits }) => limits)).toBe(MEMBER_LIMITS);
    expect((await connections.watchClient('c1')).limits).toBe(MEMBER_LIMITS);
  });

  it('reads renewed credentials of a member that has refused the old ones', async () => {
    await write('expired');
    await expect(probe()).rejects.toThrow();
    await expect(use()).rejects.toThrow('its credentials are refused');
    await expect(probe()).rejects.toThrow();
    await write('renewed');
    await probe();
    expect(recovered).toEqual([['c1', { isNewClient: true }]]);
    await use();
  });

  it('uses rotated credentials from the next heartbeat on, though the old ones still hold', async () => {
    await write('old');
    await probe();
    const before = await connections.watchClient('c1');
    await probe();
    expect(await connections.watchClient('c1')).toBe(before);
    await write('new');
    await use();
    await probe();
    await use();
    expect(asked).toEqual(['old', 'old', 'old', 'new', 'new']);
    expect(recovered).toEqual([['c1', { isNewClient: true }]]);
    await expect(before.raw('/version')).rejects.toBeInstanceOf(ClosedError);
  });

  it.each([
    ['the file', () => rm(file), 'ENOENT'],
    ['the context', () => writeFile(file, 'contexts: [{ name: c2 }]'), 'there is no context "c1"'],
  ])('lets go of a member whose credentials were taken away: %s', async (_, takeAway, says) => {
    await write('known');
    await probe();
    const client = await connections.watchClient('c1');
    await takeAway();
    await expect(probe()).rejects.toThrow(says);
    await expect(use()).rejects.toThrow('member cluster c1 did not answer and is tried again soon');
    await expect(connections.watchClient('c1')).rejects.toThrow(says);
    await expect(client.raw('/version')).rejects.toBeInstanceOf(ClosedError);
    expect(asked).toEqual(['known']);
    expect(connections.reachability()).toEqual([['c1', false]]);
    await write('known');
    await probe();
    await use();
    expect(recovered).toEqual([['c1', { isNewClient: true }]]);
  });

  it('closes what is left of a member that has left the fleet', async () => {
    await write('known');
    const client = await connections.watchClient('c1');
    await connections.forget('c1');
    await expect(client.raw('/version')).rejects.toBeInstanceOf(ClosedError);
    expect(asked).toEqual([]);
  });

  it('gives nobody a client before the cluster was taken for the member', async () => {
    await write('known');
    let isMember = false;
    const mistaken = new NotThisMemberError('FleetstageSameCluster', 'it is the hub');
    const approveMember = async () => {
      if (!isMember) throw mistaken;
      return 'identified' as const;
    };
    connections = open({ approveMember });
    await expect(use()).rejects.toBe(mistaken);
    await expect(use()).rejects.toBe(mistaken);
    await expect(connections.watchClient('c1')).rejects.toThrow();
    expect(asked).toEqual([]);
    await expect(probe()).rejects.toBe(mistaken);
    isMember = true;
    expect(await probe()).toBe('identified');
    await use();
    expect(recovered).toHaveLength(1);
    isMember = false;
    await expect(probe()).rejects.toBe(mistaken);
    await expect(use()).rejects.toBe(mistaken);
  });

  it('takes names for keys and nothing else', async () => {
    await write('known');
    for (const name of ['..', '../c1', '__proto__', 'constructor'])
      await expect(connections.probeMember(name, client => client.raw('/readyz'))).rejects.toThrow(
        `there is no context "${name}"`,
      );
    await expect(connections.probeMember('unknown', client => client.raw('/readyz'))).rejects.toThrow(
      'add it to fleetstage.members',
    );
    expect(asked).toEqual([]);
  });
});
