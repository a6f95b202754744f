import { stringify } from 'yaml';
import { ApiError } from '../contracts';
import { toStatus } from '../api/errors';
import type { Representation } from './negotiate';

/** What is sent back. */
export interface Answer {
  readonly code: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

export const plainText = (code: number, body: string): Answer => ({
  code,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/** Nothing is registered at the path. */
export const noPath = (): Answer => plainText(404, '404 page not found\n');

const YAML_STYLE = {
  sortMapEntries: true,
  indentSeq: false,
  lineWidth: 0,
  // Quotes what older readers take for a boolean or a timestamp.
  version: '1.1',
} as const;

const toYaml = (json: string) => stringify(JSON.parse(json), YAML_STYLE);

/** `text` is JSON. */
export function jsonAnswer(
  code: number,
  text: string,
  encoding: Representation['encoding'] = 'json',
): Answer {
  if (encoding === 'yaml') return { code, contentType: 'application/yaml', body: toYaml(text) };
  return { code, contentType: 'application/json', body: text };
}

export function errorAnswer(error: ApiError, encoding?: Representation['encoding']): Answer {
  const seconds = error.details?.retryAfterSeconds;
  const answer = withWarnings(
    jsonAnswer(error.code, JSON.stringify(toStatus(error)), encoding),
    error.warnings,
  );
  return seconds === undefined ? answer : { ...answer, headers: { 'retry-after': String(seconds) } };
}

/** Clients bound the head of an answer; a real server cuts at the same lengths. In characters. */
const MOST_IN_ALL = 4096;
const MOST_EACH = 256;

function cutToFit(warnings: readonly string[]): readonly string[] {
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + [...text].length, 0);
  if (lengthOf(warnings) <= MOST_IN_ALL) return warnings;
  let room = MOST_IN_ALL;
  return warnings
    .slice(0, MOST_IN_ALL)
    .map(text => [...text.slice(0, 2 * MOST_EACH)].slice(0, MOST_EACH).join(''))
    .filter(text => {
      const fits = room > 0;
      room -= [...text].length;
      return fits;
    });
}

/** `Warning: 299 - "…"`, one each. */
export function withWarnings(answer: Answer, warnings: readonly string[]): Answer {
  if (warnings.length === 0) return answer;
  const texts = cutToFit([...new Set(warnings)]).map(text => `299 - ${quote(text)}`);
  const { warning: others = [] } = answer.headers ?? {};
  return { ...answer, headers: { ...answer.headers, warning: [...texts, ...[others].flat()] } };
}

const quote = (text: string) =>
  `"${Buffer.from(text.replace(/[\\"]/g, char => `\\${char}`).replace(/[^ -~\u0080-\uffff]/g, ' ')).toString('latin1')}"`;
