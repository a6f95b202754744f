import { setFlagsFromString } from 'node:v8';
import { runWithin } from '../deadline';
import { RecentlyUsed } from '../RecentlyUsed';

// Go's engine takes linear time whatever the pattern. This one backtracks; on request it hands over to an engine that does
// not, where it backtracks too often. It knows all that Go's patterns can say but large repetitions.
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
// Allows the flag that says what the other engine can do.
setFlagsFromString('--enable-experimental-regexp-engine');

/** For one match where time is not bounded by the text's and the pattern's length. */
const MATCH_MS = 250;
/** Characters of the pattern times those of the text; above, a match is timed whatever the engine. */
const QUICK = 1_000_000;
/** Patterns come from definitions, of which there are few; the bound only keeps a stream of edits from filling the memory. */
const MOST_KNOWN = 2_000;

/** Classes that are known with the flag `u` only; without it they are taken for letters. */
const UNICODE = /\\[pP]\{/;

interface Pattern {
  readonly regExp: RegExp;
  readonly isLinear: boolean;
}

/** `none`: it is no pattern. */
const compiled = new RecentlyUsed<string, Pattern | 'none'>(MOST_KNOWN);

function isLinear({ source, flags }: RegExp): boolean {
  try {
    return new RegExp(source, `${flags}l`).source === source;
  } catch {
    return false;
  }
}

function compile(pattern: string): Pattern | undefined {
  if (explainForeign(pattern) !== undefined) return undefined;
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const source = (flags ? pattern.slice(flags[0].length) : pattern)
    .replaceAll('(?P<', '(?<')
    .replaceAll('\\A', '^')
    .replaceAll('\\z', '$');
  for (const more of UNICODE.test(source) ? ['u', ''] : ['', 'u']) {
    try {
      const regExp = new RegExp(source, `${flags?.[1] ?? ''}${more}`);
      return { regExp, isLinear: isLinear(regExp) };
    } catch {
      continue;
    }
  }
  return undefined;
}

function patternOf(pattern: string): Pattern | undefined {
  let known = compiled.get(pattern);
  if (known === undefined) compiled.set(pattern, (known = compile(pattern) ?? 'none'));
  return known === 'none' ? undefined : known;
}

/** A pattern in Go's notation; `undefined` when it is none. */
export const toRegExp = (pattern: string): RegExp | undefined => patternOf(pattern)?.regExp;

/** Whether a text matches a pattern in Go's notation; `undefined` when that is none. @throws DeadlineError */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const known = patternOf(pattern);
  if (!known) return undefined;
  const isQuick = known.isLinear && pattern.length * text.length < QUICK;
  return isQuick ? known.regExp.test(text) : runWithin(MATCH_MS, () => known.regExp.test(text));
}

/** What this engine knows and Go's does not, and what Go says of it. */
const FOREIGN: readonly (readonly [RegExp, (found: string, pattern: string) => string])[] = [
  [/\(\?<[=!]/, (found, pattern) => `invalid named capture: \`${pattern.slice(pattern.indexOf(found))}\``],
  [/\(\?[=!]/, found => `invalid or unsupported Perl syntax: \`${found}\``],
  [/\\[1-9]/, found => `invalid escape sequence: \`${found}\``],
  [/\\k/, found => `invalid escape sequence: \`${found}\``],
];

function explainForeign(pattern: string): string | undefined {
  // An escaped backslash escapes nothing.
  const bare = pattern.replaceAll('\\\\', '\0\0');
  for (const [mark, explain] of FOREIGN) {
    const found = mark.exec(bare);
    if (found) return explain(found[0], pattern);
  }
  return undefined;
}

/** What Go says of the mistakes that are made most; the pattern itself where it would say something else. */
export function explainPattern(pattern: string): string {
  const foreign = explainForeign(pattern);
  if (foreign) return `error parsing regexp: ${foreign}`;
  const opened = /\[[^\]]*$/.exec(pattern);
  if (opened) return `error parsing regexp: missing closing ]: \`${opened[0]}\``;
  const repeated = /^[*+?]/.exec(pattern);
  if (repeated) return `error parsing regexp: missing argument to repetition operator: \`${repeated[0]}\``;
  const count = (char: string) => pattern.split(char).length;
  if (count('(') > count(')')) return `error parsing regexp: missing closing ): \`${pattern}\``;
  if (count('(') < count(')')) return `error parsing regexp: unexpected ): \`${pattern}\``;
  return `error parsing regexp: \`${pattern}\``;
}
