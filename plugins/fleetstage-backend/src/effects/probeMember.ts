import {
  finalizerKeys,
  isJsonObject,
  labelKeys,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  decideClusterHealth,
  toClusterProperties,
  type MemberHealth,
  type MemberObservation,
  type ProbeResult,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KubeError, messageOf, UnauthorizedError, type KubeClient } from '@fleetstage/kube-client';
import { forgetCluster, loadCluster, saveCluster, type ClusterRecord } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { saveFinalizerWish } from '../database/finalizerStore';
import { fromHubKey, toHubKey, type HubKey } from '../database/keys';
import { markAllPlacements } from '../database/marks';
import { loadObject } from '../database/mirrorStore';
import { mark } from '../database/queue/mark';
import { queues } from '../database/queue/queues';
import type { Connections } from '../kube/Connections';
import type { Again, Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Metrics } from '../observe/metrics';
import type { Clock } from '../ports';

export interface ProbeDeps {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly probeTimeoutMs: number;
  /** Readies a member for works, once per process: its AppliedWork definition. */
  readonly prepare: (member: string, client: KubeClient) => Promise<void>;
  /** The member is not ours any more. */
  readonly forget: (member: string) => Promise<void>;
}

/** A status that is written at the same time would make the write of our finalizer read and try again. */
const FINALIZER_FIRST_MS = 50;

interface ProbeInput {
  readonly at: HubKey;
  /** The MemberCluster as last seen; absent: it is gone. */
  readonly mirrored?: KubeObject;
  readonly record?: ClusterRecord;
}

type Probed =
  | { readonly kind: 'gone' }
  | { readonly kind: 'leaving' }
  | { readonly kind: 'probed'; readonly result: ProbeResult; readonly seen?: MemberObservation };

/**
 * The member pass: probes a member at its heartbeat period, collects its core properties and decides its health
 * (C/MC-035…041, PP-001…010). Its outcome is a row; the status follows at leisure (RUL 45).
 */
export function probeMember(deps: ProbeDeps): Effect<ProbeInput, Probed> {
  return {
    name: queues.member,
    async load(tx, key) {
      const at = fromHubKey(key);
      const mirrored = await loadObject(tx, { hub: at.hub, kind: 'MemberCluster', name: at.name });
      const record = await loadCluster(tx, at.hub, at.name);
      return mirrored || record ? { at, mirrored, record } : undefined;
    },
    async run({ at, mirrored }) {
      if (mirrored && mirrored.metadata.deletionTimestamp === undefined) return probe(deps, at.name);
      await deps.forget(at.name);
      return { kind: mirrored ? 'leaving' : 'gone' };
    },
    record: (tx, _, input, probed) => recordProbe(tx, deps, input, probed),
  };
}

async function probe(
  { connections, clock, log, metrics, probeTimeoutMs, prepare }: ProbeDeps,
  member: string,
): Promise<Probed> {
  const startedAt = clock.now();
  try {
    await connections.probeMember(member, client => client.raw('/readyz', { timeoutMs: probeTimeoutMs }));
  } catch (error) {
    return { kind: 'probed', result: toResult(error) };
  } finally {
    metrics.gauge('member_probe_seconds', (clock.now() - startedAt) / 1000, { cluster: member });
  }
  try {
    const seen = await connections.probeMember(member, async client => {
      await prepare(member, client);
      return observe(client, probeTimeoutMs);
    });
    return { kind: 'probed', result: { kind: 'ready' }, seen };
  } catch (error) {
    log.warn('Collecting the properties of a member failed', { cluster: member, reason: messageOf(error) });
    return { kind: 'probed', result: { kind: 'ready' } };
  }
}

function toResult(error: unknown): ProbeResult {
  if (error instanceof UnauthorizedError) {
    const text = `the member refuses our credentials: ${error.message}; renew them in the configured kubeconfig`;
    return { kind: 'unreachable', message: text, isRefused: true };
  }
  const statusCode = error instanceof KubeError ? error.status?.code : undefined;
  return statusCode === undefined
    ? { kind: 'unreachable', message: messageOf(error) }
    : { kind: 'unready', statusCode };
}

