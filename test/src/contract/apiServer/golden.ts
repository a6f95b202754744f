import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { repoPath } from '../../crds/repoPath';
import type { Exchange } from './Transcript';

/** What the real server answered, case by case; it is written by the real target only. */
export type Recorded = Map<string, readonly Exchange[]>;

const fileOf = (suite: string) => repoPath(`test/fixtures/contract/${suite.replace(/\W+/g, '-')}.jsonl`);

export function readRecorded(suite: string): Recorded {
  if (!existsSync(fileOf(suite))) return new Map();
  const lines = readFileSync(fileOf(suite), 'utf8').split('\n').filter(Boolean);
  const recorded = new Map<string, Exchange[]>();
  for (const line of lines) {
    const { case: name, ...exchange } = JSON.parse(line) as Exchange & { readonly case: string };
    const known = recorded.get(name);
    if (known) known.push(exchange);
    else recorded.set(name, [exchange]);
  }
  return recorded;
}

/** One line for each answer, in the order of the cases. */
export function writeRecorded(suite: string, cases: readonly string[], recorded: Recorded): void {
  const lines = cases.flatMap(name =>
    (recorded.get(name) ?? []).map(exchange => `${JSON.stringify({ case: name, ...exchange })}\n`),
  );
  writeFileSync(fileOf(suite), lines.join(''));
}

const MOST_SHOWN = 12;

/** Texts for a failing case: where an answer is not the one recorded, at most {@link MOST_SHOWN} of them. */
export function differences(expected: readonly Exchange[], actual: readonly Exchange[]): readonly string[] {
  const texts: string[] = [];
  for (let i = 0; i < Math.max(expected.length, actual.length); i += 1) {
    const name = `#${i + 1} ${(actual[i] ?? expected[i]).request}`;
    compare(expected[i], actual[i], '', (at, real, here) =>
      texts.push(`${name} ${at}\n  recorded: ${JSON.stringify(real)}\n  here:     ${JSON.stringify(here)}`),
    );
  }
  const more = texts.length - MOST_SHOWN;
  return more > 0 ? [...texts.slice(0, MOST_SHOWN), `and ${more} more`] : texts;
}

export type ReportDifference = (at: string, expected: unknown, actual: unknown) => void;

export function compare(expected: unknown, actual: unknown, at: string, report: ReportDifference): void {
  if (isDeepStrictEqual(expected, actual)) return;
  const bothLists = Array.isArray(expected) && Array.isArray(actual);
  if (bothLists && expected.length === actual.length) {
    // Managers of the same operation are in the order of their seconds, which is that of the run.
    const [left, right] = at.endsWith('.managedFields')
      ? [sorted(expected), sorted(actual)]
      : [expected, actual];
    left.forEach((item, i) => compare(item, right[i], `${at}[${i}]`, report));
  } else if (isRecord(expected) && isRecord(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)]))
      compare(expected[key], actual[key], `${at}.${key}`, report);
  } else report(at, expected, actual);
}

const sorted = (list: readonly unknown[]): readonly unknown[] => {
  const textOf = (item: unknown) => JSON.stringify(item);
  return [...list].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
