import { ResponseError } from '@backstage/errors';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

/** What kind of answer an error is, as far as a page distinguishes them. */
export type Trouble =
  'forbidden' | 'notFound' | 'notInstalled' | 'unanswered' | 'starting' | 'conflict' | 'error';

/** Asking again gives the same answer. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/**
 * Nobody asks again by himself: a refusal stays one, and of a queue that is full each try takes another place. The data
 * on screen is no older for it.
 */
export const isLastWord = (error: unknown) => isRefusal(error) || isUnable(error);

export function statusOf(error: unknown): number | undefined {
  return error instanceof ResponseError ? error.response.status : undefined;
}

/** Words of the browsers for a request that has got no answer. */
const NO_ANSWER = /^(Failed to fetch|Load failed|NetworkError when attempting to fetch resource)/;

const isUnanswered = (error: unknown) => error instanceof TypeError && NO_ANSWER.test(error.message);

/**
 * A 404 of ours names what it did not find, a 503 of ours why it cannot answer; one whose body is not of the backend's
 * making, or none, comes from a portal without our backend.
 */
export function troubleOf(error: unknown): Trouble {
  const status = statusOf(error);
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 409) return 'conflict';
  if (status === 404) return isNamed(error, 'NotFoundError') ? 'notFound' : 'notInstalled';
  if (isStarting(error)) return 'starting';
  if (isUnable(error)) return 'error';
  if (isUnanswered(error)) return 'unanswered';
  if (status === 502 || status === 503 || status === 504) return 'notInstalled';
  return status === undefined ? 'notInstalled' : 'error';
}

/** What was loaded before, unless the newest answer is that it does not exist any more. */
export const unlessGone = <T>(data: T, error: unknown): T | undefined =>
  error && troubleOf(error) === 'notFound' ? undefined : data;

const isNamed = (error: unknown, name: string) =>
  error instanceof ResponseError && error.body.error.name === name;

/** Backstage's own words, in the name of a backend that takes no requests yet, or no more. */
const NOT_UP: ReadonlySet<string> = new Set(['Service has not started up yet', 'Service is shutting down']);

const isUnavailable = (error: unknown) =>
  statusOf(error) === 503 && isNamed(error, 'ServiceUnavailableError');
const isStarting = (error: unknown) => isUnavailable(error) && NOT_UP.has(messageOf(error));
const isUnable = (error: unknown) => isUnavailable(error) && !isStarting(error);

/** The server's sentence, without the client's prefix; the browser has no sentence for a request without an answer. */
export function messageOf(error: unknown): string {
  if (error instanceof ResponseError) return error.body.error.message || error.message;
  if (isUnanswered(error)) return 'The portal did not answer.';
  return error instanceof Error ? error.message : String(error);
}

/** For whoever reads the logs. */
export function requestIdOf(error: unknown): string | undefined {
  if (!(error instanceof ResponseError)) return undefined;
  return error.response.headers.get('x-request-id') ?? undefined;
}

const NO_CAUSES: readonly Schemas['RefusalCause'][] = [];

/** What the hub has refused, field by field. */
export function causesOf(error: unknown): readonly Schemas['RefusalCause'][] {
  if (!(error instanceof ResponseError)) return NO_CAUSES;
  const { causes } = error.body.error as { causes?: Schemas['RefusalCause'][] };
  return causes ?? NO_CAUSES;
}
