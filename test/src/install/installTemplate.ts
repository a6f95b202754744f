import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSteps } from './readmeSteps';

const root = path.resolve(__dirname, '../../..');
/** The template of the platform's release that this repository is built for. */
const CREATE_APP = '@backstage/create-app@0.9.2';

interface Manifest {
  resolutions?: Record<string, string>;
  dependenciesMeta?: Record<string, object>;
}

interface ExecOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command to its end; throws with the end of what it printed. */
export async function exec(command: string, args: readonly string[], { cwd = root, env }: ExecOptions = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = collect(child);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}:\n${log().slice(-8_000)}`);
  return log();
}

export function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-200_000);
    });
  }
  return () => text;
}

/** The environment of somebody who has a `yarn`; it hands over to the one that a folder names. */
export async function withYarn(folder: string): Promise<NodeJS.ProcessEnv> {
  const toolchain = JSON.stringify(path.join(root, 'scripts/toolchain.mjs'));
  const program = `const t = await import(${toolchain}); process.stdout.write(t.ensureToolchain().yarn)`;
  const yarn = await exec(process.execPath, ['--input-type=module', '-e', program]);
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'yarn'), `#!/bin/sh\nexec node "${yarn}" "$@"\n`, { mode: 0o755 });
  return { PATH: [bin, path.dirname(process.execPath), process.env.PATH].join(path.delimiter) };
}

/** A Backstage app from the ordinary template, outside of this repository's workspace. */
export async function createTemplate(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const portal = path.join(folder, 'portal');
  await exec('npx', ['--yes', CREATE_APP, '--path', portal, '--skip-install'], {
    cwd: folder,
    env: { ...env, BACKSTAGE_APP_NAME: 'portal' },
  });
  lock(portal);
  return portal;
}

/** Compiled for editors of API documents and the like, which no step comes across. */
const NOT_NEEDED = [
  '@scarf/scarf',
  '@tree-sitter-grammars/tree-sitter-yaml',
  'core-js',
  'tree-sitter',
  'tree-sitter-json',
];
/** Compiling it takes a minute; the same lockfile has brought the same version here. */
const SQLITE = 'node_modules/better-sqlite3';

/**
 * The template fetches a lockfile to begin with, from where a build machine may not reach; without one, every run would
 * install the newest of everything, whether it works or not. This repository's, of the same release, replaces it, with
 * its pins.
 */
function lock(portal: string): void {
  copyFileSync(path.join(root, 'yarn.lock'), path.join(portal, 'yarn.lock'));
  const own = readManifest(root);
  const manifest = readManifest(portal);
  const notBuilt = [...NOT_NEEDED, 'better-sqlite3'].map(name => [name, { built: false }]);
  const settled = {
    ...manifest,
    resolutions: { ...own.resolutions, ...manifest.resolutions },
    dependenciesMeta: { ...own.dependenciesMeta, ...Object.fromEntries(notBuilt) },
  };
  writeFileSync(path.join(portal, 'package.json'), JSON.stringify(settled, null, 2));
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** The README's steps, word for word. */
export async function installPlugins(portal: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { commands, backend, config } = readSteps();
  await exec('sh', ['-ec', commands.replaceAll('../portal', portal)], { env });
  cpSync(path.join(root, SQLITE, 'build'), path.join(portal, SQLITE, 'build'), { recursive: true });
  const file = path.join(portal, 'packages/backend/src/index.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('backend.start();', `${backend}\nbackend.start();`));
  appendFileSync(path.join(portal, 'app-config.yaml'), `\n${config}`);
}
