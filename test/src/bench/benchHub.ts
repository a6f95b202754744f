import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  KubeClient,
  readKubeconfig,
  watchResource,
  type GroupVersionKind,
  type KubeObject,
} from '@fleetstage/kube-client';
import { parse } from 'yaml';
import { besideSources } from '../controlPlane/besideSources';
import { startRealFleet } from '../controlPlane';

const CRDS = besideSources('../../../plugins/fleetstage-backend/crds');
const FLEET = 'kubernetes-fleet.io';
const FLOOR = 'kubernetes-floor.io';

/** A text about objects of the fleet's API groups, about those of the floor's instead. Both names are equally long. */
export const toFloorGroup = (text: string) => text.replaceAll(FLEET, FLOOR);

/** The hub of a benchmark, and what the benchmark does there itself. */
export interface BenchHub {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
  readonly client: KubeClient;
}

/** etcd and kube-apiserver. */
export interface RealBenchHub extends BenchHub {
  readonly pids: readonly number[];
  /** A kubeconfig with the hub and these members. */
  saveKubeconfig(file: string, members: readonly { readonly name: string; readonly url: string }[]): void;
  stop(): Promise<void>;
}

/** Starts a hub that serves our kinds twice: in the groups the engine knows, and in the floor's, which it does not. */
export async function startBenchHub(): Promise<RealBenchHub> {
  const fleet = await startRealFleet({ members: [] });
  const { hub } = fleet;
  const client = new KubeClient(await readKubeconfig(fleet.kubeconfigPath, 'hub'));
  await installCrds(client, toFloorGroup);
  return {
    url: hub.url,
    caPem: hub.caPem,
    token: hub.adminToken,
    client,
    pids: fleet.programs.map(({ pid }) => pid),
    saveKubeconfig(file, members) {
      const config = JSON.parse(readFileSync(fleet.kubeconfigPath, 'utf8'));
      for (const { name, url } of members) {
        config.clusters.push({ name, cluster: { server: url } });
        config.contexts.push({ name, context: { cluster: name, user: 'hub' } });
      }
      writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
    },
    async stop() {
      await client.close();
      await fleet.stop();
    },
  };
}

/** Our kinds, as `rename` writes their definitions. */
export async function installCrds(client: KubeClient, rename = (text: string) => text): Promise<void> {
  for (const file of readdirSync(CRDS).filter(name => name.endsWith('.yaml'))) {
    await client.create(parse(rename(readFileSync(path.join(CRDS, file), 'utf8'))) as KubeObject);
  }
}

/** Kinds that the floor's requests are about. */
const COPIED = [
  'ClusterResourcePlacement',
  'ClusterStagedUpdateStrategy',
  'ClusterStagedUpdateRun',
  'ClusterSchedulingPolicySnapshot',
  'ClusterResourceSnapshot',
  'ClusterResourceBinding',
];
const WRITES = 8;

export interface HubCopy {
  readonly from: KubeClient;
  readonly to: KubeClient;
  /** What a text about the one hub's objects is about the other's. */
  readonly rename: (text: string) => string;
}

/** Makes the floor's objects what the fleet's are now, so that the floor starts where the engine starts. */
export async function copyHubObjects(copy: HubCopy): Promise<void> {
  const { from, to, rename } = copy;
  for (const kind of COPIED) {
    const fleet = { group: `placement.${FLEET}`, version: 'v1beta1', kind };
    const floor = { ...fleet, group: rename(fleet.group) };
    const [{ items: wanted }, { items: found }] = [await from.list(fleet), await to.list(floor)];
    const live = new Map(found.map(object => [object.metadata.name, object]));
    const names = new Set(wanted.map(object => object.metadata.name));
    const others = found.filter(object => !names.has(object.metadata.name));
    const tasks = [
      ...others.map(object => () => to.delete(floor, { name: object.metadata.name })),
      ...wanted.map(object => () => copyObject(copy, object, live.get(object.metadata.name))),
    ];
    await Promise.all(
      Array.from({ length: WRITES }, (_, lane) => runEach(tasks.filter((__, i) => i % WRITES === lane))),
    );
  }
}

const WORKLOADS = [
  { group: '', version: 'v1', kind: 'Namespace' },
  { group: '', version: 'v1', kind: 'ConfigMap' },
  { group: 'apps', version: 'v1', kind: 'Deployment' },
];

/** A ConfigMap that a cluster writes into each of its namespaces, some time after it was made. */
const OF_EACH_CLUSTER = 'kube-root-ca.crt';

/** What placements select, where it is not there yet. */
export async function copyWorkloads({ from, to }: Pick<HubCopy, 'from' | 'to'>): Promise<void> {
  for (const target of WORKLOADS) {
    const [{ items: wanted }, { items: found }] = [await from.list(target), await to.list(target)];
    const known = new Set(found.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
    for (const { metadata, status: _, ...rest } of wanted) {
      const { namespace, name, labels } = metadata;
      if (known.has(`${namespace}/${name}`) || name === OF_EACH_CLUSTER) continue;
      const bare = { name, ...(namespace && { namespace }), ...(labels && { labels }) };
      await to.create({ ...rest, metadata: bare });
    }
  }
}

async function runEach(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const task of tasks) await task();
}

async function copyObject(
  { to, rename }: HubCopy,
  object: KubeObject,
  live: KubeObject | undefined,
): Promise<void> {
  const { labels, annotations, name } = object.metadata;
  const { metadata: _, status, ...rest } = JSON.parse(rename(JSON.stringify(object)));
  const metadata = { name, ...(labels && { labels }), ...(annotations && { annotations }) };
  const version = (found: KubeObject) => ({ ...metadata, resourceVersion: found.metadata.resourceVersion });
  const saved = live
    ? await to.replace({ ...rest, metadata: version(live) })
    : await to.create({ ...rest, metadata });
  if (status) await to.replace({ ...rest, status, metadata: version(saved) }, { subresource: 'status' });
}

/** Resolves with the first state of an object that is as wanted. */
export async function untilObject(
  client: KubeClient,
  target: GroupVersionKind & { readonly name: string },
  isWanted: (object: KubeObject) => boolean,
): Promise<KubeObject> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  const options = { signal: stop.signal, jitter: Math.random, fieldSelector: `metadata.name=${target.name}` };
  let last: unknown;
  try {
    for await (const event of watchResource(client, target, options)) {
      if (event.type === 'SYNCED' || event.type === 'DELETED') continue;
      last = event.object.status;
      if (isWanted(event.object)) return event.object;
    }
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
  throw new Error(
    `${target.kind} ${target.name} was not as wanted in time: ${JSON.stringify(last)?.slice(0, 2_000)}`,
  );
}

const PATIENCE_MS = 180_000;
