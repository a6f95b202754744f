import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const TEST_MS = 60_000;

interface Package {
  readonly name: string;
  readonly version: string;
}
interface Published extends Package {
  readonly tarball: Buffer;
  readonly integrity: string;
}

describe('the tool-chain that comes through npm', () => {
  let folder: string;
  const servers: Server[] = [];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-toolchain-'));
  });
  afterEach(() => {
    servers.splice(0).forEach(server => server.close());
    rmSync(folder, { recursive: true, force: true });
  });

  /** A tarball with this one file beside its package.json, and its true hash. */
  function publish({ name, version }: Package, content: string): Published {
    const parent = mkdtempSync(path.join(folder, 'published-'));
    mkdirSync(path.join(parent, 'package'));
    writeFileSync(path.join(parent, 'package/package.json'), JSON.stringify({ name, version }));
    writeFileSync(path.join(parent, 'package/content.txt'), content);
    const tarball = execFileSync('tar', ['-cz', '-C', parent, 'package']);
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    return { name, version, tarball, integrity };
  }

  /** A registry whose metadata agree with what it serves; resolves to its URL. */
  async function registryOf(...published: readonly Published[]): Promise<string> {
    const server = createServer((request, response) => {
      const asked = decodeURIComponent(request.url ?? '').slice(1);
      const wanted = published.find(({ name }) => asked === name || asked === `${name}.tgz`);
      if (!wanted) return response.writeHead(404).end();
      if (asked.endsWith('.tgz')) return response.end(wanted.tarball);
      const { name, version, integrity } = wanted;
      const dist = { tarball: `http://${request.headers.host}/${name}.tgz`, integrity };
      return response.end(
        JSON.stringify({
          name,
          'dist-tags': { latest: version },
          'versions': { [version]: { name, version, dist } },
        }),
      );
    });
    servers.push(server);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** Runs `source`, a module that may import what is in scripts/, with a Fleetstage and npm cache of its own. */
  const runScript = (source: string, registry: string, args: readonly string[] = []) =>
    new Promise<{ readonly code: number; readonly text: string }>(resolve => {
      execFile(
        process.execPath,
        ['--input-type=module', '-e', source, '--', ...args],
        {
          cwd: path.join(root, 'scripts'),
          env: {
            ...process.env,
            NODE_OPTIONS: '',
            XDG_CACHE_HOME: path.join(folder, 'cache'),
            npm_config_cache: path.join(folder, 'npm'),
            npm_config_registry: registry,
          },
        },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
      );
    });

  const ENSURE = `import { ensureToolchain, runMain } from './toolchain.mjs';
    await runMain(() => void ensureToolchain());`;
  const BRING = `import { runMain } from './toolchain.mjs';
    import { bringPinned } from './pinned.mjs';
    const [folder, packages] = process.argv.slice(-2);
    await runMain(() => bringPinned(folder, JSON.parse(packages)));`;
  const pinOf = ({ name, version, integrity }: Published) => ({ [name]: { version, integrity } });

  it(
    'is refused where a registry serves other packages under the same versions: which, expected, found, and nothing is left',
    async () => {
      const pinned = await pins();
      const served = Object.entries(pinned).map(([name, { version }]) => publish({ name, version }, 'evil'));
      const { code, text } = await runScript(ENSURE, await registryOf(...served));

      expect(code).toBe(1);
      const refused = served.find(({ name, version }) => text.includes(`${name}@${version} from the npm`));
      expect(text).toContain(`expected ${refused && pinned[refused.name]?.integrity}\n`);
      expect(text).toContain(`found    ${refused?.integrity}\n`);
      expect(text).not.toMatch(/\n\s+at /);
      expect(readdirSync(path.join(folder, 'cache/fleetstage'))).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'is installed where the hash is the pinned one, and refused where one of two is not',
    async () => {
      const good = publish({ name: 'fleet-node', version: '1.0.0' }, 'good');
      const other = publish({ name: '@fleet/yarn', version: '2.0.0' }, 'other');
      const registry = await registryOf(good, other);
      const target = path.join(folder, 'target');
      const bring = (packages: object) => runScript(BRING, registry, [target, JSON.stringify(packages)]);

      expect(await bring({ ...pinOf(good), ...pinOf(other) })).toEqual({ code: 0, text: '' });
      expect(readFileSync(path.join(target, 'node_modules/fleet-node/content.txt'), 'utf8')).toBe('good');
      expect(readFileSync(path.join(target, 'node_modules/@fleet/yarn/content.txt'), 'utf8')).toBe('other');

      rmSync(target, { recursive: true });
      const wrong = {
        ...pinOf(good),
        ...pinOf({ ...other, integrity: good.integrity.replace(/-..../, '-AAAA') }),
      };
      const { code, text } = await bring(wrong);
      expect(code).toBe(1);
      expect(text).toContain('@fleet/yarn@2.0.0 from the npm registry is not the package');
      expect(readdirSync(folder)).not.toContain('target');
    },
    TEST_MS,
  );

  it('has a SHA-512 for every package that it may bring', async () => {
    for (const { integrity } of Object.values(await pins())) {
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });

  async function pins(): Promise<Record<string, { readonly version: string; readonly integrity: string }>> {
    const { text } = await runScript(
      `import { PINNED } from './pinned.mjs'; console.log(JSON.stringify(PINNED));`,
      'http://127.0.0.1:9/',
    );
    return JSON.parse(text);
  }
});
