import type { Instant, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  decideClusterHealth,
  recordCollection,
  type Collected,
  type KnownProperties,
  type ProbeResult,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { observeMember, type ObservedMember, type PropertyCollector } from '@fleetstage/applier';
import { KubeError, messageOf, UnauthorizedError, type KubeClient } from '@fleetstage/kube-client';
import { forgetCluster, loadCluster, saveCluster, type ClusterRecord } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { saveDesiredFinalizer } from '../database/finalizerStore';
import { peekMember, saveHeartbeat } from '../database/heartbeatStore';
import { fromHubKey, toHubKey } from '../database/keys';
import { loadMemberAgent, type MemberAgent } from '../database/memberAgentStore';
import { loadObject } from '../database/mirrorStore';
import { loadNamespaces } from '../database/namespaceStore';
import type { Claim } from '../database/queue/claim';
import { queues } from '../database/queue/queues';
import type { Executor } from '../database/sql';
import { wake } from '../database/wakes';
import { NotThisMemberError, type Connections } from '../kube/Connections';
import { insecurityOf } from '../kube/insecurity';
import type { Again, Effect } from '../loop/effect';
import type { Metrics } from '../observe/metrics';
import { hearAgent, recordReport, type Heard } from './hearAgent';
import {
  concernOf,
  heartbeatPeriodMs,
  lacksFinalizer,
  named,
  recordMember,
  toFollowed,
  type DueTimes,
  type Followed,
  type MemberBefore,
  type RecordDeps,
} from './recordMember';

export interface ProbeDeps extends Omit<RecordDeps, 'times'> {
  readonly connections: Connections;
  readonly metrics: Metrics;
  readonly probeTimeoutMs: number;
  readonly collector: Pick<PropertyCollector, 'collect'>;
  /** Readies a member for works, once per process: its AppliedWork definition. */
  readonly prepare: (member: string, client: KubeClient) => Promise<void>;
  /** The member is not ours any more. */
  readonly forget: (member: string) => Promise<void>;
}

interface ProbeInput extends MemberBefore {
  /** The MemberCluster as last seen; absent: it is gone. */
  readonly mirrored?: KubeObject;
  /** Of the record, where that may be replaced by one statement. */
  readonly stamp?: string;
  /** Of a member that joins by an agent, or has done so. */
  readonly agent?: MemberAgent;
}

type Probed =
  | { readonly kind: 'gone' }
  | { readonly kind: 'leaving' }
  | Heard
  | { readonly kind: 'probed'; readonly result: ProbeResult; readonly collected?: Collected };

/**
 * The member pass: probes a member at its heartbeat period, collects its properties and namespaces and decides its
 * health (C/MC-035…041, PP-001…015); of a pull member it reads what the agent has reported. Its outcome is a row; the
 * status follows at leisure (RUL 45).
 */
export function probeMember(deps: ProbeDeps): Effect<ProbeInput, Probed> {
  const times: DueTimes = new Map();
  const isPulled = (member: string) => deps.connections.carrierOf(member) === 'pull';
  return {
    name: queues.member,
    async peek(reader, key) {
      const at = fromHubKey(key);
      if (deps.connections.carrierOf(at.name) === 'pull') return undefined;
      const before = await peekMember(reader, at);
      if (before === undefined) return undefined;
      const { namespaces, ...rest } = before;
      const hasNamespaces = before.record.collection?.namespaces !== undefined;
      return { at, ...rest, ...(hasNamespaces && { namespaces }) };
    },
    async load(tx, key) {
      const at = fromHubKey(key);
      const mirrored = await loadObject(tx, { hub: at.hub, kind: 'MemberCluster', name: at.name });
      const record = await loadCluster(tx, at.hub, at.name);
      if (!mirrored && !record) return undefined;
      const hasNamespaces = record?.collection?.namespaces !== undefined;
      const namespaces = hasNamespaces ? await loadNamespaces(tx, at.hub, at.name) : undefined;
      const mayHaveAgent = isPulled(at.name) || (mirrored !== undefined && isLeaving(mirrored));
      const agent = mayHaveAgent ? await loadMemberAgent(tx, at.hub, at.name) : undefined;
      return { at, mirrored, record, ...(namespaces && { namespaces }), ...(agent && { agent }) };
    },
    async run({ at, mirrored, record, agent }) {
      const hear = () => hearAgent(() => deps.connections.hub(), at.name);
      if (mirrored && !isLeaving(mirrored)) return isPulled(at.name) ? hear() : probe(deps, mirrored, record);
      await deps.forget(at.name);
      if (mirrored === undefined) return { kind: 'gone' };
      return agent !== undefined || isPulled(at.name) ? hear() : { kind: 'leaving' };
    },
    record: (tx, _, input, probed) => recordProbe(tx, { ...deps, times }, input, probed),
    recordSame: (executor, claim, input, probed) =>
      recordHeartbeat(executor, { ...deps, times }, { claim, input, probed }),
  };
}

const isLeaving = ({ metadata }: KubeObject) => metadata.deletionTimestamp !== undefined;

async function probe(
  deps: ProbeDeps,
  { metadata }: KubeObject,
  record: ClusterRecord | undefined,
): Promise<Probed> {
  const { connections, clock, log, metrics, probeTimeoutMs } = deps;
  const { name: member, labels = {} } = metadata;
  const startedAt = clock.now();
  let isUnidentified: boolean;
  try {
    const readyz = (client: KubeClient) => client.raw('/readyz', { timeoutMs: probeTimeoutMs });
    isUnidentified = (await connections.probeMember(member, readyz)) === 'unidentified';
  } catch (error) {
    return { kind: 'probed', result: toResult(error) };
  } finally {
    metrics.gauge('member_probe_seconds', (clock.now() - startedAt) / 1000, { cluster: member });
  }
  const endpoint = connections.endpointOf(member);
  const insecurity = endpoint && insecurityOf(endpoint);
  const asked = { name: member, labels, previous: record?.collection?.providers ?? {} };
  const collected = await collect(deps, asked);
  if (collected?.failure) {
    const { message: reason } = collected.failure;
    log.warn('Collecting the properties of a member failed', { cluster: member, reason });
  }
  return {
    kind: 'probed',
    result: { kind: 'ready', ...(isUnidentified && { isUnidentified }), ...(insecurity && { insecurity }) },
    collected,
  };
}

/** The providers are asked while the core is read: whatever becomes of one, the other is kept. */
async function collect(
  { connections, prepare, collector, probeTimeoutMs }: ProbeDeps,
  asked: Omit<Parameters<PropertyCollector['collect']>[0], 'client'>,
): Promise<Collected> {
  let answers: Collected['answers'] | undefined;
  let observed: ObservedMember;
  try {
    observed = await connections.useMember(asked.name, async client => {
      await prepare(asked.name, client);
      const collected = collector.collect({ ...asked, client });
      try {
        return await observeMember(client, probeTimeoutMs);
      } finally {
        answers = await collected;
      }
    });
  } catch (error) {
    const message = `the core properties could not be collected: ${messageOf(error)}`;
    // Not asked at all, the providers keep what they reported before.
    const kept = Object.keys(asked.previous).map(name => [name, { kind: 'notDue' }] as const);
    return { failure: { reason: 'FleetstageCollectionFailed', message }, answers: answers ?? new Map(kept) };
  }
  return { ...observed, answers: answers ?? new Map() };
}

function toResult(error: unknown): ProbeResult {
  if (error instanceof UnauthorizedError) {
    const text = `the member refuses our credentials: ${error.message}; renew them in the configured kubeconfig`;
    return { kind: 'unreachable', message: text, isRefused: true };
  }
  if (error instanceof NotThisMemberError)
    return { kind: 'mistaken', reason: error.reason, message: error.message };
  const statusCode = error instanceof KubeError ? error.status?.code : undefined;
  return statusCode === undefined
    ? { kind: 'unreachable', message: messageOf(error) }
    : { kind: 'unready', statusCode };
}

async function recordProbe(
  tx: Tx,
  deps: RecordDeps,
  input: ProbeInput,
  probed: Probed,
): Promise<Again | void> {
  const { at, mirrored } = input;
  deps.times.delete(toHubKey(at.hub, at.name));
  if (probed.kind === 'gone' || mirrored === undefined) {
    // The ingest has notified the placements that it is gone.
    return forgetCluster(tx, at.hub, at.name);
  }
  if (probed.kind === 'heard') return recordReport(tx, deps, { ...input, mirrored }, probed);
  if (probed.kind === 'leaving') return recordLeaving(tx, input, mirrored);
  const followed = follow(input, mirrored, probed, deps.clock.now());
  // A member that has never joined has nothing to let go of, and its finalizer would say that it has.
  const isFinalizerDue = followed.after.health.mistaken === undefined && lacksFinalizer(at, mirrored);
  await recordMember(tx, deps, { ...input, mirrored, isFinalizerDue }, followed);
  return { afterMs: followed.nextMs };
}

/** A probe that found everything as it was, whose member needs neither a finalizer nor its times on the hub: most are such. */
async function recordHeartbeat(
  executor: Executor,
  { clock, times }: RecordDeps,
  { claim, input, probed }: { readonly claim: Claim; readonly input: ProbeInput; readonly probed: Probed },
): Promise<Again | undefined> {
  const { at, mirrored, record, stamp } = input;
  if (probed.kind !== 'probed' || !mirrored || !record || stamp === undefined) return undefined;
  const now = clock.now();
  const timesDueAt = times.get(toHubKey(at.hub, at.name));
  if (timesDueAt === undefined || timesDueAt <= now || lacksFinalizer(at, mirrored)) return undefined;
  const { known, after, nextMs, isChanged } = follow(input, mirrored, probed, now);
  if (isChanged) return undefined;
  const { trigger, isSilenceChanged } = concernOf(input, mirrored, { known, after }, now);
  if (trigger.kind !== 'nobody' || isSilenceChanged) return undefined;
  const isSaved = await saveHeartbeat(executor, at, { claim, after: stamp, record: after, nextMs });
  return isSaved ? { afterMs: nextMs } : undefined;
}

/** What is known of a member after a probe. */
function follow(
  input: ProbeInput,
  mirrored: KubeObject,
  { result, collected }: Extract<Probed, { kind: 'probed' }>,
  now: Instant,
): Followed {
  const { at, record, namespaces } = input;
  const { health, nextProbeAt } = decideClusterHealth(
    {
      cluster: at.name,
      previous: record?.health,
      probe: result,
      heartbeatPeriodMs: heartbeatPeriodMs(mirrored),
    },
    now,
  );
  const before: KnownProperties = { properties: {}, ...record, ...(namespaces && { namespaces }) };
  const known = collected ? recordCollection(before, collected, now) : before;
  return toFollowed(input, { known, health }, nextProbeAt - now);
}

/** Placed objects stay on the member (C/MC-060); the placements let go of it by themselves. */
async function recordLeaving(tx: Tx, { at, record }: ProbeInput, mirrored: KubeObject): Promise<void> {
  const health = { healthy: 'Unknown', ...record?.health, joined: false } as const;
  await saveCluster(tx, at.hub, at.name, { properties: {}, ...record, health });
  await saveDesiredFinalizer(tx, at.hub, { ...named(mirrored), want: 'absent' });
  wake(tx, 'memberLeaving', at);
}
