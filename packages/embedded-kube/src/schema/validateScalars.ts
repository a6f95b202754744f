import type { FieldError, OpenApiSchema } from '../contracts';
import { invalidError, tooLongError } from './fieldErrors';
import { DeadlineError } from '../deadline';
import { matchesPattern } from './goRegExp';

/** Length as the server counts it: code points, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    length++;
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code < 0xdc00) i++;
  }
  return length;
}

/** Reports the first that is wrong. */
export function validateString(schema: OpenApiSchema, text: string, path: string): FieldError | undefined {
  const { maxLength, minLength, pattern } = schema;
  if (typeof maxLength === 'number' && text.length > maxLength && lengthOf(text) > maxLength)
    return tooLongError(path, maxLength);
  if (typeof minLength === 'number' && lengthOf(text) < minLength)
    return invalidError(path, text, `${path} in body should be at least ${minLength} chars long`);
  return typeof pattern === 'string' && pattern !== '' ? patternError(pattern, text, path) : undefined;
}

function patternError(pattern: string, text: string, path: string): FieldError | undefined {
  try {
    if (matchesPattern(pattern, text) !== false) return undefined;
    return invalidError(path, text, `${path} in body should match '${pattern}'`);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return invalidError(path, text, `${path} in body takes too long to match with '${pattern}'`);
  }
}

const INT32_MAX = 2 ** 31 - 1;

function rangeError(schema: OpenApiSchema, value: number, path: string): readonly FieldError[] {
  if (schema.type !== 'integer') return [];
  const isInRange = schema.format === 'int32' ? value <= INT32_MAX && value >= -INT32_MAX - 1 : true;
  if (Number.isInteger(value) && isInRange) return [];
  const format = ['int32', 'int64'].includes(schema.format ?? '')
    ? `with format ${schema.format}`
    : '(default format)';
  return [invalidError('', '', `Checked value must be of type integer ${format} in ${path}`)];
}

function multipleOfError(value: number, factor: number, path: string): readonly FieldError[] {
  const whole = Number.isInteger(value) ? Math.trunc(factor) : factor;
  if (whole <= 0) {
    return [invalidError(path, whole, `factor MultipleOf declared for ${path} must be positive: ${whole}`)];
  }
  const isMultiple = Number.isInteger(value) ? value % whole === 0 : Number.isInteger(value / whole);
  return isMultiple ? [] : [invalidError(path, value, `${path} in body should be a multiple of ${factor}`)];
}

export function validateNumber(schema: OpenApiSchema, value: number, path: string): readonly FieldError[] {
  const { multipleOf, minimum, maximum } = schema;
  const errors = [...rangeError(schema, value, path)];
  const refuse = (text: string) =>
    errors.push(invalidError(path, value, `${path} in body should be ${text}`));
  if (typeof multipleOf === 'number') errors.push(...multipleOfError(value, multipleOf, path));
  if (typeof minimum === 'number') {
    if (schema.exclusiveMinimum === true && value <= minimum) refuse(`greater than ${minimum}`);
    else if (value < minimum) refuse(`greater than or equal to ${minimum}`);
  }
  if (typeof maximum === 'number') {
    if (schema.exclusiveMaximum === true && value >= maximum) refuse(`less than ${maximum}`);
    else if (value > maximum) refuse(`less than or equal to ${maximum}`);
  }
  return errors;
}
