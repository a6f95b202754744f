import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repoPath } from '../crds/repoPath';

/** What a text of the tree refers to, and the line it does so in. */
export interface Citation {
  /** As the index knows it: `A/SCH-081`, `RUL 4`, `C §1.9`. */
  readonly target: string;
  readonly line: number;
}

/** What `docs/spec` has: rules, rulings and numbered sections. */
export interface SpecIndex {
  readonly targets: ReadonlySet<string>;
  /** Anchors that are there twice, or do not say the ID that follows them. */
  readonly faults: readonly string[];
}

const FOLDER = 'docs/spec';
const PART_FILE = /^([a-e])-.*\.md$/;
const CITING_FILE = /\.(ts|tsx|mjs|md)$/;
const SKIPPED = /^(node_modules|dist.*|coverage|reports|generated|\..*)$/;

const ID = '[A-Z]{2,4}-[A-Z]?\\d+[a-z]?';
const RULE = new RegExp(
  `\\b([A-E])/(${ID})((?:(?:…|, | and )${ID}|…[A-Z]?\\d{2,3}\\b|(?:, | and )\\d{3}\\b(?! [a-z]))*)`,
  'g',
);
const NEXT_RULE = new RegExp(`(?:…|, | and )(${ID}|[A-Z]?\\d{2,3})`, 'g');
/** A number before a small letter counts something else. */
const RULING = /\bRUL (\d+(?:(?:, | and )\d+\b(?! (?!and )[a-z]))*)/g;
const SECTION = /\b([A-E]) §(\d+(?:\.\d+)?)(?: to §(\d+(?:\.\d+)?))?/g;
const SHORT_SECTION = /\b([A-E])\/(\d+\.\d+)((?:, \d+\.\d+)*)/g;
const ANCHOR = /<a id="([a-e])-([a-z]{2,4}-[a-z]?\d+[a-z]?)"><\/a>(?=(?:<a id="[^"]+"><\/a>)?([^\s:.|]*))/g;

/**
 * Everything that a text cites.
 *
 *     (A/SCH-081, SCH-082)   both      A/PL-001…013   the first and the last      A/SEL-014, 015   both
 *     RUL 8, 9 and 10        three     B §4.5 to §4.9, C/1.11   sections          SCH-081          nothing: no part
 */
export function citationsIn(text: string): readonly Citation[] {
  return text
    .split('\n')
    .flatMap((content, index) => targetsIn(content).map(target => ({ target, line: index + 1 })));
}

function targetsIn(line: string): string[] {
  return [
    ...[...line.matchAll(RULE)].flatMap(([, part, first, rest]) =>
      withRest(first, rest).map(id => `${part}/${id}`),
    ),
    ...[...line.matchAll(RULING)].flatMap(([, numbers]) =>
      numbers.split(/, | and /).map(number => `RUL ${number}`),
    ),
    ...[...line.matchAll(SECTION)].flatMap(([, part, from, to]) =>
      [from, to].flatMap(number => (number === undefined ? [] : [`${part} §${number}`])),
    ),
    ...[...line.matchAll(SHORT_SECTION)].flatMap(([, part, first, rest]) =>
      [first, ...rest.split(', ').slice(1)].map(number => `${part} §${number}`),
    ),
  ];
}

/** A number alone goes on with the prefix before it. */
function withRest(first: string, rest: string): string[] {
  const ids = [first];
  for (const [, next] of rest.matchAll(NEXT_RULE)) {
    const prefix = ids[ids.length - 1].replace(/[^-]+$/, '');
    ids.push(next.includes('-') ? next : `${prefix}${next}`);
  }
  return ids;
}

/** What a part cites of itself, without its letter; `prefixes` distinguishes its IDs from other words such as SHA-256. */
export function ownCitationsIn(
  text: string,
  part: string,
  prefixes: ReadonlySet<string>,
): readonly Citation[] {
  const own = new RegExp(`(?<![\\w/-])${ID}(?![\\w-])`, 'g');
  return text.split('\n').flatMap((content, index) => {
    const rest = content.replace(RULE, '').replace(SECTION, '');
    const ids = [...rest.matchAll(own)].map(([id]) => id).filter(id => prefixes.has(prefixOf(id)));
    const sections = [...rest.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, number]) => `${part} §${number}`);
    return [...ids.map(id => `${part}/${id}`), ...sections].map(target => ({ target, line: index + 1 }));
  });
}

