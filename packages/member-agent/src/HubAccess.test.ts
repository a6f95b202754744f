import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HubAccess } from './HubAccess';
import { createLog } from './log';
import { tokenFile } from './TokenStore';

/** What the hub answers to a request for a token, by the token that it was sent with: another token, or a status. */
type Hub = (bearer: string) => string | number;

const WEEK_S = 604_800;

describe('the agent’s token for the hub', () => {
  let folder: string;
  let server: Server;
  let hub: Hub;
  let lines: string[];
  let opened: HubAccess[];
  let asked: string[];

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-access-'));
    [lines, opened, asked] = [[], [], []];
    server = createServer((request, response) => {
      const bearer = String(request.headers.authorization).replace('Bearer ', '');
      asked.push(bearer);
      const answer = hub(bearer);
      const body =
        typeof answer === 'string'
          ? {
              spec: { expirationSeconds: WEEK_S },
              status: { token: answer, expirationTimestamp: '2030-01-01T00:00:00Z' },
            }
          : { kind: 'Status', status: 'Failure', code: answer, message: `refused with ${answer}` };
      response.writeHead(typeof answer === 'string' ? 201 : answer, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    opened.forEach(access => access.stop());
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  const putJoinToken = (text: string) => writeFileSync(path.join(folder, 'join-token'), text);
  function open(more: { readonly renewAfterMs?: number } = {}): HubAccess {
    const access = new HubAccess({
      member: 'edge',
      hub: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
      joinTokenFile: path.join(folder, 'join-token'),
      store: tokenFile(path.join(folder, 'state')),
      log: createLog('debug', line => lines.push(line)),
      ...more,
    });
    opened.push(access);
    return access;
  }
  const sent = async (access: HubAccess) => (await access.read()).authorization;

  it('is exchanged for the join token once, whoever asks, and kept over a restart', async () => {
    hub = bearer => (bearer === 'join' ? 'own' : 401);
    putJoinToken('join\n');
    const access = open();
    expect(await Promise.all([sent(access), sent(access)])).toEqual(['Bearer own', 'Bearer own']);
    expect(asked).toEqual(['join']);
    hub = () => 401;
    expect(await sent(open())).toBe('Bearer own');
    expect(asked).toEqual(['join']);
    expect(lines.join()).not.toMatch(/own"|: ?join/);
  });

  it('is missing without a join token: the log says once what to do', async () => {
    hub = () => 401;
    const access = open();
    await expect(access.read()).rejects.toThrow('The agent has no token for the hub and no join token');
    await expect(access.read()).rejects.toThrow('get a new join token');
    expect(lines).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it.each([
    // The client repeats what was refused with 401 once, at once.
    ['has expired or was used', 401, 2],
    ['may not be exchanged any more', 403, 1],
  ])('a join token that %s is refused, and not tried at each request', async (_, status, requests) => {
    hub = () => status;
    putJoinToken('join');
    const access = open();
    for (let i = 0; i < 3; i += 1)
      await expect(access.read()).rejects.toThrow('The hub refuses the join token');
    expect(asked).toHaveLength(requests);
    expect(lines.filter(line => line.includes(' warn '))).toHaveLength(1);
  });

  it('is sent again where the hub has refused it and the join token, too: it may have been a mistake', async () => {
    hub = bearer => (bearer === 'join' ? 'own' : 401);
    putJoinToken('join');
    await open().read();
    hub = () => 401;
    const access = open();
    expect(await sent(access)).toBe('Bearer own');
    access.expire();
    expect(await sent(access)).toBe('Bearer own');
    expect(lines.join()).toContain('The hub refuses the join token');
  });

  it('is replaced by a new join token once the hub refuses it', async () => {
    hub = bearer => (bearer === 'join' ? 'own' : 401);
    putJoinToken('join');
    await open().read();
    const access = open();
    await access.read();
    hub = bearer => (bearer === 'again' ? 'newer' : 401);
    putJoinToken('again');
    expect(await sent(access)).toBe('Bearer own');
    access.expire();
    expect(await sent(access)).toBe('Bearer newer');
  });

  it('is kept before it is used: where it cannot be, the join token stays open', async () => {
    hub = () => 'own';
    putJoinToken('join');
    writeFileSync(path.join(folder, 'state'), 'a file in the way');
    await expect(open().read()).rejects.toThrow('The join token cannot be exchanged');
  });

  it('is renewed with itself, and the new one is kept', async () => {
    let issued = 0;
    hub = () => `own-${(issued += 1)}`;
    putJoinToken('join');
    const access = open({ renewAfterMs: 50 });
    await access.read();
    const renewed = await new Promise<string | undefined>((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error(`not renewed: ${lines.join('')}`)), 20_000);
      const timer = setInterval(async () => {
        if (asked.length < 3) return;
        clearInterval(timer);
        clearTimeout(deadline);
        resolve(await sent(access));
      }, 20);
    });
    expect(asked.slice(0, 3)).toEqual(['join', 'own-1', 'own-2']);
    expect(renewed).toMatch(/^Bearer own-\d+$/);
    expect(readFileSync(path.join(folder, 'state/hub-token'), 'utf8')).toContain('"own-');
  });
});
