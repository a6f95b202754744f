import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
/** The template of the platform's release that this repository is built for. */
const CREATE_APP = '@backstage/create-app@0.9.2';
const PACKAGES = path.join(root, '.fleetstage/packages');

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  resolutions?: Record<string, string>;
  dependenciesMeta?: Record<string, object>;
}

/** Runs a command to its end; throws with the end of what it printed. */
export async function exec(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, NODE_OPTIONS: '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = collect(child);
  const code = await new Promise(resolve => child.once('close', resolve));
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

/** Packs the plugins as they would be published. */
export async function packPlugins(): Promise<ReadonlyMap<string, string>> {
  await exec(process.execPath, [path.join(root, 'scripts/pack.mjs')]);
  const tarballs = readdirSync(PACKAGES).map(file => path.join(PACKAGES, file));
  const names = tarballs.map(file => [`@${path.basename(file, '.tgz').replace('-', '/')}`, file] as const);
  return new Map(names);
}

/** A Backstage app from the ordinary template, outside of this repository's workspace. */
export async function createTemplate(folder: string): Promise<string> {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const portal = path.join(folder, 'portal');
  await exec('npx', ['--yes', CREATE_APP, '--path', portal, '--skip-install'], {
    cwd: folder,
    env: { BACKSTAGE_APP_NAME: 'portal', PATH: withYarn(bin) },
  });
  return portal;
}

/** The template's maker looks for a yarn on the PATH, whichever. */
function withYarn(bin: string): string {
  const yarn = path.join(bin, 'yarn');
  if (!existsSync(yarn))
    writeFileSync(yarn, `#!/bin/sh\nexec node "${yarnOfToolchain()}" "$@"\n`, { mode: 0o755 });
  return `${bin}${path.delimiter}${process.env.PATH ?? ''}`;
}

function yarnOfToolchain(): string {
  const cache = path.join(
    process.env.XDG_CACHE_HOME ?? path.join(process.env.HOME ?? '', '.cache'),
    'fleetstage',
  );
  const [folder] = readdirSync(cache).filter(name => name.startsWith('toolchain-'));
  return path.join(cache, folder, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js');
}

function edit(file: string, change: (manifest: Manifest) => void): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest, null, 2));
}

/**
 * The README's steps. What is not on the registry yet comes from the tarballs; the versions that this repository pins to make
 * the release resolve are pinned here too.
 */
export async function installPlugins(portal: string, tarballs: ReadonlyMap<string, string>): Promise<void> {
  const files = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]));
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  edit(path.join(portal, 'package.json'), manifest => {
    manifest.resolutions = { ...manifest.resolutions, ...own.resolutions, ...files };
    manifest.dependenciesMeta = own.dependenciesMeta;
  });
  const prefix = '@fleetstage/backstage-plugin';
  edit(path.join(portal, 'packages/app/package.json'), manifest => {
    manifest.dependencies = { ...manifest.dependencies, ...pick(files, [`${prefix}-fleetstage`]) };
  });
  edit(path.join(portal, 'packages/backend/package.json'), manifest => {
    const names = [`${prefix}-fleetstage-backend`, `${prefix}-catalog-backend-module-fleetstage`];
    manifest.dependencies = { ...manifest.dependencies, ...pick(files, names) };
  });
  const backend = path.join(portal, 'packages/backend/src/index.ts');
  const lines = [
    `backend.add(import('${prefix}-fleetstage-backend'));`,
    `backend.add(import('${prefix}-catalog-backend-module-fleetstage'));`,
  ];
  const source = readFileSync(backend, 'utf8');
  writeFileSync(backend, source.replace('backend.start();', `${lines.join('\n')}\nbackend.start();`));
  const [release] = readdirSync(path.join(portal, '.yarn/releases'));
  await exec(process.execPath, [path.join(portal, '.yarn/releases', release), 'install', '--no-immutable'], {
    cwd: portal,
    env: { YARN_NPM_MINIMAL_AGE_GATE: '0' },
  });
}

const pick = (all: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, all[name]]));
