import type { Environment } from '@marcbachmann/cel-js';
import { toRegExp } from '../goRegExp';
import { formatText, shownDuration, shownMoment } from './textFormat';

function expression(pattern: string, flags: string): RegExp {
  const regExp = toRegExp(pattern);
  if (!regExp) throw new Error(`error parsing regexp: ${pattern}`);
  return new RegExp(regExp.source, `${regExp.flags}${flags}`);
}

const replaceSome = (text: string, from: string, to: string, limit: bigint) => {
  if (limit < 0n) return text.replaceAll(from, to);
  const parts = text.split(from);
  const count = Math.min(Number(limit), parts.length - 1);
  return (
    parts.slice(0, count + 1).join(to) +
    parts
      .slice(count + 1)
      .map(part => from + part)
      .join('')
  );
};

function charAt(text: string, index: bigint): string {
  const chars = [...text];
  if (index < 0n || index > chars.length) throw new Error(`index out of range: ${index}`);
  return chars[Number(index)] ?? '';
}

class StringsNamespace {}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

const quote = (text: string) => `"${text.replace(/[\p{Cc}\\"]/gu, char => ESCAPES[char] ?? char)}"`;

/** Kubernetes' functions on text that the language does not have: regular expressions, replace, charAt, format. */
export function registerTextFunctions(environment: Environment): void {
  environment.registerFunction(
    'string.find(string): string',
    (text: string, pattern: string) => expression(pattern, '').exec(text)?.[0] ?? '',
  );
  environment.registerFunction(
    'string.findAll(string): list<string>',
    (text: string, pattern: string) => text.match(expression(pattern, 'g')) ?? [],
  );
  environment.registerFunction(
    'string.findAll(string, int): list<string>',
    (text: string, pattern: string, limit: bigint) => {
      const found: readonly string[] = text.match(expression(pattern, 'g')) ?? [];
      return limit < 0n ? found : found.slice(0, Number(limit));
    },
  );
  environment.registerFunction(
    'string.replace(string, string): string',
    (text: string, from: string, to: string) => text.replaceAll(from, to),
  );
  environment.registerFunction('string.replace(string, string, int): string', replaceSome);
  environment.registerFunction('string.charAt(int): string', charAt);
  environment.registerFunction('string.reverse(): string', (text: string) => [...text].reverse().join(''));
  environment.registerFunction('string.format(list<dyn>): string', formatText);
  environment.registerType('StringsNamespace', StringsNamespace);
  environment.registerConstant('strings', 'StringsNamespace', new StringsNamespace());
  environment.registerFunction('StringsNamespace.quote(string): string', (_: unknown, text: string) =>
    quote(text),
  );
  environment.registerFunction('string(google.protobuf.Duration): string', shownDuration);
  environment.registerFunction('string(google.protobuf.Timestamp): string', shownMoment);
}
