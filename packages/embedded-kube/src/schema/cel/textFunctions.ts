import type { Environment } from '@marcbachmann/cel-js';
import { toRegExp } from '../goRegExp';

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

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (value instanceof Map)
    return `{${[...value].map(([key, field]) => `${key}: ${shown(field)}`).join(', ')}}`;
  return String(value);
};

/** `'%s has %d'.format([…])`: %s, %d, %f with digits, %x, %o, %b, %e and %%. */
function format(template: string, values: readonly unknown[]): string {
  let next = 0;
  return template.replace(/%(%|\.(\d+)[fe]|[sdfexXob])/g, (_, verb: string, digits?: string) => {
    if (verb === '%') return '%';
    if (next >= values.length) throw new Error(`index ${next} out of range`);
    const value = values[next++];
    switch (verb[verb.length - 1]) {
      case 'f':
        return Number(value).toFixed(Number(digits ?? 6));
      case 'e':
        return Number(value)
          .toExponential(Number(digits ?? 6))
          .replace(/e([+-])(\d)$/, 'e$10$2');
      case 'x':
        return BigInt(value as bigint).toString(16);
      case 'X':
        return BigInt(value as bigint)
          .toString(16)
          .toUpperCase();
      case 'o':
        return BigInt(value as bigint).toString(8);
      case 'b':
        return BigInt(value as bigint).toString(2);
      default:
        return shown(value);
    }
  });
}

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
  environment.registerFunction('string.format(list<dyn>): string', format);
}
