import { RECHECK_PACE, recheckSeconds, type RecheckPace } from './recheckPace';

function sequence(length: number, isSettled: boolean, pace: RecheckPace = RECHECK_PACE): number[] {
  const seconds: number[] = [];
  for (let count = 0; count < length; count += 1)
    seconds.push(recheckSeconds({ count, lastSeconds: seconds[count - 1] ?? 0, isSettled }, pace));
  return seconds;
}

/** KubeFleet's tables round as they go. */
function expectAbout(seconds: readonly number[], expected: readonly number[]) {
  expect(seconds).toHaveLength(expected.length);
  for (const [i, value] of seconds.entries()) expect(Math.abs(value - expected[i])).toBeLessThan(0.02);
}

it('B/WA-120, B/WA-122: grows slowly while something is waited for, then fast', () => {
  expectAbout(
    sequence(25, false),
    [
      5, 2, 2.4, 2.88, 3.46, 4.15, 4.98, 5.97, 7.17, 8.6, 10.32, 12.38, 14.86, 22.29, 33.44, 50.15, 75.23,
      112.84, 169.27, 253.9, 380.85, 571.27, 856.91, 900, 900,
    ],
  );
});

it('B/WA-123: grows fast once all differences are reported', () => {
  expectAbout(
    sequence(18, true),
    [
      5, 2, 3, 4.5, 6.75, 10.13, 15.19, 22.78, 34.17, 51.26, 76.89, 115.33, 173, 259.49, 389.24, 583.86,
      875.79, 900,
    ],
  );
});

it('B/WA-124: other parameters', () => {
  const pace = { ...RECHECK_PACE, fixedAttempts: 2, maxFastSeconds: 60, skipsToFast: false };
  expectAbout(
    sequence(19, false, pace),
    [
      5, 5, 2, 2.4, 2.88, 3.46, 4.15, 4.98, 5.97, 7.17, 8.6, 10.32, 12.38, 14.86, 22.29, 33.44, 50.153, 60,
      60,
    ],
  );
});