const prefixOf = (id: string) => id.slice(0, id.indexOf('-'));

export function readSpecIndex(): SpecIndex {
  const targets = new Set<string>();
  const faults: string[] = [];
  for (const { part, text } of specParts()) {
    for (const [, letter, anchor, following] of text.matchAll(ANCHOR)) {
      const id = anchor.replace(/^[a-z]+-[a-z]?/, head => head.toUpperCase());
      const target = `${part}/${id}`;
      const saysSo = following.replace(/^\**(E\/)?/, '').startsWith(id);
      if (targets.has(target) || letter !== part.toLowerCase() || !saysSo)
        faults.push(`${letter}-${anchor} before "${following}"`);
      targets.add(target);
    }
    for (const [, number] of text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm))
      targets.add(`${part} §${number}`);
  }
  for (const [, number] of readSpec('README.md').matchAll(/<a id="rul-(\d+)"><\/a>/g)) {
    if (targets.has(`RUL ${number}`)) faults.push(`rul-${number} twice`);
    targets.add(`RUL ${number}`);
  }
  return { targets, faults };
}

/** Of a target that is not there: the most similar one of its part. */
export function nearestTo(target: string, targets: ReadonlySet<string>): string {
  const [kind] = target.split(/[ /-]/);
  const candidates = [...targets].filter(
    other => other.startsWith(kind) && / /.test(other) === / /.test(target),
  );
  const [nearest = 'nothing'] = candidates.sort(
    (a, b) => distance(a, target) - distance(b, target) || sharedHead(b, target) - sharedHead(a, target),
  );
  return nearest;
}

function sharedHead(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** How many letters have to be changed, added or taken away (Levenshtein). */
function distance(a: string, b: string): number {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
  }
  return row[b.length];
}

/** Every citation of the tree whose target is not there, with its place. */
export function brokenCitations({ targets }: SpecIndex): readonly string[] {
  const explain = (file: string) => (citation: Citation) =>
    targets.has(citation.target)
      ? []
      : [
          `${file}:${citation.line}: there is no ${citation.target}; nearest is ${nearestTo(citation.target, targets)}`,
        ];
  const prefixes = (part: string) =>
    new Set([...targets].filter(t => t.startsWith(`${part}/`)).map(t => prefixOf(t.slice(2))));
  return [
    ...citingFiles().flatMap(file =>
      citationsIn(readFileSync(repoPath(file), 'utf8')).flatMap(explain(file)),
    ),
    ...specParts().flatMap(({ part, name, text }) =>
      ownCitationsIn(text, part, prefixes(part)).flatMap(explain(`${FOLDER}/${name}`)),
    ),
  ];
}

/** Links from `docs/spec` to files of the repository, and to anchors of its Markdown, that lead nowhere. */
export function brokenLinks(): readonly string[] {
  return readdirSync(repoPath(FOLDER)).flatMap(name => {
    const prose = readSpec(name).replace(/`[^`\n]*`/g, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
    return [...new Set(links)]
      .filter(link => !/^[a-z]+:/.test(link) && !leadsSomewhere(name, link))
      .map(link => `${FOLDER}/${name}: ${link}`);
  });
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path, anchor] = link.split('#');
  const file = path === '' ? repoPath(FOLDER, from) : join(repoPath(FOLDER), path);
  if (!existsSync(file) || relative(repoPath(), file).startsWith('..')) return false;
  return anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).has(anchor);
}

/** Anchors that a page sets, and those that its headings get. */
function anchorsOf(text: string): ReadonlySet<string> {
  const set = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  const ofHeadings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-'),
  );
  return new Set([...set, ...ofHeadings]);
}

function specParts() {
  return readdirSync(repoPath(FOLDER)).flatMap(name => {
    const [, letter] = PART_FILE.exec(name) ?? [];
    return letter === undefined ? [] : [{ part: letter.toUpperCase(), name, text: readSpec(name) }];
  });
}

const readSpec = (name: string) => readFileSync(repoPath(FOLDER, name), 'utf8');

function citingFiles(folder = ''): string[] {
  return readdirSync(repoPath(folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return SKIPPED.test(entry.name) && entry.name !== '.changeset' ? [] : citingFiles(path);
    return CITING_FILE.test(entry.name) ? [path] : [];
  });
}
