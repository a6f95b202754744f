import { contentHash, isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { messageOf, type KubeClient, type KubeObject } from '@fleetstage/kube-client';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Log } from '../observe/log';
import { pause, type Timers } from '../ports';

export interface CrdFolder {
  readonly dir: string;
  /** Names of the definitions to take; absent: all. */
  readonly only?: (name: string) => boolean;
}

export interface InstallOptions {
  readonly cluster: string;
  /** False: only check whether they are there. */
  readonly isAllowed: boolean;
  readonly timers: Timers;
  readonly log: Log;
}

const OWNER = { key: 'app.kubernetes.io/managed-by', value: 'fleetstage' };
/** Which manifest it was made from; as the applier has it on members. */
const HASH = 'fleetstage.io/crd-hash';
const TARGET = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };
const ATTEMPTS = 100;
const POLL_EVERY_MS = 50;

/** Our custom resource definitions, as they are shipped. */
export async function readCrds({ dir, only = () => true }: CrdFolder): Promise<KubeObject[]> {
  const reading = parsedIn.get(dir) ?? parseCrds(dir);
  parsedIn.set(dir, reading);
  const crds = await reading.catch(error => {
    parsedIn.delete(dir);
    throw error;
  });
  return structuredClone(crds.filter(({ metadata }) => only(metadata.name ?? '')));
}

/** They are shipped, so they are parsed once in a process: it takes 0.4 s of a core, and the hub and each of a thousand members ask. */
const parsedIn = new Map<string, Promise<KubeObject[]>>();

async function parseCrds(dir: string): Promise<KubeObject[]> {
  const files = (await readdir(dir)).filter(file => file.endsWith('.yaml')).sort();
  const parsed = await Promise.all(files.map(async file => parse(await readFile(join(dir, file), 'utf8'))));
  return parsed.filter(isDefinition);
}

/**
 * Brings definitions to a cluster and waits until they are served. A definition that somebody else has put there is never
 * touched (RUL 38): when it does not serve the version that we use, that is an error which says so.
 */
export async function installCrds(
  client: KubeClient,
  crds: readonly KubeObject[],
  options: InstallOptions,
): Promise<void> {
  const live = await Promise.all(crds.map(crd => ensureCrd(client, crd, options)));
  const missing = live.filter(problem => problem !== undefined);
  if (missing.length > 0) throw new Error(`cluster ${options.cluster}: ${missing.join('; ')}`);
}

/** Returns what is wrong, if anything is. */
async function ensureCrd(
  client: KubeClient,
  crd: KubeObject,
  options: InstallOptions,
): Promise<string | undefined> {
  const name = crd.metadata.name ?? '';
  const live = await client.find(TARGET, { name });
  const isOurs = live?.metadata.labels?.[OWNER.key] === OWNER.value;
  if (live && !isOurs) return explainForeign(crd, live);
  if (live?.metadata.annotations?.[HASH] === contentHash(crd) && isServed(live)) return undefined;
  if (!options.isAllowed)
    return live
      ? undefined
      : `the definition ${name} is missing: apply the crds folder, or set fleetstage.installCrds`;
  options.log.info('Installing a definition', { cluster: options.cluster, kind: name });
  try {
    const applied = await client.patch(
      TARGET,
      { name },
      {
        patch: { type: 'apply', body: asOurs(crd), force: true },
        fieldManager: 'fleetstage',
      },
    );
    if (!isServed(applied)) await untilServed(client, name, options.timers);
    return undefined;
  } catch (error) {
    // Without the right to change definitions, those that are there may still do.
    if (live) {
      options.log.warn('A definition could not be updated', {
        cluster: options.cluster,
        kind: name,
        reason: messageOf(error),
      });
      return undefined;
    }
    return `the definition ${name} cannot be installed: ${messageOf(error)}`;
  }
}

async function untilServed(client: KubeClient, name: string, timers: Timers): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (isServed(await client.get(TARGET, { name }))) return;
    await pause(timers, POLL_EVERY_MS);
  }
  throw new Error(`it is not served after ${(ATTEMPTS * POLL_EVERY_MS) / 1000} s`);
}

function explainForeign(wanted: KubeObject, live: KubeObject): string | undefined {
  const served = versionsOf(live);
  const used = versionsOf(wanted, version => version.storage === true);
  const missing = used.filter(version => !served.includes(version));
  if (missing.length === 0) return undefined;
  return `the definition ${live.metadata.name} belongs to somebody else and does not serve version ${missing.join(', ')}: update it there`;
}

function versionsOf(
  { spec }: KubeObject,
  test: (version: Record<string, unknown>) => boolean = v => v.served === true,
) {
  const versions = isJsonObject(spec) && Array.isArray(spec.versions) ? spec.versions : [];
  return versions
    .filter(isJsonObject)
    .filter(version => test({ ...version }))
    .map(version => String(version.name));
}

const asOurs = (crd: KubeObject): KubeObject => ({
  ...crd,
  metadata: {
    ...crd.metadata,
    labels: { ...crd.metadata.labels, [OWNER.key]: OWNER.value },
    annotations: { ...crd.metadata.annotations, [HASH]: contentHash(crd) },
  },
});

function isServed({ status }: KubeObject): boolean {
  const conditions = isJsonObject(status) && Array.isArray(status.conditions) ? status.conditions : [];
  return conditions.some(
    condition => isJsonObject(condition) && condition.type === 'Established' && condition.status === 'True',
  );
}

const isDefinition = (value: unknown): value is KubeObject =>
  isJsonObject(value) && value.kind === 'CustomResourceDefinition';
