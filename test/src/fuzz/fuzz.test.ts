import { playFuzz, type FuzzReport } from './playFuzz';

// A quick look is part of the ordinary tests; `npm run test:fuzz` asks for all of it. The seed that is told plays the same
// requests again: FUZZ_SEED=…, or one of them alone with main.ts.
const COUNT = Number(process.env.FUZZ ?? 5_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

const LONGEST_BLOCK_MS = 1_000;
/**
 * What is kept on purpose: the history for watches, which has a bound of 128 MB and is far from it after a fifth of the
 * requests, as it goes back five minutes; and caches.
 */
const HEAP_MARGIN_BYTES = (128 + 48) * 1024 * 1024;
/** The allocator does not give back at once what bodies of megabytes took. */
const RSS_MARGIN_BYTES = HEAP_MARGIN_BYTES + 160 * 1024 * 1024;

let report: FuzzReport;

describe(`a fleet that is sent ${COUNT} mutated requests (seed ${seed})`, () => {
  beforeAll(async () => {
    report = await playFuzz({ seed, count: COUNT });
  }, 1_200_000);

  it('answers each of them well, and keeps what nobody wrote to', () => {
    expect(report.problems).toEqual([]);
  });

  it('finds no fault in itself', () => {
    expect(report.complaints).toEqual([]);
  });

  it('never stands still', () => {
    expect(Math.max(...report.healths.map(({ longestBlockMs }) => longestBlockMs))).toBeLessThan(
      LONGEST_BLOCK_MS,
    );
  });

  it('is sent what it takes as well as what it refuses', () => {
    for (const code of [200, 201, 400, 404, 409, 415, 422])
      expect(report.codes.get(code) ?? 0).toBeGreaterThan(COUNT / 2_000);
  });

  it('takes no more memory at the end than after the first fifth', () => {
    const [first, last] = [report.healths[1], report.healths[report.healths.length - 1]];
    expect(last.heapBytes - first.heapBytes).toBeLessThan(HEAP_MARGIN_BYTES);
    expect(last.rssBytes - first.rssBytes).toBeLessThan(RSS_MARGIN_BYTES);
  });
});
