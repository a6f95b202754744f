import type { Ignored } from './describeOutput';

/** Every difference from requirement 000's `kubectl describe` prints that is accepted, and why. Nothing else is. */
export const ignoredInDescribe: readonly Ignored[] = [
  { path: '**/Last Transition Time', why: 'time' },
  { path: '**/Start Time', why: 'time' },
  { path: '**/End Time', why: 'time' },
  {
    path: '**/Wait Time',
    why: 'RUL 30: the 0s printed for an Approval is left out; the waits are shortened for the test',
  },
  {
    path: '**/Max Concurrency',
    why: 'RUL 3: newer than the requirement; the default 1 is stored by the API',
  },
  { path: 'Resource Snapshot Index Used', why: 'RUL 30: newer than the requirement' },
  { path: 'Applied Strategy', why: 'C/UR-045: newer than the requirement' },
  { path: 'Placement Statuses/Observed Resource Index', why: 'A/PL-164: newer than the requirement' },
];
