import { badRequest } from '../api/errors';
import type { DeleteOptions } from '../api/delete';
import { ApiError, type FieldError } from '../contracts';
import { decodeBuiltin } from '../schema/builtinDecode';
import { invalidError, joinFieldErrors, notSupportedError } from '../schema/fieldErrors';
import { isObject } from '../schema/jsonValues';
import { isFlag } from '../text';
import type { Call } from './CallContext';
import { readInteger } from './listOptions';
import { parseObject } from './readBody';

const KIND = {
  kind: 'DeleteOptions',
  version: 'v1',
  schema: 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
};
const POLICIES = ['Foreground', 'Background', 'Orphan'] as const;

interface RawOptions {
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
  readonly dryRun?: readonly string[];
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** From the body; only where there is none from the query. @throws ApiError 400, 422 */
export function readDeleteOptions({ query, headers }: Call, bytes: Buffer): DeleteOptions {
  if (bytes.length === 0) return checked(fromQuery(query));
  const body = parseObject({ bytes, contentType: headers['content-type'] });
  const { apiVersion = 'v1', kind = KIND.kind } = body;
  if (kind !== KIND.kind)
    throw badRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  return toDeleteOptions(body, query);
}

/** @param value of that kind, as it came; absent: the query says it. @throws ApiError 400, 422 */
export function toDeleteOptions(value: unknown, query: URLSearchParams): DeleteOptions {
  return checked(isObject(value) ? decode(value) : fromQuery(query));
}

function decode(value: object): RawOptions {
  const { metadata: _metadata, ...fields } = value as { readonly metadata?: unknown };
  try {
    decodeBuiltin(KIND, fields, 'Ignore');
    // As they came: what is empty and zero counts here.
    const given = Object.entries(fields).filter(([, field]) => field !== null);
    return Object.fromEntries(given) as RawOptions;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw badRequest(error.message.replace(/^.*? cannot be handled as a DeleteOptions: /, ''));
  }
}

function fromQuery(query: URLSearchParams): RawOptions {
  const orphans = query.get('orphanDependents');
  return {
    gracePeriodSeconds: readInteger(query.get('gracePeriodSeconds')),
    ...(orphans === null ? {} : { orphanDependents: isFlag(orphans) }),
    propagationPolicy: query.get('propagationPolicy') ?? undefined,
    dryRun: query.getAll('dryRun'),
  };
}

function checked(given: RawOptions): DeleteOptions {
  const { orphanDependents, propagationPolicy, dryRun = [], gracePeriodSeconds, preconditions = {} } = given;
  const errors: FieldError[] = [];
  const policy = POLICIES.find(each => each === propagationPolicy);
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    const both = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(invalidError('propagationPolicy', propagationPolicy, both));
  } else if (propagationPolicy !== undefined && policy === undefined)
    errors.push(notSupportedError('propagationPolicy', propagationPolicy, [...POLICIES, 'nil']));
  if (dryRun.some(each => each !== 'All')) errors.push(notSupportedError('dryRun', dryRun, ['All']));
  if (errors.length > 0) throw invalidOptions(errors);
  return {
    isDryRun: dryRun.length > 0,
    propagationPolicy: orphanDependents === undefined ? policy : orphanDependents ? 'Orphan' : 'Background',
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    preconditions,
  };
}

const invalidOptions = (causes: readonly FieldError[]) =>
  new ApiError(422, 'Invalid', `DeleteOptions.meta.k8s.io "" is invalid: ${joinFieldErrors(causes)}`, {
    group: 'meta.k8s.io',
    kind: 'DeleteOptions',
    causes,
  });
