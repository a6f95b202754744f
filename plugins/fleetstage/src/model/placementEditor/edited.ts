import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Draft } from './draft';
import { readText, textOf, type ReadText } from './placementText';
import type { Shown } from './requests';

/** What a text is made from. */
export interface Base {
  readonly text: string;
  /** Absent for a placement that nobody has created. */
  readonly shown?: Shown;
  /** The server's time when it was read from the hub. */
  readonly readAt?: string;
}

/**
 * A text and what it was made from. Both are one value: a key that is still on its way finds either the base that it was
 * typed over, or, where that was replaced, one that it has not touched.
 */
export interface Edited {
  readonly base: Base;
  readonly text: string;
}

/** A placement as the hub answers with it. */
export const baseOf = ({ placement, asOf }: Schemas['PlacementDetail']): Base => {
  const { manifest, resourceVersion, generation } = placement;
  return {
    text: textOf(manifest),
    shown: { manifest, resourceVersion, ...(generation !== undefined && { generation }) },
    readAt: asOf,
  };
};

export const isDirty = ({ base, text }: Edited): boolean => text !== base.text;

/** Whether people have made something else of it; the version alone moves with each status. */
export const isOther = (one: Base, two: Base): boolean =>
  one.shown?.generation !== two.shown?.generation || one.text !== two.text;

/**
 * What the hub has now, where nothing was typed over what it had before.
 *
 *     base at generation 3, live at 4 → 4
 *     base at generation 4, live at 3 → stays: a replica that lags behind has answered
 *     both at 4, other labels         → live: an order of these is unknown, and a save merges them
 */
export function followHub(edited: Edited, live: Base): Edited {
  const { base } = edited;
  if (isDirty(edited) || !isOther(live, base)) return edited;
  const { generation = 0 } = base.shown ?? {};
  return (live.shown?.generation ?? 0) < generation ? edited : { base: live, text: live.text };
}

/** The text of the draft over what it was made from, so that what others have changed since shows as their change. */
export function takeUpDraft(
  { base }: Edited,
  draft: Draft,
  reader: (text: string) => ReadText = readText,
): Edited {
  const { text, baseText, resourceVersion = '', generation, readAt } = draft;
  if (base.shown === undefined) return { base, text };
  const read = reader(baseText);
  const before: Base = {
    text: baseText,
    shown: {
      manifest: read.ok ? read.manifest : base.shown.manifest,
      resourceVersion,
      ...(generation !== undefined && { generation }),
    },
    readAt,
  };
  return { base: isOther(before, base) ? before : base, text };
}
