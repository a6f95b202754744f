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
  decideTrigger,
  hasSilenceChanged,
  memberTransition,
  type KnownProperties,
  type MemberHealth,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { saveCluster, toClusterFacts, type ClusterRecord } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { saveDesiredFinalizer } from '../database/finalizerStore';
import { toHubKey, type HubKey } from '../database/keys';
import { markSilence } from '../database/marks';
import { markTriggers } from '../database/markTriggers';
import { saveNamespaces, type OwnedNamespaces } from '../database/namespaceStore';
import { loadPublication } from '../database/publicationStore';
import { queues } from '../database/queue/queues';
import { appendTimeline } from '../database/timelineStore';
import { wake } from '../database/wakes';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';
import { withoutTimes } from './writeStatus';

/** What was known of a member before a pass. */
export interface MemberBefore {
  readonly at: HubKey;
  readonly record?: ClusterRecord;
  /** As last collected; absent: they never were. */
  readonly namespaces?: OwnedNamespaces;
}

/** What is known after it. */
export interface Followed {
  readonly known: KnownProperties;
  readonly after: ClusterRecord & { readonly health: MemberHealth };
  readonly nextMs: number;
  /** More than its times. */
  readonly isChanged: boolean;
}

/**
 * Until when the status of a member needs no mark for its times, by member: its key waits for that moment. What this process
 * does not know is asked.
 */
export type DueTimes = Map<string, Instant>;

export interface RecordDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** A status in which nothing else has changed is published this often for its times. */
  readonly timesEveryMs: number;
  readonly times: DueTimes;
}

/** A status that is written at the same time would make the write of our finalizer read and try again. */
const FINALIZER_FIRST_MS = 50;

interface Recorded extends MemberBefore {
  readonly mirrored: KubeObject;
  readonly isFinalizerDue: boolean;
}

/** Writes what is known of a member now, and wakes whom it concerns. */
export async function recordMember(
  tx: Tx,
  deps: RecordDeps,
  recorded: Recorded,
  { known, after, isChanged }: Followed,
): Promise<void> {
  const { at, mirrored, record, namespaces, isFinalizerDue } = recorded;
  const { times } = deps;
  const id = toHubKey(at.hub, at.name);
  const now = deps.clock.now();
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
  const health = { before: record?.health, health: after.health };
  reportHealth(deps.log, at, health);
  await recordTransition(tx, at, health);
  const { trigger, isSilenceChanged } = concernOf(recorded, mirrored, { known, after }, now);
  await markTriggers(tx, at.hub, [{ cluster: at.name, trigger }]);
  if (isSilenceChanged) await markSilence(tx, at.hub, at.name);
}

/** As a row, and whether that says more than another time. */
export function toFollowed(
  { record, namespaces }: MemberBefore,
  { known, health }: { readonly known: KnownProperties; readonly health: MemberHealth },
  nextMs: number,
): Followed {
  const before: KnownProperties = { properties: {}, ...record, ...(namespaces && { namespaces }) };
  const after = { ...toKept(known), health };
  const isChanged = withoutHeartbeat(after, known) !== withoutHeartbeat(record, before);
  return { known, after, nextMs: Math.max(0, nextMs), isChanged };
}

/** Whom a probe concerns: placements by what they read of the member, and whoever waits for it to answer. */
export function concernOf(
  { record, namespaces }: MemberBefore,
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
async function untilTimesAreDue(
  tx: Tx,
  { timesEveryMs }: RecordDeps,
  { hub, name }: HubKey,
): Promise<number> {
  const last = await loadPublication(tx, hub, { kind: 'MemberCluster', name });
  return Math.max(0, timesEveryMs - (last?.agoMs ?? 0));
}

/** What the status says of a member, times apart: most heartbeats bring nothing else, and those are written rarely. */
function withoutHeartbeat(record: ClusterRecord | undefined, { namespaces }: KnownProperties): string {
  const { health, collection, ...rest }: Partial<ClusterRecord> = record ?? {};
  const providers = Object.entries(collection?.providers ?? {}).map(([name, { observedAt: _, ...one }]) => [
    name,
    one,
  ]);
  const said = {
    ...rest,
    health: Object.fromEntries(Object.entries(health ?? {}).filter(([field]) => !HEALTH_TIMES.has(field))),
    collection: collection && { ...collection, providers: Object.fromEntries(providers) },
    namespaces,
  };
  return canonicalJson(withoutTimes(JSON.parse(JSON.stringify(said))));
}

const HEALTH_TIMES = new Set<string>([
  'lastHeartbeatAt',
  'askedAt',
  'heardSince',
  'reportedAt',
] satisfies (keyof MemberHealth)[]);

const toKept = ({ properties, resourceUsage, collection }: KnownProperties): ClusterRecord => ({
  properties,
  ...(resourceUsage && { resourceUsage }),
  ...(collection && { collection }),
});

interface HealthChange {
  readonly before: MemberHealth | undefined;
  readonly health: MemberHealth;
}

async function recordTransition(
  tx: Tx,
  { hub, name }: HubKey,
  { before, health }: HealthChange,
): Promise<void> {
  const event = memberTransition(before, health);
  if (event === undefined) return;
  const { message } = health;
  const line = { subjectKind: 'MemberCluster', subjectName: name, event, actor: 'engine' } as const;
  await appendTimeline(tx, hub, [{ ...line, ...(message !== undefined && { message }) }]);
}

function reportHealth(log: Log, at: HubKey, { before, health }: HealthChange): void {
  const isTroubled = health.message !== undefined;
  if (health.mistaken !== undefined && health.mistaken === before?.mistaken) return;
  if (health.healthy === before?.healthy && isTroubled === (before.message !== undefined)) return;
  const fields = { hub: at.hub, cluster: at.name, pass: queues.member };
  if (!isTroubled) log.info('The member is healthy', fields);
  else if (health.isAwaited) log.info('The member waits for its agent', fields);
  else {
    // It keeps its health for a while, so that one lost packet is no incident; who reads the log wants to know at once.
    log.warn(troubleOf(health), { ...fields, reason: health.message });
  }
}

function troubleOf({ mistaken, healthy }: MemberHealth): string {
  if (mistaken !== undefined) return 'The member does not join';
  return healthy === 'True' ? 'The member does not answer' : 'The member is not healthy';
}

export function lacksFinalizer({ name }: HubKey, { metadata }: KubeObject): boolean {
  const { finalizers = [], labels = {} } = metadata;
  return !finalizers.includes(finalizerKeys.memberCluster) || labels[labelKeys.memberName] !== name;
}

export const named = ({ kind, metadata }: KubeObject) => ({
  kind,
  name: metadata.name,
  uid: metadata.uid ?? '',
});

export function heartbeatPeriodMs({ spec }: KubeObject): number | undefined {
  const seconds = isJsonObject(spec) ? spec.heartbeatPeriodSeconds : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}
