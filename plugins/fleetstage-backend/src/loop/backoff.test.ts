import { backoffMs } from './backoff';

it.each([
  { rule: 'the first retry comes at once for a person', attempts: 1, spread: [125, 250] },
  { rule: 'doubles', attempts: 2, spread: [250, 500] },
  { rule: 'stops growing at the limit', attempts: 9, spread: [30_000, 60_000] },
  { rule: 'survives a count without end', attempts: 5_000, spread: [30_000, 60_000] },
])('$rule', ({ attempts, spread }) => {
  expect([0, 1].map(chance => backoffMs(attempts, { next: () => chance }))).toEqual(spread);
});
