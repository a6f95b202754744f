import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { snapshotDelayMs } from './snapshotDelay';

const NOW = instant(1_795_262_400_000);
const ago = (seconds: number | undefined) =>
  seconds === undefined ? undefined : instant(NOW - seconds * 1_000);

interface Row {
  n: number;
  interval: number;
  collection: number;
  latest: number;
  seen?: number;
  wait: number;
}

/** Seconds, as the table of the specification has them. */
it.each<Row>([
  { n: 1, interval: 0, collection: 30, latest: 600, seen: 10, wait: 20 },
  { n: 2, interval: 300, collection: 0, latest: 5, wait: 295 },
  { n: 3, interval: 300, collection: 30, latest: 5, wait: 295 },
  { n: 4, interval: 300, collection: 30, latest: 10, seen: 5, wait: 290 },
  { n: 5, interval: 60, collection: 30, latest: 3600, wait: 30 },
  { n: 6, interval: 60, collection: 60, latest: 40, wait: 60 },
  { n: 7, interval: 0, collection: 0, latest: 1, seen: 1, wait: 0 },
  { n: 8, interval: 30, collection: 15, latest: 600, wait: 15 },
])(
  'A/SNP-030 row $n: interval $interval s, collection $collection s, latest $latest s old → $wait s',
  ({ interval, collection, latest, seen, wait }) => {
    const pace = { minimumIntervalMs: interval * 1_000, collectionMs: collection * 1_000 };
    const detectedAt = ago(seen);
    const candidate = { latestAt: ago(latest), ...(detectedAt && { detectedAt }) };
    expect(snapshotDelayMs(pace, candidate, NOW)).toBe(wait * 1_000);
  },
);

it('A/SNP-031 the very first snapshot is never delayed', () => {
  expect(snapshotDelayMs({ minimumIntervalMs: 30_000, collectionMs: 15_000 }, {}, NOW)).toBe(0);
});

it('A/SNP-030 waits no longer than that: a late pass makes the snapshot at once', () => {
  const pace = { minimumIntervalMs: 30_000, collectionMs: 15_000 };
  expect(
    snapshotDelayMs(pace, { detectedAt: instant(NOW - 15_001), latestAt: instant(NOW - 60_000) }, NOW),
  ).toBe(0);
});
