import type { Tx } from './db';
import { wake } from './wakes';

/** Whether our finalizers shall be on an object; `ensure-finalizer` (key `hub/Kind/name`) reads it. */
export interface DesiredFinalizer {
  readonly kind: string;
  /** `namespace/name` where the kind has namespaces. */
  readonly name: string;
  readonly uid: string;
  readonly want: 'present' | 'absent';
}

type Named = Pick<DesiredFinalizer, 'kind' | 'name'>;

/** Saves the desired finalizer and marks `ensure-finalizer`. */
export async function saveDesiredFinalizer(tx: Tx, hub: string, desired: DesiredFinalizer): Promise<void> {
  await tx
    .sql('finalizers')
    .insert({ hub, ...desired })
    .onConflict(['hub', 'kind', 'name'])
    .merge();
  wake(tx, 'finalizerDesired', { hub, kind: desired.kind, name: desired.name });
}

export async function loadDesiredFinalizer(
  tx: Tx,
  hub: string,
  { kind, name }: Named,
): Promise<DesiredFinalizer | undefined> {
  const row = await tx.sql('finalizers').where({ hub, kind, name }).first();
  return row && { kind, name, uid: row.uid, want: row.want as DesiredFinalizer['want'] };
}

/** Deletes the named parts of the desired state: all of it only where no newer one has replaced it. */
export async function forgetDesiredFinalizer(
  tx: Tx,
  hub: string,
  desired: Named & Partial<DesiredFinalizer>,
): Promise<void> {
  await tx
    .sql('finalizers')
    .where({ hub, ...desired })
    .delete();
}
