import type { Selection } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { writeOptional } from './documents/document';
import { captureNotes, captureWarnings, type CaptureNotes } from './documents/placementDocuments';

export type { CaptureNotes };

export const MAX_EXCLUDED = 500;
const NOTHING: CaptureNotes = { excluded: [], excludedCount: 0, notices: [] };

/** Written only where they differ: most captures say what the one before said. */
export async function saveCaptureNotes(
  tx: Tx,
  placement: PlacementRef,
  { excluded, notices, warnings }: Pick<Selection, 'excluded' | 'notices' | 'warnings'>,
): Promise<void> {
  const { hub, name } = placement;
  const notes: CaptureNotes = {
    excluded: excluded.slice(0, MAX_EXCLUDED),
    excludedCount: excluded.length,
    notices,
  };
  const row = await tx.sql('capture_notes').where({ hub, placement: name }).first('notes', 'warnings');
  const text = captureNotes.write(notes);
  const warningsText = writeOptional(captureWarnings, warnings.length === 0 ? undefined : warnings);
  if (row?.notes === text && row.warnings === warningsText) return;
  await tx
    .sql('capture_notes')
    .insert({ hub, placement: name, notes: text, warnings: warningsText })
    .onConflict(['hub', 'placement'])
    .merge();
}

export async function loadCaptureNotes(tx: Tx, { hub, name }: PlacementRef): Promise<CaptureNotes> {
  const row = await tx.sql('capture_notes').where({ hub, placement: name }).first('notes');
  return row === undefined ? NOTHING : captureNotes.read(row.notes);
}
