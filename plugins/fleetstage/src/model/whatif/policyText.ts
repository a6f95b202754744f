import { parseDocument, LineCounter } from 'yaml';

export interface YamlError {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

type ReadYaml =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: YamlError };

/** The value that a text holds, or the first thing that is wrong with it; an empty text is null. */
export function readYaml(text: string): ReadYaml {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [fault] = document.errors;
  if (fault === undefined) return { ok: true, value: document.toJS() as unknown };
  const line = Math.max(1, lineCounter.linePos(fault.pos[0]).line);
  return { ok: false, error: { line, message: fault.message } };
}

/** The text with another number of clusters; comments and order stay. */
export function setNumber(text: string, number: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) return text;
  const value = number.trim() === '' ? null : Number(number);
  document.set('numberOfClusters', Number.isNaN(value) ? number : value);
  return document.toString();
}
