import { ApiError } from '../contracts';
import type { FieldValidation } from '../contracts';
import { badRequest } from '../api/errors';
import type { DeleteOptions } from '../api/delete';
import type { ListRequest } from '../api/list';
import type { WriteOptions } from '../api/request';
import { parseSelection } from '../api/select';
import { isObject } from '../schema/jsonValues';
import { isFlag, type Call, type ResourceCall } from './CallContext';
import { parseObject } from './readBody';

const VALIDATIONS: readonly FieldValidation[] = ['Ignore', 'Warn', 'Strict'];
const POLICIES = ['Background', 'Foreground', 'Orphan'] as const;

/** @throws ApiError 400, 422 */
export function readWriteOptions({ query, headers }: Call): WriteOptions {
  const asked = query.get('fieldValidation');
  const fieldValidation = asked === null || asked === '' ? 'Warn' : VALIDATIONS.find(each => each === asked);
  if (fieldValidation === undefined) throw refuseOption('fieldValidation', asked, VALIDATIONS);
  const manager = query.get('fieldManager') || managerOf(headers['user-agent']);
  return { isDryRun: readDryRun(query.getAll('dryRun')), manager, fieldValidation };
}

/** A client that does not name its field manager is known by its program. */
const managerOf = (userAgent: string | undefined) =>
  (userAgent ?? '').split('/', 1)[0].slice(0, 128) || 'unknown';

function readDryRun(values: readonly string[]): boolean {
  const asked = values.filter(value => value !== '');
  const foreign = asked.find(value => value !== 'All');
  if (foreign !== undefined) throw refuseOption('dryRun', foreign, ['All']);
  return asked.length > 0;
}

function refuseOption(field: string, value: string | null, supported: readonly string[]): ApiError {
  const list = supported.map(each => JSON.stringify(each)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`;
  return new ApiError(422, 'Invalid', ` "" is invalid: ${field}: ${message}`, {
    causes: [{ reason: 'FieldValueNotSupported', message, field }],
  });
}

/** From the query; a body counts for more. @throws ApiError 400, 422 */
export function readDeleteOptions({ query, headers }: Call, bytes: Buffer): DeleteOptions {
  const body = bytes.length === 0 ? {} : { ...parseObject({ bytes, contentType: headers['content-type'] }) };
  return toDeleteOptions(body, query);
}

export function toDeleteOptions(
  body: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
): DeleteOptions {
  const grace = body.gracePeriodSeconds ?? query.get('gracePeriodSeconds');
  const dryRun = Array.isArray(body.dryRun) ? body.dryRun.map(String) : query.getAll('dryRun');
  const preconditions = isObject(body.preconditions) ? body.preconditions : {};
  const { uid, resourceVersion } = preconditions;
  return {
    isDryRun: readDryRun(dryRun),
    propagationPolicy: readPolicy(body, query),
    ...(grace === undefined || grace === null ? {} : { gracePeriodSeconds: Number(grace) }),
    preconditions: {
      ...(typeof uid === 'string' ? { uid } : {}),
      ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
    },
  };
}

function readPolicy(body: Readonly<Record<string, unknown>>, query: URLSearchParams) {
  const orphans = body.orphanDependents ?? query.get('orphanDependents');
  if (orphans !== undefined && orphans !== null) return isFlag(String(orphans)) ? 'Orphan' : 'Background';
  const asked = body.propagationPolicy ?? query.get('propagationPolicy');
  if (asked === undefined || asked === null || asked === '') return undefined;
  const policy = POLICIES.find(each => each === asked);
  if (policy === undefined) throw refuseOption('propagationPolicy', String(asked), [...POLICIES].sort());
  return policy;
}

/** @throws ApiError 400 */
export function readListRequest({ query, type, target }: ResourceCall): ListRequest {
  const limit = Number(query.get('limit') ?? 0);
  if (!Number.isInteger(limit) || limit < 0) throw badRequest(`limit: Invalid value: ${query.get('limit')}`);
  return {
    limit,
    selection: parseSelection(type, {
      labels: query.get('labelSelector') ?? undefined,
      fields: query.get('fieldSelector') ?? undefined,
      name: target.name,
    }),
    continue: query.get('continue') || undefined,
    resourceVersion: query.get('resourceVersion') || undefined,
    resourceVersionMatch: query.get('resourceVersionMatch') || undefined,
  };
}
