import type { KubeClient, KubeObject } from '@fleetstage/kube-client';
import type { BenchFleet } from '../benchFleet';
import { PLACEMENT_API } from '../benchObjects';
import { alignColumns, percentile } from '../mainJobReport';
import { readMemory, type Memory } from '../readMemory';
import type { Attempt } from './measureRow';
import type { Row } from './rows';

/** What pull members cost: objects that the hub has for them, and memory of their agents. */
export interface PullReport {
  readonly row: string;
  /** From the first MemberCluster until all have joined. */
  readonly joinMs: number;
  /** Of the placement that was made last, for each of its clusters. */
  readonly perPair: readonly HubObjects[];
  readonly perCluster: readonly HubObjects[];
  /** Processor time of all agents for each pair, in ms. */
  readonly agentCpuPerPair: number;
  /** As deployed: one agent in a process. */
  readonly alone: Memory;
  /** All other agents, in one process. */
  readonly others: Memory & { readonly count: number };
}

/** For each: how many, and bytes of JSON as the hub serves them. */
interface HubObjects {
  readonly kind: string;
  readonly objects: number;
  readonly bytes: number;
}

const CLUSTER_API = { group: 'cluster.kubernetes-fleet.io', version: 'v1beta1' };
const RBAC_API = { group: 'rbac.authorization.k8s.io', version: 'v1' };
const OF_PAIR = ['Work', 'ClusterResourceBinding'].map(kind => ({ ...PLACEMENT_API, kind }));
const OF_CLUSTER = [
  { ...CLUSTER_API, kind: 'InternalMemberCluster' },
  { group: '', version: 'v1', kind: 'Namespace' },
  { ...RBAC_API, kind: 'Role' },
  { ...RBAC_API, kind: 'RoleBinding' },
];
const PLACEMENT_LABEL = 'kubernetes-fleet.io/parent-CRP';
const MEMBER_SPACE = 'fleet-member-';

/** After a row; `undefined` where the members have no agents. */
export async function measurePulled(
  fleet: BenchFleet,
  row: Row,
  attempts: readonly Attempt[],
): Promise<PullReport | undefined> {
  const { agents, site, joinMs } = fleet;
  if (agents === undefined) return undefined;
  const { client } = site.hub;
  const placement = await lastPlacement(client);
  const count = site.memberNames.length;
  const isOfPair = ({ metadata }: KubeObject) => metadata.labels?.[PLACEMENT_LABEL] === placement;
  const isOfCluster = ({ metadata: { name, namespace } }: KubeObject) =>
    (namespace ?? name).startsWith(MEMBER_SPACE);
  return {
    row: row.name,
    joinMs: Math.round(joinMs),
    perPair: await countAll(client, OF_PAIR, isOfPair, count),
    perCluster: await countAll(client, OF_CLUSTER, isOfCluster, count),
    agentCpuPerPair:
      percentile(
        attempts.map(one => one.agentsCpuMs),
        50,
      ) / row.pairs,
    alone: readMemory([agents.alonePid]),
    others: { ...readMemory([agents.others.pid]), count: agents.others.count },
  };
}

async function lastPlacement(client: KubeClient): Promise<string> {
  const { items } = await client.list({ ...PLACEMENT_API, kind: 'ClusterResourcePlacement' });
  const versionOf = ({ metadata }: KubeObject) => Number(metadata.resourceVersion);
  return items.reduce((last, one) => (versionOf(one) > versionOf(last) ? one : last)).metadata.name;
}

const countAll = (
  client: KubeClient,
  kinds: typeof OF_CLUSTER,
  isCounted: (object: KubeObject) => boolean,
  clusters: number,
): Promise<readonly HubObjects[]> =>
  Promise.all(
    kinds.map(async target => {
      const { items } = await client.list(target);
      const found = items.filter(isCounted);
      const bytes = found.reduce((sum, object) => sum + Buffer.byteLength(JSON.stringify(object)), 0);
      return {
        kind: target.kind,
        objects: Math.round((100 * found.length) / clusters) / 100,
        bytes: Math.round(bytes / clusters),
      };
    }),
  );

export function renderPulled(report: PullReport): string {
  const { alone, others } = report;
  const toLines = (list: readonly HubObjects[]) =>
    alignColumns(list.map(({ kind, objects, bytes }) => [kind, String(objects), `${bytes} bytes`]));
  return [
    `${report.row}: all members joined after ${(report.joinMs / 1000).toFixed(1)} s`,
    'on the hub for each pair of placement and cluster:',
    ...toLines(report.perPair),
    'on the hub for each cluster:',
    ...toLines(report.perCluster),
    `processor time of the agents for each pair: ${report.agentCpuPerPair.toFixed(1)} ms`,
    `an agent alone: ${alone.residentMb} MB, at most ${alone.peakMb} MB`,
    `${others.count} agents in one process: ${others.residentMb} MB, at most ${others.peakMb} MB`,
  ].join('\n');
}
