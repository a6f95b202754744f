#!/usr/bin/env node
/**
 * Brings Cluster API for tests: its three managers, its machines in memory, and what makes its definitions fit for plain processes,
 * with the definitions and webhooks themselves below `manifests`. Prints the folder as the last line of stdout; progress goes to
 * stderr. Built once, from the pinned modules beside this file, as the programs of a control plane are (`../kube-assets`).
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  assertComplete,
  assertGo,
  buildOnce,
  cacheFolder,
  isThere,
  runAsScript,
  runGo,
  toStderr,
} from '../kube-assets/goPrograms.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const CORE = 'sigs.k8s.io/cluster-api';
const TESTING = 'sigs.k8s.io/cluster-api/test';

/** Largest first: it compiles most of what the others share. */
const PROGRAMS = [
  { name: 'core', module: '.', package: CORE },
  { name: 'bootstrap', module: '.', package: `${CORE}/bootstrap/kubeadm` },
  { name: 'control-plane', module: '.', package: `${CORE}/controlplane/kubeadm` },
  { name: 'in-memory', module: '.', package: './cmd/in-memory' },
  { name: 'prepare', module: '.', package: './cmd/prepare' },
];

/** Where each manager's definitions and webhooks are in the modules. */
const MANIFESTS = {
  'core': { module: CORE, config: 'config' },
  'bootstrap': { module: CORE, config: 'bootstrap/kubeadm/config' },
  'control-plane': { module: CORE, config: 'controlplane/kubeadm/config' },
  'infrastructure': { module: TESTING, config: 'infrastructure/docker/config' },
};

const WHAT = { set: 'cluster-api', here: HERE, programs: PROGRAMS, minutes: 10 };

/**
 * Returns the folder with programs and manifests, and builds it when it is not there.
 *
 * @param {{ env?: NodeJS.ProcessEnv, log?: (line: string) => void }} [options]
 * @returns {Promise<string>}
 */
export async function ensureClusterApi({ env = process.env, log = toStderr } = {}) {
  const { folder, isComplete, flags } = await locate(env);
  if (!isComplete)
    await buildOnce(folder, { ...WHAT, flags, finish: to => copyManifests(to, env) }, { env, log });
  return folder;
}

async function locate(env) {
  const flags = await buildFlags();
  const folder = join(cacheFolder(env, WHAT.set), await inputHash(flags));
  if (await isThere(folder)) {
    await assertComplete(folder, 'the cache folder (remove it to build again)', WHAT);
    return { folder, isComplete: true, flags };
  }
  await assertGo(env, { ...WHAT, what: 'Cluster API is built', otherwise: '' });
  return { folder, isComplete: false, flags };
}

async function buildFlags() {
  const version = /^\s*sigs\.k8s\.io\/cluster-api (v\S+)$/m.exec(
    await readFile(join(HERE, 'go.mod'), 'utf8'),
  )?.[1];
  if (version === undefined) throw new Error(`cluster-api: go.mod does not require ${CORE}`);
  const [major, minor] = version.slice(1).split('.');
  const stamp = `-X ${CORE}/version.git`;
  return [
    '-mod=readonly',
    '-buildvcs=false',
    '-trimpath',
    '-ldflags',
    `-s -w ${stamp}Version=${version} ${stamp}Major=${major} ${stamp}Minor=${minor}`,
  ];
}

async function inputHash(flags) {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([PROGRAMS, MANIFESTS, flags, process.platform, process.arch]));
  for (const file of ['go.mod', 'go.sum', 'cmd/in-memory/main.go', 'cmd/prepare/main.go']) {
    hash.update(`\0${file}\0`).update(await readFile(join(HERE, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The modules are read-only and may be cleaned away: what tests need of them is kept with the programs. */
async function copyManifests(folder, env) {
  for (const [manager, { module, config }] of Object.entries(MANIFESTS)) {
    const options = { cwd: HERE, env, set: WHAT.set };
    const from = join((await runGo(['list', '-m', '-f', '{{.Dir}}', module], options)).trim(), config);
    const to = join(folder, 'manifests', manager);
    await mkdir(join(to, 'crds'), { recursive: true });
    await cp(join(from, 'webhook/manifests.yaml'), join(to, 'webhooks.yaml'));
    for (const file of await readdir(join(from, 'crd/bases'))) {
      // The kinds that need docker are not served here.
      if (!file.includes('_docker')) await cp(join(from, 'crd/bases', file), join(to, 'crds', file));
    }
  }
}

runAsScript(import.meta.url, { locate, ensure: ensureClusterApi });
