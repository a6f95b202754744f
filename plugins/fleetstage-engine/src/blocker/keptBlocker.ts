import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker } from '../decision';
import type { BlockerActor, BlockerCause } from './causes';

/** One thing that a blocker of a decision said; several of one cause are one row. */
export interface BlockerPart extends Pick<
  Blocker,
  'message' | 'brief' | 'clusters' | 'since' | 'until' | 'actor'
> {
  /** Its place among all that the decision said. */
  readonly order: number;
}

/**
 * What holds a placement or a run, as it is kept: one per cause and subject, however many clusters, so that a rollout to a
 * hundred of them changes a few rows.
 */
export interface KeptBlocker {
  /** Its place among the rows of its owner: a new blocker takes that of a blocker that is gone. */
  readonly slot: number;
  readonly cause: string;
  /** Distinguishes two of one cause; mostly empty. */
  readonly subject: string;
  /** Of the first part. */
  readonly message: string;
  /** Since when it holds, without a gap. */
  readonly since: Instant;
  /** When time alone ends the wait of a part first. */
  readonly until?: Instant;
  readonly actor: BlockerActor;
  readonly parts: readonly BlockerPart[];
}

/** The blockers as the decision said them, in its order; each with a moment since when it holds. */
export const toBlockers = (kept: readonly KeptBlocker[]): Blocker[] =>
  inOrder(kept).map(({ heldSince, blocker }) => ({ since: heldSince, ...blocker }));

/** The blockers as found, for a decision that finds no new ones: planned again, no row changes. */
export const foundBefore = (kept: readonly KeptBlocker[] = []): Blocker[] =>
  inOrder(kept).map(({ blocker }) => blocker);

const inOrder = (kept: readonly KeptBlocker[]) =>
  kept
    .flatMap(({ cause, subject, since: heldSince, parts }) =>
      parts.map(({ order, ...part }) => ({
        order,
        heldSince,
        // Of a later version, a word that this one does not know: it is shown as it is.
        blocker: { ...part, cause: cause as BlockerCause, ...(subject !== '' && { subject }) },
      })),
    )
    .sort((a, b) => a.order - b.order);
