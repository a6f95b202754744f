import type { TaskGateKind } from './gate';
import { timedWait } from './timedWait';

/** Not run: `tsc` checks that a kind which forgets a part does not compile. */
const { decide: _decide, ...undecided } = timedWait;
const { explain: _explain, ...speechless } = timedWait;
const { claims: _claims, ...unpublished } = timedWait;

export const forgetful: readonly TaskGateKind[] = [
  { ...timedWait, type: 'Window' },
  // @ts-expect-error it does not decide
  { ...undecided, type: 'Window' },
  // @ts-expect-error it says nothing of itself on pages
  { ...speechless, type: 'Window' },
  // @ts-expect-error a kind without a place in the API says so
  { ...unpublished, type: 'Window' },
];
