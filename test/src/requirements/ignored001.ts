import type { Ignored } from './describeOutput';

/** Every difference from requirement 001's `kubectl describe` print that is accepted, and why. Nothing else is. */
export const ignoredInDescribe001: readonly Ignored[] = [
  { path: '**/Last Transition Time', why: 'time' },
  { path: '**/Message', why: 'a message is exact only where requirement 000 prints it (specification, §5)' },
  { path: 'Placement Statuses/Observed Resource Index', why: 'A/PL-164: newer than the requirement' },
];

/** Reasons that the document prints as they once were, and as they are written now. */
export const renamedReasons: Readonly<Record<string, string>> = {
  /** RUL 33: what only holds data is available at once. */
  WorkNotTrackable: 'AllWorkAreAvailable',
  /** A/PL-202: the reason of a binding. */
  AllWorkHasBeenApplied: 'AllWorkHaveBeenApplied',
};

/** Types that the document prints as they once were, and as they are written now. */
const renamedTypes: Readonly<Record<string, string>> = {
  /** A/PL-202: whether the work of a binding was written. */
  Bound: 'WorkSynchronized',
};

/** A condition of a sample under the names that it has now. */
export const asWrittenNow = (condition: { readonly type: string; readonly reason: string }) => ({
  ...condition,
  type: renamedTypes[condition.type] ?? condition.type,
  reason: renamedReasons[condition.reason] ?? condition.reason,
});
