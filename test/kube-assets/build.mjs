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
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  assertComplete,
  assertGo,
  buildOnce,
  cacheFolder,
  isThere,
  runAsScript,
  toStderr,
} from './goPrograms.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Largest first: it compiles most of what the others share. `module` is the folder of the go.mod. */
const PROGRAMS = [
  { name: 'kube-apiserver', module: '.', package: './cmd/kube-apiserver' },
  { name: 'kube-controller-manager', module: '.', package: './cmd/kube-controller-manager' },
  { name: 'kubectl', module: '.', package: './cmd/kubectl' },
  { name: 'etcd', module: '.', package: './cmd/etcd' },
  { name: 'kwok', module: 'kwok', package: 'sigs.k8s.io/kwok/cmd/kwok' },
];

const WHAT = { set: 'kube-assets', here: HERE, programs: PROGRAMS, minutes: 10 };

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
  await buildOnce(folder, { ...WHAT, flags }, { env, log });
  return folder;
}

/** Where the programs are or will be; throws when they are neither there nor can be built. */
async function locate(env) {
  if (env.KUBEBUILDER_ASSETS) {
    await assertComplete(env.KUBEBUILDER_ASSETS, 'KUBEBUILDER_ASSETS', WHAT);
    return { folder: env.KUBEBUILDER_ASSETS, isComplete: true };
  }
  const flags = buildFlags(await kubernetesVersion());
  const folder = join(cacheFolder(env, WHAT.set), await inputHash(flags));
  if (await isThere(folder)) {
    await assertComplete(folder, 'the cache folder (remove it to build again)', WHAT);
    return { folder, isComplete: true };
  }
  await assertGo(env, {
    ...WHAT,
    what: 'the programs of a real control plane are built',
    otherwise: `, or point KUBEBUILDER_ASSETS at a folder that holds ${PROGRAMS.map(p => p.name).join(', ')}`,
  });
  return { folder, isComplete: false, flags };
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

runAsScript(import.meta.url, { locate, ensure: ensureKubeAssets });
