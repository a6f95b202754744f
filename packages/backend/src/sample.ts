import { gvkOf, KubeClient, readKubeconfig, watchResource, type KubeObject } from '@fleetstage/kube-client';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { parseAllDocuments } from 'yaml';
import { simulatedClusters, toPresentDates } from './sampleVersions';

const FILES = ['workload.yaml', 'placement.yaml', 'strategy.yaml', 'rolling.yaml', 'run.yaml'];
const FIELD_MANAGER = 'fleetstage-sample';
const REQUEST = {
  group: 'placement.kubernetes-fleet.io',
  version: 'v1beta1',
  kind: 'ClusterApprovalRequest',
};
const MEMBERS = { group: 'cluster.kubernetes-fleet.io', version: 'v1beta1', kind: 'MemberCluster' };

const POLL_EVERY_MS = 200;
const GIVE_UP_MS = 90_000;
const LARGE_FLEET = 100;
/** A large fleet takes longer. */
const patienceFor = (members: number) => Math.max(GIVE_UP_MS, members * 300);

interface MemberLabels {
  readonly 'environment': string;
  readonly 'region': string;
  readonly 'order': string;
  /** Its fleet, to sequences of versions. */
  readonly 'fleetstage.io/fleet': string;
  readonly 'taint'?: object;
}

/** Joins the members of the embedded fleet to its hub and places the sample; writes nothing that is there already. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'examples': { type: 'string' },
      'kubeconfig': { type: 'string' },
      'members': { type: 'string' },
      'no-sample': { type: 'boolean' },
    },
  });
  const { examples, kubeconfig, members } = values;
  if (examples === undefined || kubeconfig === undefined || members === undefined)
    throw new Error('--examples, --kubeconfig and --members are needed');
  const folder = path.join(examples, 'sample');
  const hub = new KubeClient(await readKubeconfig(kubeconfig, 'hub'));
  try {
    await joinMembers(hub, folder, Number(members));
    if (values['no-sample']) return;
    // A run plans for the clusters that have joined; a later one would end it.
    const count = Number(members);
    await untilJoined(hub, count, patienceFor(count));
    await placeSample(hub, folder);
    // Upgrades of a large fleet would be most of what happens there.
    if (count <= LARGE_FLEET) await upgradeSample(hub, folder, count);
    // A large fleet is at work for minutes, and there is something to see from now on.
    if (count <= LARGE_FLEET) await untilAsked(hub);
  } finally {
    await hub.close();
  }
}

async function joinMembers(hub: KubeClient, folder: string, count: number): Promise<void> {
  const { regions, first } = JSON.parse(await readFile(path.join(folder, 'fleet.json'), 'utf8')) as {
    regions: readonly string[];
    first: readonly MemberLabels[];
  };
  const known = new Set((await hub.list(MEMBERS)).items.map(({ metadata }) => metadata.name));
  const missing = Array.from({ length: count }, (_, index) =>
    toMember(index, first[index] ?? further(index, regions)),
  ).filter(({ metadata }) => !known.has(metadata.name));
  const limit = pLimit(32);
  await Promise.all(missing.map(member => limit(() => hub.create(member, { fieldManager: FIELD_MANAGER }))));
}

/** One in fifty is staging, two are canary, the others production, over all regions. */
function further(index: number, regions: readonly string[]): MemberLabels {
  const place = index % 50;
  const environment = place === 0 ? 'staging' : place < 3 ? 'canary' : 'production';
  const region = regions[index % regions.length];
  return { environment, region, 'order': String(index + 1), 'fleetstage.io/fleet': environment };
}

function toMember(index: number, { taint, ...labels }: MemberLabels): KubeObject {
  const name = `member-${index + 1}`;
  return {
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name, labels },
    spec: {
      identity: { kind: 'User', name: `fleet-member-agent-${name}` },
      ...(taint && { taints: [taint] }),
    },
  };
}

async function placeSample(hub: KubeClient, folder: string): Promise<void> {
  for (const file of FILES) {
    const documents = parseAllDocuments(await readFile(path.join(folder, file), 'utf8'));
    for (const document of documents) await createUnlessThere(hub, document.toJS() as KubeObject);
  }
}

/** The versions of the clusters, and the sequence that upgrades them. */
async function upgradeSample(hub: KubeClient, folder: string, count: number): Promise<void> {
  const documents = parseAllDocuments(await readFile(path.join(folder, 'versions.yaml'), 'utf8'));
  const objects = documents.map(document => toPresentDates(document.toJS() as KubeObject, new Date()));
  for (const object of [...simulatedClusters(count), ...objects]) await createUnlessThere(hub, object);
}

/** Follows the hub rather than listing a thousand members again and again. */
async function untilJoined(hub: KubeClient, count: number, giveUpMs: number): Promise<void> {
  const signal = AbortSignal.timeout(giveUpMs);
  const joined = new Set<string | undefined>();
  for await (const event of watchResource(hub, MEMBERS, { signal, jitter: Math.random })) {
    if (event.type === 'SYNCED') continue;
    const { name } = event.object.metadata;
    if (event.type !== 'DELETED' && isHealthy(event.object)) joined.add(name);
    else joined.delete(name);
    if (joined.size >= count) return;
  }
  reportMissing('all members have joined', giveUpMs);
}

interface Conditions {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}

function isHealthy({ status = {} }: KubeObject): boolean {
  const { agentStatus = [], ...own } = status as Conditions & { agentStatus?: readonly Conditions[] };
  return isTrue(own, 'Joined') && agentStatus.some(agent => isTrue(agent, 'Healthy'));
}

const isTrue = ({ conditions = [] }: Conditions, type: string) =>
  conditions.some(condition => condition.type === type && condition.status === 'True');

async function untilAsked(hub: KubeClient): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  while (Date.now() < deadline) {
    if ((await hub.find(REQUEST, { name: 'web-shop-2-14-0-canary' })) !== undefined) return;
    await delay(POLL_EVERY_MS);
  }
  reportMissing('the sample run asks for its approval', GIVE_UP_MS);
}

/** A slow machine is no reason to fail: what has not come yet will. */
const reportMissing = (what: string, waitedMs: number) =>
  process.stdout.write(
    `fleetstage: not yet after ${waitedMs / 1000} s: ${what}; the pages show how far it is\n`,
  );

async function createUnlessThere(hub: KubeClient, manifest: KubeObject): Promise<void> {
  const { name = '', namespace } = manifest.metadata;
  if ((await hub.find(gvkOf(manifest), { name, ...(namespace && { namespace }) })) !== undefined) return;
  await hub.create(manifest, { fieldManager: FIELD_MANAGER });
}

main().catch((error: unknown) => {
  process.stderr.write(`The sample could not be placed: ${String(error)}\n`);
  process.exit(1);
});
