/** Checks that several built-in kinds share. */
import type { FieldError } from '../contracts';
import { isDraft, listIn, structIn, type Draft } from './builtinDraft';
import { invalidError, notSupportedError, requiredError } from './fieldErrors';
import { explainDnsLabel, explainQualifiedName } from './names';
import { validateLabels } from './validateMetadata';

export type Errors = readonly FieldError[];

export const none: Errors = [];

export const when = (isWrong: boolean, error: () => FieldError): Errors => (isWrong ? [error()] : none);

/** Calls `check` with each struct of a list and its path. */
export function each(
  parent: Draft | undefined,
  field: string,
  path: string,
  check: (item: Draft, path: string, index: number) => Errors,
): Errors {
  return listIn(parent, field).flatMap((item, index) => check(item, `${path}.${field}[${index}]`, index));
}

export function required(parent: Draft | undefined, field: string, path: string, detail = ''): Errors {
  return when(!parent?.[field], () => requiredError(path === '' ? field : `${path}.${field}`, detail));
}

export function oneOf(value: unknown, path: string, allowed: readonly string[]): Errors {
  return when(value !== undefined && !allowed.includes(String(value)), () =>
    notSupportedError(path, value, allowed),
  );
}

export function notNegative(value: unknown, path: string): Errors {
  return when(typeof value === 'number' && value < 0, () =>
    invalidError(path, value, 'must be greater than or equal to 0'),
  );
}

export const MAX_PORT = 65_535;

export function portNumber(value: unknown, path: string): Errors {
  const isWrong = typeof value === 'number' && (value < 1 || value > MAX_PORT);
  return when(isWrong, () => invalidError(path, value, 'must be between 1 and 65535, inclusive'));
}

const MOST_PORT_NAME = 15;

/** An IANA service name: what a port may be called. */
export function portName(name: string, path: string): Errors {
  const rules: readonly (readonly [boolean, string])[] = [
    [name.length > MOST_PORT_NAME, `must be no more than ${MOST_PORT_NAME} characters`],
    [!/^[-a-z0-9]+$/.test(name), 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'],
    [!/[a-z]/.test(name), 'must contain at least one letter (a-z)'],
    [name.includes('--'), 'must not contain consecutive hyphens'],
    [/^-|-$/.test(name), 'must not begin or end with a hyphen'],
  ];
  return rules.flatMap(([isWrong, rule]) => when(isWrong, () => invalidError(path, name, rule)));
}

export const protocols = ['SCTP', 'TCP', 'UDP'];

export function dnsLabel(value: unknown, path: string): Errors {
  if (!value) return [requiredError(path)];
  return explainDnsLabel(String(value)).map(text => invalidError(path, value, text));
}

export function labelsOf(parent: Draft | undefined): Readonly<Record<string, string>> {
  return (structIn(parent, 'labels') ?? {}) as Readonly<Record<string, string>>;
}

function matchesExpression(
  { key, operator, values }: Draft,
  labels: Readonly<Record<string, string>>,
): boolean {
  const value = labels[String(key)];
  const listed = Array.isArray(values) && values.includes(value);
  switch (operator) {
    case 'In':
      return listed;
    case 'NotIn':
      return !listed;
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}

export function selects(selector: Draft | undefined, labels: Readonly<Record<string, string>>): boolean {
  if (!selector) return false;
  const wanted = Object.entries(structIn(selector, 'matchLabels') ?? {});
  return (
    wanted.every(([key, value]) => labels[key] === value) &&
    listIn(selector, 'matchExpressions').every(item => matchesExpression(item, labels))
  );
}

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

function expressionErrors(item: Draft, path: string): Errors {
  const key = explainQualifiedName(String(item.key ?? ''));
  return [
    ...operatorErrors(item, path),
    ...key.map(text => invalidError(`${path}.key`, item.key ?? '', text)),
  ];
}

function operatorErrors(item: Draft, path: string): Errors {
  const values = Array.isArray(item.values) ? item.values : [];
  if (!operators.includes(String(item.operator)))
    return [invalidError(`${path}.operator`, item.operator ?? '', 'not a valid selector operator')];
  const isListed = item.operator === 'In' || item.operator === 'NotIn';
  if (isListed && values.length === 0)
    return [requiredError(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
  if (isListed || values.length === 0) return none;
  const message = "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
  return [{ reason: 'FieldValueForbidden', field: `${path}.values`, message }];
}

export function selectorErrors(selector: unknown, path: string): Errors {
  if (!isDraft(selector)) return none;
  const labels = (structIn(selector, 'matchLabels') ?? {}) as Readonly<Record<string, string>>;
  return [
    ...validateLabels(labels, `${path}.matchLabels`),
    ...each(selector, 'matchExpressions', path, expressionErrors),
  ];
}

const percentPattern = /^[0-9]+%$/;

/** A number that is not negative, or a percentage. */
export function amountOrPercent(value: unknown, path: string): Errors {
  if (typeof value === 'number') return notNegative(value, path);
  if (typeof value !== 'string' || percentPattern.test(value)) return none;
  const rule =
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
  return [invalidError(path, value, rule)];
}

export function atMostAll(value: unknown, path: string): Errors {
  const isOver = typeof value === 'string' && percentPattern.test(value) && Number.parseInt(value, 10) > 100;
  return when(isOver, () => invalidError(path, value, 'must not be greater than 100%'));
}

/** What is no percentage counts for nothing. */
export const isNothing = (value: unknown) =>
  typeof value === 'string' ? !percentPattern.test(value) || Number.parseInt(value, 10) === 0 : value === 0;
