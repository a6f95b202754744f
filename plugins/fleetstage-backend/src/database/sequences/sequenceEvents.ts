import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { SequenceEvent, ToldLine } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import type { HubKey } from '../keys';
import { rowsOf } from '../rows';
import { appendTimeline, type TimelineEvent } from '../timelineStore';

/** Kinds of subjects of the timeline. */
export const SEQUENCE = 'RolloutSequence' as const;
export const ROLLOUT = 'Rollout' as const;

/** Lines of the timeline of a sequence, or of a rollout of it; what belongs to both is asked for twice (E §8). */
export async function appendSequenceEvents(
  tx: Tx,
  { hub, name }: HubKey,
  events: readonly SequenceEvent[],
  rollout?: string,
): Promise<void> {
  const subject =
    rollout === undefined
      ? { subjectKind: SEQUENCE, subjectName: name }
      : { subjectKind: ROLLOUT, subjectName: rollout };
  const own = rollout === undefined ? {} : { sequence: name };
  await appendTimeline(
    tx,
    hub,
    events.map(event => ({ ...subject, ...toLine(event, own) })),
  );
}

function toLine(
  { event, stage, cluster, nodePool, message, isWarning, rollout }: SequenceEvent,
  own: { readonly sequence?: string },
): Omit<TimelineEvent, 'subjectKind' | 'subjectName'> {
  return {
    event,
    actor: 'engine',
    message,
    ...(stage !== undefined && { stage }),
    ...(cluster !== undefined && { cluster }),
    data: {
      ...own,
      ...(rollout !== undefined && { rollout }),
      ...(nodePool !== undefined && { nodePool }),
      ...(isWarning && { isWarning }),
    },
  };
}

/**
 * What the engine wrote of a sequence and its rollouts after line `toldUntil`, the oldest first. Nobody but the pass of the sequence
 * writes these lines, one pass after the other, so that no line with a smaller id is committed later.
 */
export async function listUntold(
  tx: Tx,
  { hub, name }: HubKey,
  { toldUntil, limit }: { readonly toldUntil: number; readonly limit: number },
): Promise<readonly ToldLine[]> {
  const result = await tx.sql.raw(
    `select id, at, subject_kind, subject_name, event, stage, message, data from timeline
     where hub = ? and id > ? and actor = 'engine' and event <> 'gone'
       and ((subject_kind = '${SEQUENCE}' and subject_name = ?)
         or (subject_kind = '${ROLLOUT}' and subject_name in
              (select name from version_rollouts where hub = ? and sequence = ? and gone_at is null)))
     order by id limit ?`,
    [hub, toldUntil, name, hub, name, limit],
  );
  return rowsOf<UntoldRow>(result).map((row): ToldLine => ({
    id: Number(row.id),
    kind: row.subject_kind === ROLLOUT ? ROLLOUT : SEQUENCE,
    name: row.subject_name,
    event: row.event,
    ...(row.stage !== null && { stage: row.stage }),
    message: row.message ?? '',
    isWarning: row.data?.includes('"isWarning":true') === true,
    at: instant(Number(row.at)),
  }));
}

interface UntoldRow {
  readonly id: number | string;
  readonly at: number | string;
  readonly subject_kind: string;
  readonly subject_name: string;
  readonly event: string;
  readonly stage: string | null;
  readonly message: string | null;
  readonly data: string | null;
}
