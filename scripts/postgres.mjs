// A PostgreSQL server for the tests, where the machine has one installed: a fresh data folder on a free loopback port.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SetupError } from './toolchain.mjs';

const VARIABLE = /^BACKSTAGE_TEST_DATABASE_POSTGRES\d+_CONNECTION_STRING$/;

function binaries() {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base)
    ? readdirSync(base).filter(v => existsSync(path.join(base, v, 'bin/initdb')))
    : [];
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  return newest === undefined ? undefined : { version: newest, bin: path.join(base, String(newest), 'bin') };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** initdb and postgres refuse to run as root; Debian's package brings the user to run them as. */
function postgresIds() {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(l => l.startsWith('postgres:'));
  const [, , uid, gid] = (line ?? '').split(':');
  if (uid === undefined)
    throw new SetupError('the user "postgres" is missing; install Debian\'s postgresql package.');
  return { uid: Number(uid), gid: Number(gid) };
}

function waitUntilReady(bin, port, child) {
  return new Promise((resolve, reject) => {
    const deadline = Date.now() + 30_000;
    const ask = () => {
      const answer = spawnSync(path.join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], {
        encoding: 'utf8',
      });
      if (answer.status === 0) resolve();
      else if (child.exitCode !== null || Date.now() > deadline) {
        reject(new SetupError(`PostgreSQL did not become ready: ${answer.stdout.trim()}`));
      } else setTimeout(ask, 100);
    };
    ask();
  });
}

/**
 * The environment that points the test suites at PostgreSQL, and how to end it; `undefined` where none is installed.
 * A server that the environment names already is used as it is.
 */
export async function startPostgres() {
  if (Object.keys(process.env).some(name => VARIABLE.test(name))) return { env: {}, stop: () => {} };
  const found = binaries();
  if (!found) return undefined;
  const ids = postgresIds();
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-postgres-'));
  if (ids) chownSync(folder, ids.uid, ids.gid);
  const data = path.join(folder, 'data');
  const made = spawnSync(
    path.join(found.bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...ids,
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new SetupError(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 300,
    fsync: 'off',
  };
  const child = spawn(
    path.join(found.bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    { ...ids, cwd: folder, stdio: 'ignore' },
  );
  const stop = () => {
    child.kill('SIGINT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  process.once('exit', stop);
  await waitUntilReady(found.bin, port, child);
  return {
    env: {
      [`BACKSTAGE_TEST_DATABASE_POSTGRES${found.version}_CONNECTION_STRING`]: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    },
    stop,
  };
}
