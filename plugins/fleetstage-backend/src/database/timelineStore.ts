import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { SequenceEventName, TimelineEventName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import { toOptionalFreeText } from './freeText';
import { readOptional, writeOptional } from './documents/document';
import { timelineData, type TimelineData } from './documents/timelineDocuments';
import { chunks } from './rows';
import type { Subject } from '../observe/subject';
import type { TimelineRow } from './tables';

/** One transition; written in the transaction of the change that it records. */
export interface TimelineEvent {
  /** Kind of the object that the line belongs to, e.g. ClusterStagedUpdateRun. */
  readonly subjectKind: string;
  /** Of an object in a namespace: its key, `namespace/name`. */
  readonly subjectName: string;
  readonly event: TimelineEventName | SequenceEventName;
  /** `engine`, or the entity ref of a user, or `kubectl` where a person acted on the hub. */
  readonly actor: string;
  readonly cluster?: string;
  readonly stage?: string;
  readonly message?: string;
  readonly data?: TimelineData;
}

/** A line as it was written, also by an earlier version that had another name for the event. */
export interface TimelineEntry extends Omit<TimelineEvent, 'event'> {
  readonly event: string;
  readonly id: number;
  readonly hub: string;
  /** Database time. */
  readonly at: Instant;
}

/** Events that a wave of clusters causes line by line: pages show neighbours that differ only by the cluster as one. */
export const FOLDED_EVENTS: readonly TimelineEventName[] = [
  'clusterStarted',
  'clusterSucceeded',
  'clusterReleased',
];

export interface TimelineQuery {
  readonly kind: string;
  readonly name: string;
  /** Default 100. */
  readonly limit?: number;
  /** Older than this entry: the next page. */
  readonly beforeId?: number;
}

const DEFAULT_LIMIT = 100;
const SHOWN: ReadonlyMap<string, Subject['kind']> = new Map([
  ['ClusterStagedUpdateRun', 'run'],
  ['StagedUpdateRun', 'run'],
  ['ClusterResourcePlacement', 'placement'],
  ['ResourcePlacement', 'placement'],
  ['ClusterStagedUpdateStrategy', 'strategy'],
  ['StagedUpdateStrategy', 'strategy'],
  ['ClusterResourceOverride', 'override'],
  ['ResourceOverride', 'override'],
  ['MemberCluster', 'cluster'],
  ['RolloutSequence', 'sequence'],
  ['Rollout', 'version-rollout'],
]);

export async function appendTimeline(tx: Tx, hub: string, events: readonly TimelineEvent[]): Promise<void> {
  for (const { subjectKind, subjectName: name } of events) {
    const kind = SHOWN.get(subjectKind);
    if (kind !== undefined) tx.outbox.touch({ hub, kind, name });
  }
  for (const part of chunks(events)) {
    await tx.sql('timeline').insert(
      part.map(event => ({
        hub,
        at: tx.sql.raw(nowMs(tx.dialect)),
        subject_kind: event.subjectKind,
        subject_name: event.subjectName,
        event: event.event,
        actor: event.actor,
        cluster: event.cluster ?? null,
        stage: event.stage ?? null,
        message: toOptionalFreeText(event.message),
        data: writeOptional(timelineData, event.data),
      })),
    );
  }
}

/** Takes a line back: what it records did not happen. */
export async function removeFromTimeline(tx: Tx, hub: string, line: LineKey): Promise<void> {
  await linesOf(tx, hub, line).delete();
}

/** Gives a line other data. */
export async function completeInTimeline(
  tx: Tx,
  hub: string,
  line: LineKey,
  data: TimelineData,
): Promise<void> {
  await linesOf(tx, hub, line).update({ data: writeOptional(timelineData, data) });
}

/** A line by what it says; its data make it the only one. */
export type LineKey = Pick<TimelineEvent, 'subjectKind' | 'subjectName' | 'event' | 'data'>;

const linesOf = (tx: Tx, hub: string, { subjectKind, subjectName, event, data }: LineKey) =>
  tx.sql('timeline').where({
    hub,
    subject_kind: subjectKind,
    subject_name: subjectName,
    event,
    data: writeOptional(timelineData, data),
  });

/** Newest first. */
export async function listTimeline(tx: Tx, hub: string, query: TimelineQuery): Promise<TimelineEntry[]> {
  const { kind, name, limit = DEFAULT_LIMIT, beforeId } = query;
  const rows = await tx
    .sql('timeline')
    .where({ hub, subject_kind: kind, subject_name: name })
    .modify(select => beforeId !== undefined && select.where('id', '<', beforeId))
    .orderBy('id', 'desc')
    .limit(limit);
  return rows.map(toEntry);
}

/** The approvals of a run that were given through Fleetstage, and what revoked any; the oldest first. */
export async function listApprovalLines(
  tx: Tx,
  hub: string,
  { kind, name, since }: Pick<TimelineQuery, 'kind' | 'name'> & { readonly since: Instant },
): Promise<readonly TimelineEntry[]> {
  const events: readonly TimelineEventName[] = ['approvalGiven', 'approvalRevoked'];
  const rows = await tx
    .sql('timeline')
    .where({ hub, subject_kind: kind, subject_name: name })
    .where('at', '>=', since)
    .whereIn('event', events)
    .orderBy('id');
  return rows.map(toEntry);
}

function toEntry(row: TimelineRow): TimelineEntry {
  const data = readOptional(timelineData, row.data);
  return {
    id: Number(row.id),
    hub: row.hub,
    at: instant(Number(row.at)),
    subjectKind: row.subject_kind,
    subjectName: row.subject_name,
    event: row.event,
    actor: row.actor,
    ...(row.cluster !== null && { cluster: row.cluster }),
    ...(row.stage !== null && { stage: row.stage }),
    ...(row.message !== null && { message: row.message }),
    ...(data && { data }),
  };
}
