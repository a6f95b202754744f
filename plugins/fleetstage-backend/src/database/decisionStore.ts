import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  summarizeDecision,
  type DecisionSummary,
  type ScheduleOutcome,
  type ScheduleVerdict,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import type { PlacementRef } from './keys';
import { readOptional } from './documents/document';
import { decisionSummary, scheduleOutcome } from './documents/placementDocuments';
import type { DecisionRow } from './tables';
import { compareWithStored, saveDifference } from './verdictStore';

/** One decision of the scheduler on a placement; its verdicts are read apart (`loadVerdictsOf`). */
export interface DecisionRecord {
  /** From 1; a later decision has a larger one. */
  readonly number: number;
  /** Database time. */
  readonly at: Instant;
  readonly outcome: ScheduleOutcome;
  /** Absent where it was decided before there was a history. */
  readonly summary?: DecisionSummary;
}

const DEFAULT_LIMIT = 100;

/**
 * Adds a decision to the history where it differs from the last one in a verdict or in its policy; else its outcome takes the
 * place of the last one's. Rows are written for what has changed only (decision 0021). Call lockPlacement first.
 */
export async function saveDecision(
  tx: Tx,
  placement: PlacementRef,
  outcome: ScheduleOutcome,
  verdicts: readonly ScheduleVerdict[],
): Promise<void> {
  const { hub, name } = placement;
  const last = await loadLast(tx, placement);
  const difference = await compareWithStored(tx, placement, { verdicts, isFirst: last === undefined });
  const { changes } = difference;
  const before = last && scheduleOutcome.read(last.outcome);
  if (last && changes.length === 0 && before?.policyIndex === outcome.policyIndex) {
    await tx
      .sql('decisions')
      .where({ hub, placement: name, number: last.number })
      .update({ outcome: scheduleOutcome.write(outcome) });
    return;
  }
  const number = (last?.number ?? 0) + 1;
  await saveDifference(tx, placement, difference, {
    decision: number,
    firstOrdinal: Number(last?.top ?? -1) + 1,
  });
  const summary = summarizeDecision({ ...(before && { before }), after: outcome, verdicts, changes });
  await tx.sql('decisions').insert({
    hub,
    placement: name,
    number,
    at: tx.sql.raw(nowMs(tx.dialect)),
    outcome: scheduleOutcome.write(outcome),
    summary: decisionSummary.write(summary),
  });
}

type Last = Pick<DecisionRow, 'number' | 'outcome'> & { top: number | null };

/** The last decision, and the largest ordinal among all verdicts. */
const loadLast = (tx: Tx, { hub, name }: PlacementRef): Promise<Last | undefined> =>
  tx
    .sql('decisions')
    .where({ hub, placement: name })
    .orderBy('number', 'desc')
    .first<Last | undefined>(
      'number',
      'outcome',
      tx.sql.raw('(select max(ordinal) from verdicts where hub = ? and placement = ?) as top', [hub, name]),
    );

/** Newest first. */
export async function listDecisions(
  tx: Tx,
  { hub, name }: PlacementRef,
  { limit = DEFAULT_LIMIT, before }: { readonly limit?: number; readonly before?: number } = {},
): Promise<DecisionRecord[]> {
  const rows = await tx
    .sql('decisions')
    .where({ hub, placement: name })
    .modify(select => before !== undefined && select.where('number', '<', before))
    .orderBy('number', 'desc')
    .limit(limit);
  return rows.map(toRecord);
}

/** `undefined`: there was none of that number, or it is kept no longer. */
export async function loadDecision(
  tx: Tx,
  { hub, name }: PlacementRef,
  number: number,
): Promise<DecisionRecord | undefined> {
  const row = await tx.sql('decisions').where({ hub, placement: name, number }).first();
  return row && toRecord(row);
}

function toRecord({ number, at, outcome, summary }: DecisionRow): DecisionRecord {
  const document = readOptional(decisionSummary, summary);
  return {
    number,
    at: instant(Number(at)),
    outcome: scheduleOutcome.read(outcome),
    ...(document && { summary: document }),
  };
}
