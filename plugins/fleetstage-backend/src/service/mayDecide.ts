import type { RunResource } from '../permissions/resources';
import type { Permit, Viewer } from './viewer';

export interface DecidedRun {
  readonly resource: RunResource;
  /** See `approversOfRun`. */
  readonly approvers?: readonly string[];
}

/** Who decides, or why this viewer may not. */
export type Decider =
  { readonly isAllowed: true; readonly ref: string } | { readonly isAllowed: false; readonly reason: string };

/**
 * May this person decide on a gate of the run? Commands, pages and the inbox ask this one question; whether the gate waits for
 * a decision at all is another.
 */
export function deciderOf(viewer: Viewer, { resource, approvers }: DecidedRun): Decider {
  const { isAllowed, reason = '' } = viewer.mayApprove(resource, approvers);
  if (!isAllowed) return { isAllowed, reason };
  return viewer.ref === undefined
    ? { isAllowed: false, reason: 'People approve; the token of a service does not count' }
    : { isAllowed, ref: viewer.ref };
}

/** The same for pages, which show no name beside it. */
export function mayDecide(viewer: Viewer, run: DecidedRun): Permit {
  const decider = deciderOf(viewer, run);
  return decider.isAllowed ? { isAllowed: true } : decider;
}
