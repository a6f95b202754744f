// The pages as a bundle: built when their sources have changed since the last time, else taken as they are.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, say, SetupError } from '../toolchain.mjs';

const app = path.join(root, 'packages/app');
const stampFile = path.join(app, 'dist/.sources');
const SOURCES = [
  'packages/app',
  'plugins/fleetstage',
  'plugins/fleetstage-client',
  'plugins/fleetstage-common',
  'plugins/fleetstage-engine',
];

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'dist-types', '__golden__'].includes(entry.name)) yield* filesBelow(file);
    } else if (!/\.test\.tsx?$/.test(entry.name)) {
      yield file;
    }
  }
}

function hashSources() {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'yarn.lock')));
  for (const folder of SOURCES) {
    for (const file of filesBelow(path.join(root, folder))) {
      hash.update(path.relative(root, file)).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** Builds the bundle unless exactly these sources are built already; an interrupted build is noticed and repeated. */
export async function ensurePages(toolchain) {
  const wanted = hashSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  say('building the pages (20 s to a few minutes by machine, again only when they change)');
  rmSync(stampFile, { force: true });
  const startedAt = Date.now();
  const child = spawn(
    toolchain.node,
    [path.join(root, 'node_modules/@backstage/cli/bin/backstage-cli'), 'package', 'build'],
    {
      cwd: app,
      env: { ...toolchain.env, NODE_ENV: 'production', NODE_OPTIONS: '--no-warnings' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      log = (log + chunk).slice(-20_000);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new SetupError(
      `the pages could not be built:\n${log.trim()}\n\nWithout them: npm start -- --headless. With "heap out of memory" above, more memory is needed (2 GB).`,
    );
  }
  writeFileSync(stampFile, wanted);
  say(`pages built in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}
