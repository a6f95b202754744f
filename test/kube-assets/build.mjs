#!/usr/bin/env node
/**
 * Brings the five programs of a real control plane (etcd, kube-apiserver, kube-controller-manager, kubectl,
 * kwok) and prints the folder that holds them as the last line of stdout; progress goes to stderr.
 *
 * - `KUBEBUILDER_ASSETS` set: that folder is checked and used, nothing is built.
 * - else they are built once, from the pinned modules beside this file, into a cache folder named after
 *   everything that decides what comes out. A finished folder needs no Go any more.
 *
 * With `--check` nothing is built: the exit code says whether the programs are there or could be built.
 *
 * A build happens in a folder beside the final one and is moved there in one rename, so a folder that exists
 * is complete. A lock lets a second caller wait for the first instead of building the same again.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Largest first: it compiles most of what the others share. `module` is the folder of the go.mod. */
const PROGRAMS = [
  { name: 'kube-apiserver', module: '.', package: './cmd/kube-apiserver' },
  { name: 'kube-controller-manager', module: '.', package: './cmd/kube-controller-manager' },
  { name: 'kubectl', module: '.', package: './cmd/kubectl' },
  { name: 'etcd', module: '.', package: './cmd/etcd' },
  { name: 'kwok', module: 'kwok', package: 'sigs.k8s.io/kwok/cmd/kwok' },
];

const LOCK_TOUCH_MS = 2_000;
/** A lock that nobody touched for so long belongs to a builder that is gone. */
const LOCK_STALE_MS = 20_000;
const LOCK_POLL_MS = 500;

/**
 * Returns the folder with the five programs and builds it when it is not there.
 *
 * @param {{ env?: NodeJS.ProcessEnv, log?: (line: string) => void }} [options]
 * @returns {Promise<string>}
 */
export async function ensureKubeAssets({ env = process.env, log = toStderr } = {}) {
  const found = await locate(env);
  if (found.isComplete) return found.folder;
  const { folder, flags } = found;
  await mkdir(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, log, async () => {
    if (!(await isThere(folder))) await buildInto(folder, { flags, env, log });
  });
  return folder;
}

/** Where the programs are or will be; throws when they are neither there nor can be built. */
async function locate(env) {
  if (env.KUBEBUILDER_ASSETS) {
    await assertComplete(env.KUBEBUILDER_ASSETS, 'KUBEBUILDER_ASSETS');
    return { folder: env.KUBEBUILDER_ASSETS, isComplete: true };
  }
  const flags = buildFlags(await kubernetesVersion());
  const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fleetstage', 'kube-assets');
  const folder = join(cache, await inputHash(flags));
  if (await isThere(folder)) {
    await assertComplete(folder, 'the cache folder (remove it to build again)');
    return { folder, isComplete: true };
  }
  await assertGo(env);
  return { folder, isComplete: false, flags };
}

async function buildInto(folder, { flags, env, log }) {
  await removeLeftovers(folder);
  const unfinished = `${folder}.tmp-${process.pid}`;
  await mkdir(unfinished);
  const startedAt = Date.now();
  log(`kube-assets: building ${PROGRAMS.length} programs from source, about 10 minutes the first time`);
  try {
    for (const [index, program] of PROGRAMS.entries()) {
      const step = `kube-assets: [${index + 1}/${PROGRAMS.length}] ${program.name}`;
      const stepStartedAt = Date.now();
      log(`${step}: building`);
      await runGo(['build', ...flags, '-o', join(unfinished, program.name), program.package], {
        cwd: join(HERE, program.module),
        env,
      });
      log(`${step}: done in ${seconds(stepStartedAt)}`);
    }
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Somebody who took over our lock was faster.
    if (!(await isThere(folder))) throw error;
  }
  log(`kube-assets: all ${PROGRAMS.length} built in ${seconds(startedAt)}`);
}

