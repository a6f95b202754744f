import {
  canonicalJson,
  finalizerKeys,
  isJsonObject,
  labelKeys,
  plus,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  decideClusterHealth,
  decideTrigger,
  hasSilenceChanged,
  recordCollection,
  type Collected,
  type KnownProperties,
  type MemberHealth,
  type ProbeResult,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { observeMember, type ObservedMember } from '@fleetstage/applier';
import { KubeError, messageOf, UnauthorizedError, type KubeClient } from '@fleetstage/kube-client';
import {
  forgetCluster,
  loadCluster,
  saveCluster,
  toClusterFacts,
  type ClusterRecord,
} from '../database/clusterStore';
import type { Tx } from '../database/db';
import { saveDesiredFinalizer } from '../database/finalizerStore';
import { peekMember, saveHeartbeat } from '../database/heartbeatStore';
import { fromHubKey, toHubKey, type HubKey } from '../database/keys';
import { markSilence } from '../database/marks';
import { markTriggers } from '../database/markTriggers';
import { loadObject } from '../database/mirrorStore';
import { loadNamespaces, saveNamespaces, type OwnedNamespaces } from '../database/namespaceStore';
import { loadPublication } from '../database/publicationStore';
import type { Claim } from '../database/queue/claim';
import { queues } from '../database/queue/queues';
import type { Executor } from '../database/sql';
import { wake } from '../database/wakes';
import { NotThisMemberError, type Connections } from '../kube/Connections';
import { insecurityOf } from '../kube/insecurity';
import type { Again, Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Metrics } from '../observe/metrics';
import type { Clock } from '../ports';
import type { PropertyCollector } from './PropertyCollector';
import { withoutTimes } from './writeStatus';

export interface ProbeDeps {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly probeTimeoutMs: number;
  /** A status in which nothing else has changed is published this often for its times. */
  readonly timesEveryMs: number;
  readonly collector: Pick<PropertyCollector, 'collect'>;
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
  /** As last collected; absent: they never were. */
  readonly namespaces?: OwnedNamespaces;
  /** Of the record, where that may be replaced by one statement. */
  readonly stamp?: string;
}

type Probed =
  | { readonly kind: 'gone' }
  | { readonly kind: 'leaving' }
  | { readonly kind: 'probed'; readonly result: ProbeResult; readonly collected?: Collected };

/**
 * The member pass: probes a member at its heartbeat period, collects its properties and namespaces and decides its
 * health (C/MC-035…041, PP-001…015). Its outcome is a row; the status follows at leisure (RUL 45).
 */
export function probeMember(deps: ProbeDeps): Effect<ProbeInput, Probed> {
  const times: DueTimes = new Map();
  return {
    name: queues.member,
    async peek(reader, key) {
      const at = fromHubKey(key);
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
      return { at, mirrored, record, ...(namespaces && { namespaces }) };
    },
    async run({ at, mirrored, record }) {
      if (mirrored && mirrored.metadata.deletionTimestamp === undefined) return probe(deps, mirrored, record);
      await deps.forget(at.name);
      return { kind: mirrored ? 'leaving' : 'gone' };
    },
    record: (tx, _, input, probed) => recordProbe(tx, { ...deps, times }, input, probed),
    recordSame: (executor, claim, input, probed) =>
      recordHeartbeat(executor, { ...deps, times }, { claim, input, probed }),
  };
}

/**
 * Until when the status of a member needs no mark for its times, by member: its key waits for that moment. What this process
 * does not know is asked.
 */
type DueTimes = Map<string, Instant>;

type RecordDeps = ProbeDeps & { readonly times: DueTimes };

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
  const { at, mirrored, record, namespaces } = input;
  const { times } = deps;
  const id = toHubKey(at.hub, at.name);
  times.delete(id);
  if (probed.kind === 'gone' || mirrored === undefined) {
    // The ingest has notified the placements that it is gone.
    return forgetCluster(tx, at.hub, at.name);
  }
  if (probed.kind === 'leaving') return recordLeaving(tx, input, mirrored);
  const now = deps.clock.now();
  const { known, after, nextMs, isChanged } = follow(input, mirrored, probed, now);
  const { health } = after;
  // A member that has never joined has nothing to let go of, and its finalizer would say that it has.
  const isFinalizerDue = health.mistaken === undefined && lacksFinalizer(at, mirrored);
  if (isFinalizerDue) await saveDesiredFinalizer(tx, at.hub, { ...named(mirrored), want: 'present' });
  await saveCluster(tx, at.hub, at.name, after);
  if (known.namespaces)
    await saveNamespaces(
      tx,
      { hub: at.hub, cluster: at.name },
      { before: namespaces ?? {}, after: known.namespaces },
    );
  if (isFinalizerDue || isChanged)
    wake(tx, 'memberProbed', at, { afterMs: isFinalizerDue ? FINALIZER_FIRST_MS : 0 });
  else {
    const afterMs = await untilTimesAreDue(tx, deps, at);
    wake(tx, 'memberProbed', at, { afterMs });
    tx.afterCommit.push(() => times.set(id, plus(now, afterMs)));
  }
  reportHealth(deps.log, at, { before: record?.health, health });
  const { trigger, isSilenceChanged } = concernOf(input, mirrored, { known, after }, now);
  await markTriggers(tx, at.hub, [{ cluster: at.name, trigger }]);
  if (isSilenceChanged) await markSilence(tx, at.hub, at.name);
  return { afterMs: nextMs };
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

/** What is known of a member after a probe; `isChanged`: more than its times. */
function follow(
  { at, record, namespaces }: ProbeInput,
  mirrored: KubeObject,
  { result, collected }: Extract<Probed, { kind: 'probed' }>,
  now: Instant,
) {
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
  const after = { ...toKept(known), health };
  return {
    known,
    after,
    nextMs: Math.max(0, nextProbeAt - now),
    isChanged: withoutHeartbeat(after, known) !== withoutHeartbeat(record, before),
  };
}

/** Whom a probe concerns: placements by what they read of the member, and whoever waits for it to answer. */
function concernOf(
  { record, namespaces }: ProbeInput,
  mirrored: KubeObject,
  { known, after }: { readonly known: KnownProperties; readonly after: ClusterRecord },
  now: Instant,
) {
  const before = toClusterFacts(mirrored, record, { namespaces });
  const facts = toClusterFacts(mirrored, after, { namespaces: known.namespaces });
  return {
    trigger: decideTrigger(before, facts, now),
    isSilenceChanged: hasSilenceChanged(before, facts, now),
  };
}

/** Counted from the last write: from a heartbeat, a time on the hub would be older by what had passed before it. */
async function untilTimesAreDue(tx: Tx, { timesEveryMs }: ProbeDeps, { hub, name }: HubKey): Promise<number> {
  const last = await loadPublication(tx, hub, { kind: 'MemberCluster', name });
  return Math.max(0, timesEveryMs - (last?.agoMs ?? 0));
}

/** What the status says of a member, times apart: most heartbeats bring nothing else, and those are written rarely. */
function withoutHeartbeat(record: ClusterRecord | undefined, { namespaces }: KnownProperties): string {
  const { lastHeartbeatAt: _, askedAt: __, heardSince: ___, ...health } = record?.health ?? {};
  return canonicalJson(withoutTimes(JSON.parse(JSON.stringify({ ...record, health, namespaces }))));
}

const toKept = ({ properties, resourceUsage, collection }: KnownProperties): ClusterRecord => ({
  properties,
  ...(resourceUsage && { resourceUsage }),
  ...(collection && { collection }),
});

function reportHealth(
  log: Log,
  at: HubKey,
  { before, health }: { before: MemberHealth | undefined; health: MemberHealth },
): void {
  const isTroubled = health.message !== undefined;
  if (health.mistaken !== undefined && health.mistaken === before?.mistaken) return;
  if (health.healthy === before?.healthy && isTroubled === (before.message !== undefined)) return;
  const fields = { hub: at.hub, cluster: at.name, pass: queues.member };
  if (!isTroubled) log.info('The member is healthy', fields);
  else {
    // It keeps its health for a while, so that one lost packet is no incident; who reads the log wants to know at once.
    log.warn(troubleOf(health), { ...fields, reason: health.message });
  }
}

function troubleOf({ mistaken, healthy }: MemberHealth): string {
  if (mistaken !== undefined) return 'The member does not join';
  return healthy === 'True' ? 'The member does not answer' : 'The member is not healthy';
}

/** Placed objects stay on the member (C/MC-060); the placements let go of it by themselves. */
async function recordLeaving(tx: Tx, { at, record }: ProbeInput, mirrored: KubeObject): Promise<void> {
  const health = { healthy: 'Unknown', ...record?.health, joined: false } as const;
  await saveCluster(tx, at.hub, at.name, { properties: {}, ...record, health });
  await saveDesiredFinalizer(tx, at.hub, { ...named(mirrored), want: 'absent' });
  wake(tx, 'memberLeaving', at);
}

function lacksFinalizer({ name }: HubKey, { metadata }: KubeObject): boolean {
  const { finalizers = [], labels = {} } = metadata;
  return !finalizers.includes(finalizerKeys.memberCluster) || labels[labelKeys.memberName] !== name;
}

const named = ({ kind, metadata }: KubeObject) => ({ kind, name: metadata.name, uid: metadata.uid ?? '' });

function heartbeatPeriodMs({ spec }: KubeObject): number | undefined {
  const seconds = isJsonObject(spec) ? spec.heartbeatPeriodSeconds : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}
