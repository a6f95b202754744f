import { isError } from '@backstage/errors';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';
import type { Log } from '../observe/log';
import { toPlain, toPlainError, toPlainText } from '../observe/plainText';

/** Errors that commands and queries throw on purpose; the platform has a status for each. */
const EXPECTED: ReadonlySet<string> = new Set([
  'InputError',
  'AuthenticationError',
  'NotAllowedError',
  'NotFoundError',
  'ConflictError',
  'NotImplementedError',
  'ServiceUnavailableError',
]);

/** So much of a stack says where it was. */
const MOST_FRAMES = 12;

/**
 * Passes errors on in a form that the platform can answer and log unchanged. Of an expected one name, status, message,
 * `causes` and `isAnswered` are kept, with every hidden character written out. Any other one may hold what nobody who asks
 * should read, such as a statement of the database: the answer is one sentence with an id, under which the log has the
 * details.
 */
export const reportErrors =
  (log: Log): ErrorRequestHandler =>
  (error, { method, path }, _, next) => {
    const status = statusOf(error);
    if (isError(error) && (status !== undefined || EXPECTED.has(error.name))) {
      next(toShown(error, status));
      return;
    }
    const failureId = randomUUID();
    log.error('A request failed for a reason of our own', {
      failureId,
      method,
      path,
      reason: String(error),
      stack: isError(error) ? framesOf(error) : undefined,
    });
    next(
      new Error(
        `Fleetstage could not answer because of an error of its own; its log says which, with failureId ${failureId}`,
      ),
    );
  };

interface ShownError extends Error {
  readonly causes?: unknown;
  readonly isAnswered?: true;
}

/** Without its `cause`, which the answer would show too: what of it concerns people is in the message. */
function toShown(error: ShownError, statusCode: number | undefined): Error {
  return Object.assign(
    toPlainError(error),
    statusCode !== undefined && { statusCode },
    error.causes !== undefined && { causes: toPlain(error.causes) },
    error.isAnswered !== undefined && { isAnswered: error.isAnswered },
  );
}

/** Which refusal it is, where a library has said so; what it calls a failure is one of ours to whoever asks. */
function statusOf(error: unknown): number | undefined {
  const { statusCode, status } = Object(error) as { statusCode?: unknown; status?: unknown };
  return [statusCode, status].find(isRefusal);
}

const isRefusal = (status: unknown): status is number =>
  typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 500;

const framesOf = ({ stack = '' }: { stack?: string }) =>
  stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, MOST_FRAMES)
    .map(line => line.trim())
    .join('; ');

/** Headers that the platform repeats in log lines and audit events. */
const LOGGED_HEADERS = ['user-agent', 'referer', 'referrer', 'host', 'x-forwarded-host'] as const;

/** HTTP allows bytes in headers that are control characters to a terminal, such as U+009B. */
export const plainHeaders: RequestHandler = ({ headers }, _, next) => {
  for (const name of LOGGED_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') headers[name] = toPlainText(value);
  }
  next();
};
