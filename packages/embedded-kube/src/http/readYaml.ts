import { LineCounter, parseDocument, type Tags } from 'yaml';
import type { RepeatedFields } from '../contracts';

export interface ReadYaml {
  readonly value: unknown;
  readonly repeated?: RepeatedFields;
}

/** YAML 1.1 as Go reads it: `yes` is a boolean and `012` is ten, but timestamps stay text. */
const AS_GO = {
  version: '1.1',
  customTags: (tags: Tags) => tags.filter(tag => typeof tag === 'string' || !isTime(tag)),
} as const;

const isTime = ({ tag, format }: { readonly tag: string; readonly format?: string }) =>
  tag.endsWith(':timestamp') || format === 'TIME';

const FIRST_WORD = /^("[^"]*"|'[^']*'|[^:\s]+)/;

/** Only the first of several documents is read. */
const TOLERATED = ['DUPLICATE_KEY', 'MULTIPLE_DOCS'];

/** Reads YAML in which keys may occur twice: the last counts. @throws Error where it is no YAML */
export function readYaml(text: string): ReadYaml {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...AS_GO, logLevel: 'error', prettyErrors: false, lineCounter });
  const problem = document.errors.find(({ code }) => !TOLERATED.includes(code));
  if (problem) throw problem;
  const value: unknown = document.toJS();
  const doubled = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  if (doubled.length === 0) return { value };
  const warnings = doubled.map(({ pos: [start] }) => {
    const key = FIRST_WORD.exec(text.slice(start))?.[0].replace(/^["']|["']$/g, '') ?? '';
    return `line ${lineCounter.linePos(start).line}: key ${JSON.stringify(key)} already set in map`;
  });
  const lines = warnings.map(each => `  ${each}`).join('\n');
  return { value, repeated: { warnings, refusals: [`yaml: unmarshal errors:\n${lines}`] } };
}
