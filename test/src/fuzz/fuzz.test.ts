import { playFuzz, type FuzzReport } from './playFuzz';

// A quick run is part of the ordinary tests; `npm run test:fuzz` asks for all of it. The seed that is printed plays the same
// requests again: FUZZ_SEED=…, or one of them alone with main.ts.
const COUNT = Number(process.env.FUZZ ?? 5_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** What is quadratic in a body of megabytes takes minutes; a start on a slow machine takes half of this. */
const LONGEST_BLOCK_MS = 4_000;
/**
 * What is kept on purpose: caches, and the history for watches, which goes back five minutes and has a bound of 128 MB; a
 * hundred thousand requests come near it, and a fifth of them does not.
 */
const USED_MARGIN_BYTES = (48 + 128 * Math.min(1, COUNT / 100_000)) * 1024 * 1024;
/**
 * What is used is judged; what the process holds goes up and down by hundreds of megabytes with bodies of megabytes and with
 * when V8 gives pages back, and has a ceiling.
 */
const MOST_RSS_BYTES = 1.5 * 1024 ** 3;

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

  it('never stalls', () => {
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
    expect(last.usedBytes - first.usedBytes).toBeLessThan(USED_MARGIN_BYTES);
    expect(last.rssBytes).toBeLessThan(MOST_RSS_BYTES);
  });
});
