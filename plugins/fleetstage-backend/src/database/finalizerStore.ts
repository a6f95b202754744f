import type { Tx } from './db';
import { toFinalizerKey } from './keys';
import { mark } from './queue/mark';
import { queues } from './queue/queues';

/** Whether our finalizers shall be on an object; `ensure-finalizer` (key `hub/Kind/name`) reads it. */
export interface FinalizerWish {
  readonly kind: string;
  /** `namespace/name` where the kind has namespaces. */
  readonly name: string;
  readonly uid: string;
  readonly want: 'present' | 'absent';
}

type Named = Pick<FinalizerWish, 'kind' | 'name'>;

/** Keeps the wish and marks `ensure-finalizer`. */
export async function saveFinalizerWish(tx: Tx, hub: string, wish: FinalizerWish): Promise<void> {
  await tx
    .sql('finalizers')
    .insert({ hub, ...wish })
    .onConflict(['hub', 'kind', 'name'])
    .merge();
  mark(tx, { queue: queues.ensureFinalizer, key: toFinalizerKey(hub, wish.kind, wish.name) });
}

export async function loadFinalizerWish(
  tx: Tx,
  hub: string,
  { kind, name }: Named,
): Promise<FinalizerWish | undefined> {
  const row = await tx.sql('finalizers').where({ hub, kind, name }).first();
  return row && { kind, name, uid: row.uid, want: row.want as FinalizerWish['want'] };
}

/** Deletes the wish as far as it is named: a whole one only where no newer wish has taken its place. */
export async function forgetFinalizerWish(
  tx: Tx,
  hub: string,
  wish: Named & Partial<FinalizerWish>,
): Promise<void> {
  await tx
    .sql('finalizers')
    .where({ hub, ...wish })
    .delete();
}
