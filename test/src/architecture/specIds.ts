import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repoPath } from '../crds/repoPath';
import { citationsIn, readSpecIndex } from './specCitations';

/** Tests, and what they share; `testing/` is the conformance suite that other packages call. */
const TEST_FILE = /\.(test|testing)\.tsx?$|\/testing\/[^/]+\.ts$/;
const SKIPPED = new Set(['node_modules', 'dist', 'dist-types', 'generated']);

/** Every rule ID of one part of the specification, as `test/fixtures/spec-ids` has them. */
export function readSpecIds(part: string): readonly string[] {
  return JSON.parse(readFileSync(repoPath('test/fixtures/spec-ids', `${part.toLowerCase()}.json`), 'utf8'));
}

/** The same of a part whose rules carry anchors in `docs/spec`: letters behind the dash, too. */
export const readAnchoredIds = (part: string): readonly string[] =>
  [...readSpecIndex().targets].flatMap(target => (target.startsWith(`${part}/`) ? [target.slice(2)] : []));

/** Of these, what neither a test cites nor `docs/compatibility.md`; lists and ranges count whole, in the order of the rules. */
export function uncitedOf(part: string, ids: readonly string[]): readonly string[] {
  const files = [...testFiles(), repoPath('docs/compatibility.md')];
  const cited = new Set(files.flatMap(file => citedWhole(readFileSync(file, 'utf8'), part, ids)));
  return ids.filter(id => !cited.has(id));
}

/** `T12` and `039` behind a range go on with the prefix before them. */
export function citedWhole(text: string, part: string, ids: readonly string[]): readonly string[] {
  const inRanges = [...text.matchAll(new RegExp(`\\b${part}/([A-Z]+-)(T?\\d+)…(?:[A-Z]+-)?(T?\\d+)`, 'g'))];
  return [
    ...citationsIn(text).flatMap(({ target }) => (target.startsWith(`${part}/`) ? [target.slice(2)] : [])),
    ...inRanges.flatMap(([, prefix, first, last]) => {
      const ends = [first, last].map(number => ids.indexOf(`${prefix}${number}`));
      return ends.includes(-1) ? [] : ids.slice(ends[0], ends[1] + 1);
    }),
  ];
}

/** Rules of a part that nobody holds yet: a list that may only become shorter. */
export const readOpenIds = (part: string): readonly string[] =>
  JSON.parse(readFileSync(repoPath('test/fixtures/spec-ids', `${part.toLowerCase()}-open.json`), 'utf8'));

/** Rules of a part that no test can hold, each with the reason: a term, the shape of another product, what is left out. */
export const readReasonedIds = (part: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(
      JSON.parse(
        readFileSync(repoPath('test/fixtures/spec-ids', `${part.toLowerCase()}-reasoned.json`), 'utf8'),
      ) as Record<string, string>,
    ),
  );

/** IDs that are cited as `<part>/<ID>` in a text; a range such as `A/PL-001…013` cites its first ID only. */
export function citedIn(text: string, part: string): ReadonlySet<string> {
  return new Set([...text.matchAll(new RegExp(`\\b${part}/([A-Z]+-\\d+)\\b`, 'g'))].map(([, id]) => id));
}

/** IDs that tests cite, each with the files that do, in the order of the files. */
export function citedByTests(part: string): ReadonlyMap<string, readonly string[]> {
  const cited = new Map<string, string[]>();
  for (const file of testFiles()) {
    for (const id of citedIn(readFileSync(file, 'utf8'), part)) {
      cited.set(id, [...(cited.get(id) ?? []), file]);
    }
  }
  return cited;
}

/** IDs that `docs/compatibility.md` names as not kept, or kept in another way. */
export const citedByCompatibility = (part: string) =>
  citedIn(readFileSync(repoPath('docs/compatibility.md'), 'utf8'), part);

function testFiles(): string[] {
  const folders = ['packages', 'plugins'].flatMap(group =>
    readdirSync(repoPath(group)).map(name => repoPath(group, name, 'src')),
  );
  return [...folders, repoPath('test/src')].flatMap(filesBelow).sort();
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return TEST_FILE.test(path) ? [path] : [];
  });
}
