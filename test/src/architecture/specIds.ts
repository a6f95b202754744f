import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repoPath } from '../crds/repoPath';

const TEST_FILE = /\.(test|testing)\.tsx?$/;
const SKIPPED = new Set(['node_modules', 'dist', 'dist-types', 'generated']);

/** Every rule ID of one part of the specification, as `test/fixtures/spec-ids` has them. */
export function readSpecIds(part: string): readonly string[] {
  return JSON.parse(readFileSync(repoPath('test/fixtures/spec-ids', `${part.toLowerCase()}.json`), 'utf8'));
}

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
    return TEST_FILE.test(entry.name) ? [path] : [];
  });
}
