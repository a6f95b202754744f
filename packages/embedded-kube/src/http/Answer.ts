import { stringify } from 'yaml';
import { ApiError } from '../contracts';
import { toStatus } from '../api/errors';
import type { Wish } from './negotiate';

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

/** `text` is JSON. */
export function jsonAnswer(code: number, text: string, encoding: Wish['encoding'] = 'json'): Answer {
  if (encoding === 'yaml')
    return { code, contentType: 'application/yaml', body: stringify(JSON.parse(text)) };
  return { code, contentType: 'application/json', body: text };
}

export function errorAnswer(error: ApiError): Answer {
  const seconds = error.details?.retryAfterSeconds;
  const answer = jsonAnswer(error.code, JSON.stringify(toStatus(error)));
  return seconds === undefined ? answer : { ...answer, headers: { 'retry-after': String(seconds) } };
}

/** `Warning: 299 - "…"`, one each. */
export function withWarnings(answer: Answer, warnings: readonly string[]): Answer {
  if (warnings.length === 0) return answer;
  const texts = [...new Set(warnings)].map(text => `299 - ${quote(text)}`);
  return { ...answer, headers: { ...answer.headers, warning: texts } };
}

const quote = (text: string) =>
  `"${text.replace(/[\\"]/g, char => `\\${char}`).replace(/[^\x20-\x7e]/g, ' ')}"`;
