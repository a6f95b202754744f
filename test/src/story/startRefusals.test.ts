import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePorts } from '../controlPlane/pickFreePorts';

const root = path.resolve(__dirname, '../../..');
/** Nothing listens there, as behind a proxy that is not set. */
const NOWHERE = 'http://127.0.0.1:9/';
const TEST_MS = 90_000;

/** A clone before its first start: what the set-up reads, without `node_modules`. */
function cloneForStart(folder: string): void {
  for (const name of ['scripts', 'package.json', 'yarn.lock', '.yarnrc.yml']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  const workspaces = ['packages', 'plugins'].flatMap(kind =>
    readdirSync(path.join(root, kind)).map(name => path.join(kind, name)),
  );
  for (const workspace of [...workspaces, 'test']) {
    const manifest = path.join(workspace, 'package.json');
    if (!existsSync(path.join(root, manifest))) continue;
    mkdirSync(path.join(folder, workspace), { recursive: true });
    cpSync(path.join(root, manifest), path.join(folder, manifest));
  }
}

describe('npm start says what to do when it cannot', () => {
  let folder: string;
  let ports: readonly number[];

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-refusal-'));
    cloneForStart(folder);
    ports = await pickFreePorts(2);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const start = (env: Record<string, string> = {}, ...args: readonly string[]) =>
    new Promise<{ readonly code: number | null; readonly text: string }>((resolve, reject) => {
      const [port, uiPort] = ports;
      const child = spawn(
        process.execPath,
        [path.join(folder, 'scripts/start.mjs'), '--port', `${port}`, '--ui-port', `${uiPort}`, ...args],
        { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
      );
      let text = '';
      child.stdout.on('data', chunk => (text += chunk));
      child.stderr.on('data', chunk => (text += chunk));
      child.on('error', reject);
      child.on('close', code => resolve({ code, text }));
    });

  it(
    'without a network on a new machine: what could not be brought, why, and that nothing is left behind',
    async () => {
      const cache = path.join(folder, 'cache');
      const { code, text } = await start({ XDG_CACHE_HOME: cache, npm_config_registry: NOWHERE });

      expect(code).toBe(1);
      expect(text).toMatch(/npm could not bring .*ECONNREFUSED.*Is the npm registry reachable/s);
      expect(text).not.toMatch(/\n\s+at /);
      expect(readdirSync(path.join(cache, 'fleetstage'))).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'without a network for the dependencies: within seconds, with the cause',
    async () => {
      const { code, text } = await start({
        npm_config_registry: NOWHERE,
        YARN_NPM_REGISTRY_SERVER: NOWHERE,
        YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
        YARN_GLOBAL_FOLDER: path.join(folder, 'yarn'),
      });

      expect(code).toBe(1);
      expect(text).toMatch(
        /the npm registry does not answer, and Yarn's cache lacks.*ECONNREFUSED.*go(es)? on/s,
      );
    },
    TEST_MS,
  );

  it(
    'without a compiler: its name and the command that brings it, before minutes of installing',
    async () => {
      const bin = path.join(folder, 'bin');
      mkdirSync(bin);
      symlinkSync(process.execPath, path.join(bin, 'node'));
      const { code, text } = await start({ PATH: bin });

      expect(code).toBe(1);
      expect(text).toMatch(/python3 is missing.*apt-get install build-essential python3/s);
    },
    TEST_MS,
  );

  it(
    'with its port taken: which, for what, and the flag for another',
    async () => {
      const [port = 0] = ports;
      const other = await listen(port);
      try {
        const { code, text } = await start();

        expect(code).toBe(1);
        expect(text).toContain(`port ${port}, for the API, is taken.`);
        expect(text).toContain(`npm start -- --port ${port + 10}`);
      } finally {
        other.close();
      }
    },
    TEST_MS,
  );

  it(
    'with a flag it does not know: the usage',
    async () => {
      const { code, text } = await start({}, '--memebers', '3');

      expect(code).toBe(1);
      expect(text).toMatch(/--memebers.*--members/s);
    },
    TEST_MS,
  );
});

function listen(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}