async function observe(client: KubeClient, timeoutMs: number): Promise<MemberObservation> {
  const core = (kind: string) => client.list({ group: '', version: 'v1', kind }, { timeoutMs });
  const [version, nodes, pods] = await Promise.all([
    client.raw('/version', { timeoutMs }),
    core('Node'),
    core('Pod'),
  ]);
  return {
    version: versionOf(version.body),
    nodes: nodes.items as KubeObject[],
    pods: pods.items as KubeObject[],
  };
}

function versionOf(body: string): string | undefined {
  const version: unknown = JSON.parse(body);
  return isJsonObject(version) && typeof version.gitVersion === 'string' ? version.gitVersion : undefined;
}

async function recordProbe(
  tx: Tx,
  deps: ProbeDeps,
  input: ProbeInput,
  probed: Probed,
): Promise<Again | void> {
  const { at, mirrored, record } = input;
  if (probed.kind === 'gone' || mirrored === undefined) {
    await forgetCluster(tx, at.hub, at.name);
    return markAllPlacements(tx, at.hub);
  }
  if (probed.kind === 'leaving') return recordLeaving(tx, input, mirrored);
  const isFinalizerDue = await wishForFinalizer(tx, at, mirrored);
  const now = deps.clock.now();
  const { health, nextProbeAt, isChanged } = decideClusterHealth(
    {
      cluster: at.name,
      previous: record?.health,
      probe: probed.result,
      heartbeatPeriodMs: heartbeatPeriodMs(mirrored),
    },
    now,
  );
  const known = {
    properties: record?.properties ?? {},
    ...(record?.resourceUsage && { resourceUsage: record.resourceUsage }),
  };
  await saveCluster(tx, at.hub, at.name, {
    health,
    ...(probed.seen ? toClusterProperties(probed.seen, now) : known),
  });
  const afterMs = isFinalizerDue ? FINALIZER_FIRST_MS : 0;
  mark(tx, { queue: queues.publishMember, key: toHubKey(at.hub, at.name), afterMs });
  tellHealth(deps.log, at, { before: record?.health, health });
  if (isChanged) await markAllPlacements(tx, at.hub);
  return { afterMs: Math.max(0, nextProbeAt - now) };
}

function tellHealth(
  log: Log,
  at: HubKey,
  { before, health }: { before: MemberHealth | undefined; health: MemberHealth },
): void {
  const isTroubled = health.message !== undefined;
  if (health.healthy === before?.healthy && isTroubled === (before.message !== undefined)) return;
  const fields = { hub: at.hub, cluster: at.name, pass: queues.member };
  if (!isTroubled) log.info('The member is healthy', fields);
  else {
    // It keeps its health for a while, so that one lost packet is no incident; who reads the log wants to know at once.
    const message = health.healthy === 'True' ? 'The member does not answer' : 'The member is not healthy';
    log.warn(message, { ...fields, reason: health.message });
  }
}

/** What was placed stays on the member (C/MC-060); the placements let go of it by themselves. */
async function recordLeaving(tx: Tx, { at, record }: ProbeInput, mirrored: KubeObject): Promise<void> {
  const health = { healthy: 'Unknown', ...record?.health, joined: false } as const;
  await saveCluster(tx, at.hub, at.name, { properties: {}, ...record, health });
  await saveFinalizerWish(tx, at.hub, { ...named(mirrored), want: 'absent' });
  mark(tx, { queue: queues.publishMember, key: toHubKey(at.hub, at.name) });
}

async function wishForFinalizer(tx: Tx, at: HubKey, mirrored: KubeObject): Promise<boolean> {
  const { finalizers = [], labels = {} } = mirrored.metadata;
  if (finalizers.includes(finalizerKeys.memberCluster) && labels[labelKeys.memberName] === at.name)
    return false;
  await saveFinalizerWish(tx, at.hub, { ...named(mirrored), want: 'present' });
  return true;
}

const named = ({ kind, metadata }: KubeObject) => ({ kind, name: metadata.name, uid: metadata.uid ?? '' });

function heartbeatPeriodMs({ spec }: KubeObject): number | undefined {
  const seconds = isJsonObject(spec) ? spec.heartbeatPeriodSeconds : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}