/** Only called under the lock, so nobody is at work in them. */
async function removeLeftovers(folder) {
  const unfinished = (await readdir(dirname(folder))).filter(name =>
    join(dirname(folder), name).startsWith(`${folder}.tmp-`),
  );
  await Promise.all(
    unfinished.map(name => rm(join(dirname(folder), name), { recursive: true, force: true })),
  );
}

function buildFlags(version) {
  const [major, minor] = version.slice(1).split('.');
  const stamp = `-X k8s.io/component-base/version.git`;
  return [
    '-mod=readonly',
    '-buildvcs=false',
    '-trimpath',
    '-ldflags',
    `-s -w ${stamp}Version=${version} ${stamp}Major=${major} ${stamp}Minor=${minor}`,
  ];
}

async function kubernetesVersion() {
  const found = /^\s*k8s\.io\/kubernetes (v\S+)$/m.exec(await readFile(join(HERE, 'go.mod'), 'utf8'));
  if (!found) throw new Error('kube-assets: go.mod does not require k8s.io/kubernetes');
  return found[1];
}

async function inputHash(flags) {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([PROGRAMS, flags, process.platform, process.arch]));
  const mains = PROGRAMS.filter(p => p.package.startsWith('./')).map(p => join(p.package, 'main.go'));
  for (const file of ['go.mod', 'go.sum', 'kwok/go.mod', 'kwok/go.sum', ...mains]) {
    hash.update(`\0${file}\0`).update(await readFile(join(HERE, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function assertGo(env) {
  try {
    await runGo(['version'], { cwd: HERE, env });
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error(
      'kube-assets: the programs of a real control plane are built with Go, and there is no `go` on the PATH. ' +
        'Install Go 1.26 or newer, or point KUBEBUILDER_ASSETS at a folder that holds ' +
        `${PROGRAMS.map(p => p.name).join(', ')}.`,
      { cause },
    );
  }
}

async function assertComplete(folder, origin) {
  const missing = [];
  for (const { name } of PROGRAMS) {
    const isRunnable = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isRunnable) missing.push(name);
  }
  if (missing.length > 0) {
    throw new Error(`kube-assets: ${origin} is ${folder}, which has no runnable ${missing.join(', ')}`);
  }
}

/** Without cgo the programs are static and no C compiler is needed. */
function runGo(args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const go = spawn('go', args, {
      cwd,
      env: { ...env, CGO_ENABLED: '0', GOWORK: 'off' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const lines = [];
    go.stderr.setEncoding('utf8').on('data', chunk => {
      lines.push(...chunk.split('\n').filter(line => line && !line.startsWith('go: downloading')));
    });
    go.on('error', reject);
    go.on('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `kube-assets: go ${args[0]} ended with ${signal ?? code}\n${lines.slice(-30).join('\n')}`,
          ),
        );
    });
  });
}

/**
 * The holder touches the lock file while it works; an untouched one is taken over. Two callers that take over
 * the same dead lock at the same moment may both build: that costs time only, the rename stays whole.
 */
async function withLock(path, log, work) {
  const file = await takeLock(path, log);
  const touch = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), LOCK_TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    await file.close();
    await rm(path, { force: true });
  }
}

async function takeLock(path, log) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await open(path, 'wx');
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (attempt === 0) log('kube-assets: another process is building, waiting for it');
    const touchedAt = await stat(path).then(
      s => s.mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - touchedAt > LOCK_STALE_MS) await rm(path, { force: true });
    else await new Promise(resolve => setTimeout(resolve, LOCK_POLL_MS));
  }
}

function isThere(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(0)} s`;
}

function toStderr(line) {
  process.stderr.write(`${line}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // `--check` builds nothing: it fails, and says why, where a call without it would fail from the start.
  const answer = process.argv.includes('--check')
    ? locate(process.env).then(at => at.folder)
    : ensureKubeAssets();
  answer.then(
    folder => process.stdout.write(`${folder}\n`),
    error => {
      toStderr(error.message);
      process.exitCode = 1;
    },
  );
}
