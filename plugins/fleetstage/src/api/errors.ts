import { ResponseError } from '@backstage/errors';

/** What kind of answer an error is, as far as a page tells them apart. */
export type Trouble = 'forbidden' | 'notFound' | 'notInstalled' | 'conflict' | 'error';

/** Asking again gives the same answer. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof ResponseError ? error.response.status : undefined;
}

/**
 * A 404 of ours names what it did not find; one whose body is not of the backend's making, or none, comes from a portal
 * without our backend.
 */
export function troubleOf(error: unknown): Trouble {
  const status = statusOf(error);
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 409) return 'conflict';
  if (status === 404) return isOurs(error as ResponseError) ? 'notFound' : 'notInstalled';
  if (status === 502 || status === 503 || status === 504) return 'notInstalled';
  return status === undefined ? 'notInstalled' : 'error';
}

const isOurs = (error: ResponseError) => error.body.error.name === 'NotFoundError';

/** The server's sentence, without the client's prefix. */
export function messageOf(error: unknown): string {
  if (error instanceof ResponseError) return error.body.error.message || error.message;
  return error instanceof Error ? error.message : String(error);
}

/** For whoever looks into the logs. */
export function requestIdOf(error: unknown): string | undefined {
  if (!(error instanceof ResponseError)) return undefined;
  return error.response.headers.get('x-request-id') ?? undefined;
}
