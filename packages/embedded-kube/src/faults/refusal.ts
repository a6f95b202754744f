import { conflict, expired, forbidden, methodNotAllowed, notFound } from '../api/errors';
import type { RequestFacts } from '../cluster/Gate';
import { ApiError } from '../contracts';
import type { ErrorFault } from './fault';

const WORDS = 'the fault injection of this server refused the request';

const INTERNAL = (message: string) =>
  new ApiError(500, 'InternalError', `Internal error occurred: ${message}`, {
    causes: [{ reason: '', message, field: '' }],
  });

/** What Kubernetes says with a code where nothing about the object adds to it. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  406: 'NotAcceptable',
  408: 'Timeout',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

type Named = Parameters<typeof notFound>;

const BY_NAME: Readonly<Record<number, (...of: Named) => ApiError>> = {
  403: (type, name) => forbidden(type, name, WORDS),
  404: notFound,
  409: (type, name) => conflict(type, name, WORDS),
};

/** The refusal, as the server itself would send it. */
export function refusalOf(fault: ErrorFault, { resource }: RequestFacts): ApiError {
  const { code, retryAfterSeconds } = fault;
  const usual = usualRefusal(code, resource && [resource, resource.objectName]);
  const reason = fault.reason ?? usual.reason;
  const message = fault.message ?? usual.message;
  const details = {
    ...usual.details,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  return new ApiError(code, reason, message, Object.keys(details).length > 0 ? details : undefined);
}

function usualRefusal(code: number, named: Named | undefined): ApiError {
  const byName = named && BY_NAME[code];
  if (byName) return byName(...named);
  if (code === 405) return methodNotAllowed();
  if (code === 410) return expired('The resourceVersion for the provided watch is too old.');
  if (code === 401) return new ApiError(401, 'Unauthorized', 'Unauthorized');
  if (code === 500) return INTERNAL(WORDS);
  return new ApiError(code, REASONS[code] ?? (code < 500 ? 'BadRequest' : 'InternalError'), WORDS);
}
