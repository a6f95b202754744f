import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { CaptureFailure } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { readOptional, writeOptional } from './documents/document';
import { captureFailure, scheduleOutcome } from './documents/placementDocuments';
import type { PlacementRef } from './keys';
import { markPlacement } from './marks';
import { chunks } from './rows';
import { wake } from './wakes';

/**
 * How far the capture has come. `requested` counts the changes seen on the hub, `captured` is its value when the last
 * capture began: the capture is fresh while both are equal and at least one was made (RUL 24).
 */
export interface CaptureState {
  readonly requested: number;
  readonly captured: number;
  readonly failure?: CaptureFailure;
  /** Of the placement, as the last capture read it. */
  readonly generation?: number;
}

export interface CaptureDelay {
  /** Quiet time before the capture begins (RUL 41). */
  readonly debounceMs: number;
  readonly maxMs: number;
}

/** The same as `requestCaptures`, for one placement. */
export const requestCapture = (tx: Tx, hub: string, name: string, delay?: CaptureDelay): Promise<void> =>
  requestCaptures(tx, hub, [name], delay);

/**
 * Something that placements select has changed, or what they select: from now on their captures are stale. Marks
 * `capture-resources`. It does not take the locks of the placements.
 */
export async function requestCaptures(
  tx: Tx,
  hub: string,
  placements: Iterable<string>,
  delay?: CaptureDelay,
): Promise<void> {
  // Sorted: two transactions that ask for the same captures must take their rows in one order.
  const names = [...new Set(placements)].sort();
  for (const part of chunks(names)) {
    await tx
      .sql('captures')
      .insert(part.map(placement => ({ hub, placement, requested: 1, captured: 0 })))
      .onConflict(['hub', 'placement'])
      .merge({ requested: tx.sql.raw('captures.requested + 1') });
  }
  wake(
    tx,
    'selectionChanged',
    names.map(name => ({ hub, name })),
    delay && { afterMs: delay.debounceMs, postponeUpToMs: delay.maxMs },
  );
}

/** A run needs a capture that has seen everything: sees to it that one is made, without calling a running one stale. */
export async function ensureCapture(tx: Tx, hub: string, name: string): Promise<void> {
  await tx
    .sql('captures')
    .insert({ hub, placement: name, requested: 1, captured: 0 })
    .onConflict(['hub', 'placement'])
    .ignore();
  wake(tx, 'captureNeeded', { hub, name });
}

/** The capture effect keeps `requested` of its load, and gives it back to `saveCapture`. */
export async function loadCapture(tx: Tx, hub: string, name: string): Promise<CaptureState> {
  const row = await tx.sql('captures').where({ hub, placement: name }).first();
  if (row === undefined) return { requested: 0, captured: 0 };
  const failure = readOptional(captureFailure, row.failure);
  return {
    requested: row.requested,
    captured: row.captured,
    ...(failure && { failure }),
    ...(row.generation !== null && { generation: Number(row.generation) }),
  };
}

/**
 * Every change of the hub up to `through` was read; without `failure` the last one is cleared. Marks the placement, its
 * status and its update runs.
 */
export async function saveCapture(
  tx: Tx,
  placement: PlacementRef,
  result: { readonly through: number; readonly failure?: CaptureFailure; readonly generation?: number },
): Promise<void> {
  const { hub, name } = placement;
  const failure = writeOptional(captureFailure, result.failure);
  const read = result.generation === undefined ? {} : { generation: result.generation };
  // With no row nobody has asked: such a capture counts as the first request, else it never is fresh.
  const first = Math.max(result.through, 1);
  await tx
    .sql('captures')
    .insert({ hub, placement: name, requested: first, captured: first, failure, ...read })
    .onConflict(['hub', 'placement'])
    .merge({ captured: result.through, failure, candidate_at: null, ...read });
  await wakePlacement(tx, placement, result);
}

/** Nothing has been captured yet, but an earlier database knew of this generation. */
export async function saveKnownGeneration(
  tx: Tx,
  { hub, name }: PlacementRef,
  generation: number,
): Promise<void> {
  await tx
    .sql('captures')
    .insert({ hub, placement: name, requested: 0, captured: 0, generation })
    .onConflict(['hub', 'placement'])
    .merge({ generation });
}

/** Content that differs was seen at `at`, and may not become a snapshot yet (A/SNP-030). The capture stays stale. */
export async function saveCandidate(
  tx: Tx,
  { hub, name }: PlacementRef,
  { at, generation }: { readonly at: Instant; readonly generation: number },
): Promise<void> {
  const { failure, generation: before } = await loadCapture(tx, hub, name);
  const row = { hub, placement: name, requested: 1, captured: 0, candidate_at: at, generation };
  await tx
    .sql('captures')
    .insert(row)
    .onConflict(['hub', 'placement'])
    .merge({ failure: null, candidate_at: at, generation });
  // The status of the selectors is out of date, or a policy has waited for them.
  if (failure || before !== generation) await wakePlacement(tx, { hub, name }, { generation });
}

/** A pass that waited for the selectors of this generation reports its decision (A/ST-002). */
async function wakePlacement(
  tx: Tx,
  placement: PlacementRef,
  { generation, failure }: { readonly generation?: number; readonly failure?: CaptureFailure },
): Promise<void> {
  const { hub, name } = placement;
  const row = await tx.sql('placements').where({ hub, name }).first('schedule');
  const schedule = readOptional(scheduleOutcome, row?.schedule);
  const isDecided = failure !== undefined || schedule?.placementGeneration === generation;
  await markPlacement(tx, placement, { event: isDecided ? 'placementChanged' : 'capturedBeforeDecision' });
}

export async function loadCandidate(tx: Tx, { hub, name }: PlacementRef): Promise<Instant | undefined> {
  const row = await tx.sql('captures').where({ hub, placement: name }).first('candidate_at');
  return row?.candidate_at ? instant(Number(row.candidate_at)) : undefined;
}

/** Whether the newest capture has read every change of the hub so far. */
export const isFresh = ({ requested, captured }: CaptureState) => captured > 0 && captured >= requested;
