import { ApiError, type FieldError, type FieldValidation } from '../contracts';
import type { WriteOptions } from '../api/request';
import {
  forbiddenError,
  invalidError,
  notSupportedError,
  requiredError,
  toInvalidError,
  tooLongError,
} from '../schema/fieldErrors';
import type { Call } from './CallContext';

const VALIDATIONS: readonly FieldValidation[] = ['Ignore', 'Strict', 'Warn'];
const MAX_MANAGER_BYTES = 128;
const APPLY = 'application/apply-patch+yaml';

const kinds: Readonly<Record<string, string>> = {
  POST: 'CreateOptions',
  PUT: 'UpdateOptions',
  PATCH: 'PatchOptions',
};

/** The parameters of a request that writes. @throws ApiError 422, with all that is wrong in them */
export function readWriteOptions(call: Call): WriteOptions {
  const { query, headers, method } = call;
  const errors = [
    ...(method === 'PATCH' ? patchErrors(call) : []),
    ...managerErrors(query.get('fieldManager') ?? ''),
    ...dryRunErrors(query.getAll('dryRun')),
    ...validationErrors(query.get('fieldValidation') ?? ''),
  ];
  if (errors.length > 0) throw refuse(kinds[method] ?? 'UpdateOptions', errors);
  return {
    isDryRun: query.has('dryRun'),
    manager: query.get('fieldManager') || managerOf(headers['user-agent']),
    fieldValidation: (query.get('fieldValidation') || 'Warn') as FieldValidation,
  };
}

function refuse(kind: string, errors: readonly FieldError[]): ApiError {
  return toInvalidError({ group: 'meta.k8s.io', kind, name: '' }, errors);
}

function patchErrors({ query, headers }: Call): readonly FieldError[] {
  if (headers['content-type']?.startsWith(APPLY)) {
    const isNamed = Boolean(query.get('fieldManager'));
    return isNamed ? [] : [requiredError('fieldManager', 'is required for apply patch')];
  }
  return query.has('force') ? [forbiddenError('force', 'may not be specified for non-apply patch')] : [];
}

function managerErrors(manager: string): readonly FieldError[] {
  const long =
    Buffer.byteLength(manager) > MAX_MANAGER_BYTES ? [tooLongError('fieldManager', MAX_MANAGER_BYTES)] : [];
  const odd = [...manager.matchAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu)].map(({ 0: char, index }) => {
    const code = char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    const at = Buffer.byteLength(manager.slice(0, index));
    return invalidError('fieldManager', manager, `invalid character U+${code} (at position ${at})`);
  });
  return [...long, ...odd];
}

function dryRunErrors(asked: readonly string[]): readonly FieldError[] {
  return asked.every(value => value === 'All') ? [] : [notSupportedError('dryRun', asked, ['All'])];
}

function validationErrors(asked: string): readonly FieldError[] {
  const supported = ['', ...VALIDATIONS];
  return supported.includes(asked) ? [] : [notSupportedError('fieldValidation', asked, supported)];
}

/** A client that does not name its field manager is known by its program. */
const managerOf = (userAgent: string | undefined) =>
  (userAgent ?? '').split('/', 1)[0].slice(0, MAX_MANAGER_BYTES) || 'unknown';
