import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePorts } from '../controlPlane/pickFreePorts';
import { eventually } from '../eventually';
import { startEmbedded, type EmbeddedProcess } from '../embedded/startEmbedded';
import { npmStart, type NpmStart } from '../story/npmStart';

jest.setTimeout(240_000);

const START_MS = 120_000;
const UNANSWERED_MS = 2_000;

/** `npm start -- --config FILE`, without the pages, on a hub that is not its own (decision 0030). */
describe('npm start on a hub of one’s own', () => {
  let fleet: EmbeddedProcess;
  let folder: string;
  let port: number;
  let running: NpmStart | undefined;

  beforeAll(async () => {
    fleet = await startEmbedded({ members: ['member-1'] });
  });
  afterAll(() => fleet.stop());
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-real-'));
    [port] = await pickFreePorts(1);
  });
  afterEach(async () => {
    await running?.end('SIGTERM');
    running = undefined;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const dataDir = () => path.join(folder, 'data');
  const writeConfig = (further: object = {}) => {
    const kubeconfig = fleet.kubeconfigPath;
    const fleetstage = {
      hubs: [{ name: 'hub', kubeconfig, context: 'hub' }],
      members: { kubeconfig, contexts: ['*'] },
      ...further,
    };
    writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ fleetstage }));
  };
  const start = async (
    args: readonly string[] = [],
    env: Record<string, string> = { NODE_ENV: 'development' },
  ) => {
    running = await npmStart({
      args: [
        ...['--headless', '--config', path.join(folder, 'config.json'), '--data', dataDir()],
        ...['--port', String(port), ...args],
      ],
      env,
      timeoutMs: START_MS,
    });
    return running;
  };
  const stop = async () => {
    await running?.end('SIGTERM');
    running = undefined;
  };

  it('works in production with a key that is drawn once and used again, and files are their owner’s alone', async () => {
    writeConfig();
    await start([], { NODE_ENV: 'production' });
    const key = readFileSync(path.join(dataDir(), 'encryption-key'), 'utf8');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(openToOthers(dataDir())).toEqual([]);
    expect(readdirSync(dataDir())).toContain('fleetstage.sqlite-wal');
    await stop();

    // As an earlier version left it.
    for (const name of readdirSync(dataDir())) chmodSync(path.join(dataDir(), name), 0o644);
    chmodSync(dataDir(), 0o755);
    const { log } = await start([], { NODE_ENV: 'production' });
    expect(openToOthers(dataDir())).toEqual([]);
    expect(readFileSync(path.join(dataDir(), 'encryption-key'), 'utf8')).toBe(key);
    expect(log()).not.toContain('stored in clear');
    expect(log()).not.toContain('encryption key is not configured');
  });

  it('answers requests to this machine only, and guest may read', async () => {
    writeConfig();
    await start();
    expect(await ask({ headers: { host: `evil.example:${port}` } })).toBe(421);
    expect(await ask({ headers: { host: `localhost:${port}` } })).toBe(200);
    expect(await ask({ method: 'POST', headers: { origin: 'http://evil.example' } })).toBe(403);
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    expect(await ask({ headers: { ...upgrade, origin: 'http://evil.example' } })).toBe(403);

    expect(await mayGuest('read')).toBe('ALLOW');
    expect(await mayGuest('update')).toBe('DENY');
    await stop();
    await start(['--guest-may-act']);
    expect(await mayGuest('update')).toBe('ALLOW');
  });

  it('lets no page of another origin open a web socket, nor one under another name of this machine', async () => {
    writeConfig();
    await start();
    const [host, origin] = [`localhost:${port}`, `http://localhost:${port}`];
    // The first of them makes the plugin listen, and is not answered.
    await eventually('a page of ours opens a web socket', async () =>
      expect(await upgrade({ host, origin })).toBe('open'),
    );
    expect(await upgrade({ host, origin: 'http://evil.example' })).toBe('cut');
    expect(await upgrade({ host: `evil.example:${port}`, origin })).toBe('cut');
    expect(await upgrade({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` })).toBe(
      'cut',
    );
    expect(await upgrade({ host, origin })).toBe('open');
  });

  /** What comes of the request for a web socket. */
  const upgrade = (headers: Readonly<Record<string, string>>) =>
    new Promise<'open' | 'cut' | 'unanswered' | number | undefined>(resolve => {
      const asked = request({
        ...{ host: '127.0.0.1', port, path: '/api/signals', timeout: UNANSWERED_MS, agent: false },
        headers: {
          ...{ 'connection': 'Upgrade', 'upgrade': 'websocket', 'sec-websocket-version': '13' },
          'sec-websocket-key': Buffer.alloc(16).toString('base64'),
          ...headers,
        },
      });
      asked.once('upgrade', (_, socket) => {
        socket.destroy();
        resolve('open');
      });
      asked.once('response', answer => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.once('timeout', () => {
        resolve('unanswered');
        asked.destroy();
      });
      asked.once('error', () => resolve('cut'));
      asked.end();
    });

  /** The status of what `/health` answers; the connection to our own port, whatever the headers say. */
  const ask = ({ method = 'GET', headers }: { method?: string; headers: Record<string, string> }) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path: '/api/fleetstage/health', method, headers });
      asked.once('response', answer => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.once('error', reject);
      asked.end();
    });

  async function mayGuest(action: 'read' | 'update'): Promise<string> {
    const api = `http://localhost:${port}/api`;
    const headers = { 'content-type': 'application/json' };
    const signedIn = await (await fetch(`${api}/auth/guest/refresh`, { headers })).json();
    const { token } = signedIn.backstageIdentity;
    const permission =
      action === 'read'
        ? { type: 'basic', name: 'fleetstage.view', attributes: { action } }
        : { type: 'basic', name: 'fleetstage.strategy.update', attributes: { action } };
    const answer = await fetch(`${api}/permission/authorize`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify({ items: [{ id: 'one', permission }] }),
    });
    return (await answer.json()).items[0].result;
  }
});

/** Files and folders, with their modes, that others than the owner may read, write or enter. */
function openToOthers(folder: string): string[] {
  const all = ['.', ...(readdirSync(folder, { recursive: true }) as string[])];
  return all.flatMap(name => {
    const mode = statSync(path.join(folder, name)).mode % 0o1000;
    return (mode & 0o077) === 0 ? [] : [`${name} ${mode.toString(8)}`];
  });
}
