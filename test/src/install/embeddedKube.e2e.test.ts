import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { eventually } from '../eventually';
import { collect, exec } from './installTemplate';

jest.setTimeout(600_000);

const root = path.resolve(__dirname, '../../..');
const PACKAGE = '@fleetstage/embedded-kube';
const TARBALL = path.join(root, '.fleetstage/packages/fleetstage-embedded-kube.tgz');
/** Compiling it takes a minute; the same version has been compiled here. */
const SQLITE = 'node_modules/better-sqlite3';

let folder: string;
let fleet: ChildProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-npx-'));
  await exec(process.execPath, ['scripts/pack.mjs', '--only', PACKAGE]);
  const { version } = JSON.parse(readFileSync(path.join(root, SQLITE, 'package.json'), 'utf8'));
  const manifest = { private: true, overrides: { 'better-sqlite3': version } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await exec('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', TARBALL], { cwd: folder });
  cpSync(path.join(root, SQLITE, 'build'), path.join(folder, SQLITE, 'build'), { recursive: true });
});

afterAll(() => {
  fleet?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Kubeconfig {
  readonly clusters: readonly {
    readonly name: string;
    readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

it('starts a hub and three members from an empty folder, with plain npm', async () => {
  const bin = path.join(folder, 'node_modules/.bin/embedded-kube');
  const args = ['--members', '3', '--data', './fleet', '--kubeconfig', './kubeconfig'];
  fleet = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } });
  const log = collect(fleet);
  await eventually('it says that it answers', () =>
    expect(log()).toContain('A hub and 3 members answer at https://127.0.0.1:'),
  );
  const text = readFileSync(path.join(folder, 'kubeconfig'), 'utf8');
  const { clusters, users } = parse(text) as Kubeconfig;
  expect(clusters.map(({ name }) => name)).toEqual(['hub', 'member-1', 'member-2', 'member-3']);
  for (const [index, { cluster }] of clusters.entries()) {
    const ca = Buffer.from(cluster['certificate-authority-data'], 'base64');
    const dispatcher = new Agent({ connect: { ca } });
    const headers = { authorization: `Bearer ${users[index].user.token}` };
    const url = `${cluster.server}/api/v1/namespaces/kube-system`;
    const { statusCode, body } = await request(url, { dispatcher, headers });
    expect({ statusCode, kind: ((await body.json()) as { readonly kind: string }).kind }).toEqual({
      statusCode: 200,
      kind: 'Namespace',
    });
    await dispatcher.close();
  }
});
