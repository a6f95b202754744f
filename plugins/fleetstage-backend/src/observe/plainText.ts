import { toPlainText } from '@fleetstage/backstage-plugin-fleetstage-common';

export { toPlainText };

/** The same for every text within, names of fields included; what is neither text, list nor plain object stays as it is. */
export function toPlain<T>(value: T): T;
export function toPlain(value: unknown): unknown {
  if (typeof value === 'string') return toPlainText(value);
  if (Array.isArray(value)) return value.map(inner => toPlain(inner));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [toPlainText(name), toPlain(inner)]),
  );
}

/** An error for logs: the same name, its message on one line, its stack where it arose. */
export function toPlainError(error: Error): Error {
  const plain = new Error(toPlainText(error.message));
  plain.name = error.name;
  if (error.stack !== undefined) plain.stack = toPlainStack(error);
  return plain;
}

/** A stack has a line per frame, and begins with the message: only the frames may keep their lines. */
function toPlainStack({ name, message, stack = '' }: Error): string {
  const head = `${name}: ${toPlainText(message)}`;
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line));
  return [head, ...frames.map(frame => `    ${toPlainText(frame.trim())}`)].join('\n');
}
