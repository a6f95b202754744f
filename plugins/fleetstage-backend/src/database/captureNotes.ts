import type {
  ExcludedObject,
  Selection,
  SelectionNotice,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { fromJson } from './rows';

/** What the last capture left out, and what it wondered about; names of objects, never contents. */
export interface CaptureNotes {
  /** The first MAX_EXCLUDED. */
  readonly excluded: readonly ExcludedObject[];
  readonly excludedCount: number;
  readonly notices: readonly SelectionNotice[];
}

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
  const text = JSON.stringify(notes);
  const told = warnings.length === 0 ? null : JSON.stringify(warnings);
  if (row?.notes === text && row.warnings === told) return;
  await tx
    .sql('capture_notes')
    .insert({ hub, placement: name, notes: text, warnings: told })
    .onConflict(['hub', 'placement'])
    .merge();
}

export async function loadCaptureNotes(tx: Tx, { hub, name }: PlacementRef): Promise<CaptureNotes> {
  const row = await tx.sql('capture_notes').where({ hub, placement: name }).first('notes');
  return row === undefined ? NOTHING : fromJson<CaptureNotes>(row.notes);
}
