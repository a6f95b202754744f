/**
 * Programs that are built from pinned Go modules into a cache folder, once. What they are and what the folder is named after is
 * the caller's; see `build.mjs` here and in `cluster-api`.
 *
 * A build happens in a folder beside the final one and is moved there in one rename, so a folder that exists is complete. A lock
 * lets a second caller wait for the first instead of building the same again.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LOCK_TOUCH_MS = 2_000;
/** A lock that nobody touched for so long belongs to a builder that is gone. */
const LOCK_STALE_MS = 20_000;
const LOCK_POLL_MS = 500;

/** Where built programs are kept; below it a folder per set. */
export const cacheFolder = (env, set) =>
  join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fleetstage', set);

/**
 * Builds into `folder` unless it is there by then.
 *
 * @param {string} folder
 * @param {{ set: string, here: string, programs: readonly { name: string, module: string, package: string }[], flags: readonly string[],
 *   minutes: number, finish?: (folder: string) => Promise<void> }} what `finish` adds what is no program
 */
export async function buildOnce(folder, what, { env, log }) {
  await mkdir(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, { log, set: what.set }, async () => {
    if (!(await isThere(folder))) await buildInto(folder, what, { env, log });
  });
}

async function buildInto(folder, { set, here, programs, flags, minutes, finish }, { env, log }) {
  await removeLeftovers(folder);
  const unfinished = `${folder}.tmp-${process.pid}`;
  await mkdir(unfinished);
  const startedAt = Date.now();
  log(`${set}: building ${programs.length} programs from source, about ${minutes} minutes the first time`);
  try {
    for (const [index, program] of programs.entries()) {
      const step = `${set}: [${index + 1}/${programs.length}] ${program.name}`;
      const stepStartedAt = Date.now();
      log(`${step}: building`);
      await runGo(['build', ...flags, '-o', join(unfinished, program.name), program.package], {
        cwd: join(here, program.module),
        env,
        set,
      });
      log(`${step}: done in ${seconds(stepStartedAt)}`);
    }
    await finish?.(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Somebody who took over our lock was faster.
    if (!(await isThere(folder))) throw error;
  }
  log(`${set}: all ${programs.length} built in ${seconds(startedAt)}`);
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

/** @throws Error that says what to install; `otherwise` ends its sentence */
export async function assertGo(env, { set, here, what, otherwise }) {
  try {
    await runGo(['version'], { cwd: here, env, set });
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error(
      `${set}: ${what} with Go, and there is no \`go\` on the PATH. Install Go 1.26 or newer${otherwise}.`,
      { cause },
    );
  }
}

/** @throws Error that names the programs that `folder` lacks */
export async function assertComplete(folder, origin, { set, programs }) {
  const missing = [];
  for (const { name } of programs) {
    const isRunnable = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isRunnable) missing.push(name);
  }
  if (missing.length > 0) {
    throw new Error(`${set}: ${origin} is ${folder}, which has no runnable ${missing.join(', ')}`);
  }
}

/** Resolves to what it printed. Without cgo the programs are static and no C compiler is needed. */
export function runGo(args, { cwd, env, set }) {
  return new Promise((resolve, reject) => {
    const go = spawn('go', args, {
      cwd,
      env: { ...env, CGO_ENABLED: '0', GOWORK: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines = [];
    let printed = '';
    go.stdout.setEncoding('utf8').on('data', chunk => {
      printed += chunk;
    });
    go.stderr.setEncoding('utf8').on('data', chunk => {
      lines.push(...chunk.split('\n').filter(line => line && !line.startsWith('go: downloading')));
    });
    go.on('error', reject);
    go.on('close', (code, signal) => {
      if (code === 0) resolve(printed);
      else
        reject(
          new Error(
            `${set}: go ${args[0]} ended with ${signal ?? code}\n${lines.slice(-30).join('\n')}`,
          ),
        );
    });
  });
}

/**
 * The holder touches the lock file while it works; an untouched one is taken over. Two callers that take over
 * the same dead lock at the same moment may both build: that costs time only, the rename stays whole.
 */
async function withLock(path, { log, set }, work) {
  const file = await takeLock(path, { log, set });
  const touch = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), LOCK_TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    await file.close();
    await rm(path, { force: true });
  }
}

async function takeLock(path, { log, set }) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await open(path, 'wx');
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (attempt === 0) log(`${set}: another process is building, waiting for it`);
    const touchedAt = await stat(path).then(
      s => s.mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - touchedAt > LOCK_STALE_MS) await rm(path, { force: true });
    else await new Promise(resolve => setTimeout(resolve, LOCK_POLL_MS));
  }
}

export function isThere(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(0)} s`;
}

export function toStderr(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs as a script: prints the folder as the last line. `--check` builds nothing: it fails, and says why, where a call without it
 * would fail from the start.
 */
export function runAsScript(url, { locate, ensure }) {
  if (!process.argv[1] || url !== pathToFileURL(process.argv[1]).href) return;
  const answer = process.argv.includes('--check') ? locate(process.env).then(at => at.folder) : ensure();
  answer.then(
    folder => process.stdout.write(`${folder}\n`),
    error => {
      toStderr(error.message);
      process.exitCode = 1;
    },
  );
}
