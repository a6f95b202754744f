import { ApiError, type FieldError } from '../contracts';

/** JSON as Go writes it: keys of maps in order, and what HTML gives a meaning escaped. */
export function toGoJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toGoJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, field]) => `${toGoJson(key)}:${toGoJson(field)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null).replace(
    /[<>&\u2028\u2029]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value in an error message: text in quotes, other scalars bare, all else as JSON. */
export function toShownValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return toGoJson(value);
}

/** The root has no name; the server writes Go's name for nothing. */
const fieldName = (field: string) => (field === '' ? '<nil>' : field);

const withDetail = (text: string, detail: string) => (detail === '' ? text : `${text}: ${detail}`);

export const requiredError = (field: string, detail = ''): FieldError => ({
  reason: 'FieldValueRequired',
  field: fieldName(field),
  message: withDetail('Required value', detail),
});

export const invalidError = (field: string, value: unknown, detail: string): FieldError => ({
  reason: 'FieldValueInvalid',
  field: fieldName(field),
  message: withDetail(`Invalid value: ${toShownValue(value)}`, detail),
});

/** For objects and lists, which would drown the message. */
export const invalidWithoutValue = (field: string, detail: string): FieldError => ({
  reason: 'FieldValueInvalid',
  field: fieldName(field),
  message: withDetail('Invalid value', detail),
});

export const typeInvalidError = (field: string, value: unknown, detail: string): FieldError => ({
  ...invalidError(field, value, detail),
  reason: 'FieldValueTypeInvalid',
});

export const notSupportedError = (
  field: string,
  value: unknown,
  supported: readonly string[],
): FieldError => ({
  reason: 'FieldValueNotSupported',
  field: fieldName(field),
  message: `Unsupported value: ${toShownValue(value)}: supported values: ${supported.map(text => JSON.stringify(text)).join(', ')}`,
});

export const tooLongError = (field: string, maxBytes: number): FieldError => ({
  reason: 'FieldValueTooLong',
  field: fieldName(field),
  message: `Too long: may not be more than ${maxBytes} ${maxBytes === 1 ? 'byte' : 'bytes'}`,
});

export const tooManyError = (field: string, count: number, max: number): FieldError => ({
  reason: 'FieldValueTooMany',
  field: fieldName(field),
  message: `Too many: ${count}: must have at most ${max} ${max === 1 ? 'item' : 'items'}`,
});

export const duplicateError = (field: string, value: unknown): FieldError => ({
  reason: 'FieldValueDuplicate',
  field: fieldName(field),
  message: `Duplicate value: ${toShownValue(value)}`,
});

export const duplicateWithoutValue = (field: string): FieldError => ({
  reason: 'FieldValueDuplicate',
  field: fieldName(field),
  message: 'Duplicate value',
});

export const forbiddenError = (field: string, detail: string): FieldError => ({
  reason: 'FieldValueForbidden',
  field: fieldName(field),
  message: withDetail('Forbidden', detail),
});

/** Several errors in one line, each once. */
export function joinFieldErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))];
  return texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
}

export interface Refused {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** `Gadget.example.com "g" is invalid: …`, code 422, with the errors as causes. */
export function toInvalidError({ group, kind, name }: Refused, errors: readonly FieldError[]): ApiError {
  const what = group === '' ? kind : `${kind}.${group}`;
  return new ApiError(
    422,
    'Invalid',
    `${what} ${JSON.stringify(name ?? '')} is invalid: ${joinFieldErrors(errors)}`,
    { name, group, kind, causes: errors },
  );
}

/** With one of these errors, rules would judge what is not even of the right shape. */
const BLOCKING = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

export const isBlocking = ({ reason }: FieldError) => BLOCKING.has(reason);

export const RULES_NOT_CHECKED = invalidError(
  '',
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);
