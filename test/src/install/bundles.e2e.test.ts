import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exec } from './installTemplate';

jest.setTimeout(300_000);

const root = path.resolve(__dirname, '../../..');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-npx-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  { name: 'kubectl-fleet', says: 'Usage: kubectl fleet' },
  { name: 'member-agent', says: '--hub-join-token-file' },
])('$name is packed alone, and runs from an empty folder with nothing beside it', async ({ name, says }) => {
  await exec(process.execPath, ['scripts/pack.mjs', '--only', `@fleetstage/${name}`]);
  const tarball = path.join(root, `.fleetstage/packages/fleetstage-${name}.tgz`);
  await exec('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  expect(await exec('npx', ['--no', '--', name, '--help'], { cwd: folder })).toContain(says);
});
