import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Why an item is not done; `sign` distinguishes it from others, and each is reported once per item. */
export interface ItemCause {
  readonly sign: string;
  readonly message: string;
}

/**
 * What is seen of an item that was started. Only evidence of the revision that it was started with counts: whoever observes
 * calls everything else `pending`. That it is stuck follows from the time that has gone by, which is not the observer's.
 */
export type Observation =
  /** Being written, so a stop waits for it. */
  | Unfinished<'pending'>
  /** Everything is written; it is not yet what it should be. */
  | Unfinished<'running'>
  /** Something went wrong that may mend: the run says so and never gives up by itself (RUL 6). */
  | Unfinished<'failing'>
  | { readonly kind: 'done' }
  /** Nothing can come of it any more: the stage fails, and the run with it. */
  | { readonly kind: 'failed'; readonly message: string };

export interface Unfinished<K> {
  readonly kind: K;
  readonly message: string;
  /** The same as a whole sentence, with more detail: pages show it beside the item. */
  readonly brief?: string;
  /** Since when it is what it is; absent: since the item was started. */
  readonly since?: Instant;
  /** Nothing will change by itself: it counts as stuck however short it takes. */
  readonly isFinal?: boolean;
  readonly causes?: readonly ItemCause[];
}

export interface StartedItem<A> {
  /** What is to be done; none where the item has the version already. */
  readonly actions: readonly A[];
  /** Its state afterwards: it may be done at once, and takes no slot. */
  readonly observed: Observation;
  /** The version that it has now. */
  readonly from?: number;
}

/** How items of a run are moved. Pure: it reads what the adapter has read, and asks for actions. */
export interface ItemPort<A> {
  /** `undefined`: there is nothing to start under this key now. */
  start(key: string): StartedItem<A> | undefined;
  /** Only of an item that was started; `stage` is for messages. */
  observe(key: string, stage: string): Observation;
}

/** How items are taken away when all stages have succeeded. */
export interface RemovalPort<A> {
  /** Whoever asked for it, or it is gone. */
  isAsked(key: string): boolean;
  ask(key: string): readonly A[];
  /** `done`: it is gone. */
  observe(key: string): Observation;
}
