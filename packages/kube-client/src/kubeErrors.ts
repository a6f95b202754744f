import { sizeText } from './limits';
import { VALUE_BYTES } from './weight';

/** What an API server says about a request that it did not fulfil (`kind: Status`). */
export interface KubeStatus {
  readonly code: number;
  /** CamelCase word, e.g. `NotFound`, `AlreadyExists`, `Invalid`. Empty where the server sent no Status. */
  readonly reason: string;
  /** The server's own sentence. */
  readonly message: string;
  readonly details?: {
    readonly name?: string;
    readonly kind?: string;
    readonly group?: string;
    readonly uid?: string;
    readonly retryAfterSeconds?: number;
    readonly causes?: readonly {
      readonly reason?: string;
      readonly message?: string;
      readonly field?: string;
    }[];
  };
}

/** Base of everything that a request to a Kubernetes API can end with; `message` begins with the server's own text. */
export abstract class KubeError extends Error {
  status?: KubeStatus;

  constructor(message: string, options: { readonly status?: KubeStatus; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.status = options.status;
  }

  /** Puts every text of the server through `change`; class, code and retry time stay, and what caused it is let go. */
  reword(change: (text: string) => string): this {
    this.message = change(this.message);
    this.stack = `${this.name}: ${this.message}`;
    this.cause = undefined;
    if (this.status) this.status = rewordStatus(this.status, change);
    return this;
  }
}

function rewordStatus(status: KubeStatus, change: (text: string) => string): KubeStatus {
  const { message, details } = status;
  const causes = details?.causes?.map(cause => ({
    ...cause,
    ...(cause.message !== undefined && { message: change(cause.message) }),
  }));
  return {
    ...status,
    message: change(message),
    ...(details && { details: { ...details, ...(causes && { causes }) } }),
  };
}

/** Retrying may help: network, time-out, 429, 5xx. */
export class TransientError extends KubeError {
  /** The server's Retry-After, in milliseconds. */
  readonly retryAfterMs?: number;
  /**
   * The entire cluster is concerned (no answer, overload, unavailable), not this one request (500, which is also what a
   * broken admission webhook gives).
   */
  readonly isClusterWide: boolean;
  /** There where nothing was answered: why, for people, without the request that the message names. */
  readonly why?: string;

  constructor(
    message: string,
    options: {
      readonly status?: KubeStatus;
      readonly cause?: unknown;
      readonly retryAfterMs?: number;
      readonly isClusterWide: boolean;
      readonly why?: string;
    },
  ) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
    this.isClusterWide = options.isClusterWide;
    this.why = options.why;
  }
}

/** The client was closed: its cluster or its credentials are not ours any more. A new client may do better. */
export class ClosedError extends KubeError {}

/** The server answers with more than the call may cost us; the same call would again. */
export class AnswerTooLargeError extends KubeError {
  /** `what` is the call: `GET /readyz`. `isRead`: it is short enough, and dense. */
  constructor(
    what: string,
    readonly maxBytes: number,
    { isRead = false }: { readonly isRead?: boolean } = {},
  ) {
    const size = sizeText(maxBytes);
    super(
      isRead
        ? `${what}: the answer has more than ${maxBytes / VALUE_BYTES} values, counts as larger than ${size} and was not used`
        : `${what}: the answer is larger than ${size} and was not read to its end`,
    );
  }
}

/** 409: the object has changed since it was read, or another field manager owns what was to be applied. */
export class ConflictError extends KubeError {
  /** Server-side apply met another field manager; reading again does not help. */
  get isFieldConflict(): boolean {
    return this.status?.details?.causes?.some(cause => cause.reason === 'FieldManagerConflict') ?? false;
  }
}

/** 409 on create. */
export class AlreadyExistsError extends KubeError {}

/** 400, 405, 406, 413, 415, 422: the request is at fault; the same request fails again. */
export class InvalidError extends KubeError {}

/** Never sent: a name, namespace, group, version or path that would have been another one on the wire. */
export class InvalidPathError extends InvalidError {}

/**
 * An answer that is not about what was asked; nothing of it is in the message. Whatever is in front of the server may go.
 */
export class UnexpectedAnswerError extends TransientError {}

/** 404: no such object (or no such namespace). */
export class NotFoundError extends KubeError {}

/** The cluster does not serve this kind. */
export class UnknownKindError extends KubeError {}

/** 410: the resource version asked for is compacted away. */
export class GoneError extends KubeError {}

/** 401. */
export class UnauthorizedError extends KubeError {}

/** 403: not permitted, or refused by an admission policy. */
export class ForbiddenError extends KubeError {}

/** Said by the API server itself; without, a 404 is about a path, or comes from whatever is in front of the server. */
export const hasStatus = ({ status }: NotFoundError) => status?.reason === 'NotFound';

/** The text of anything thrown, for messages. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const CLUSTER_WIDE = new Set([408, 429, 502, 503, 504]);

/** The error of an answer that is not 2xx. */
export function toKubeError(status: KubeStatus, retryAfterMs: number | undefined): KubeError {
  const { code, message } = status;
  if (code === 401) return new UnauthorizedError(message, { status });
  if (code === 403) return new ForbiddenError(message, { status });
  if (code === 404) return new NotFoundError(message, { status });
  if (code === 409 && status.reason === 'AlreadyExists') return new AlreadyExistsError(message, { status });
  if (code === 409) return new ConflictError(message, { status });
  if (code === 410) return new GoneError(message, { status });
  if (CLUSTER_WIDE.has(code) || code >= 500) {
    return new TransientError(message, { status, retryAfterMs, isClusterWide: CLUSTER_WIDE.has(code) });
  }
  return new InvalidError(message, { status });
}

/** A Status from an answer's body; where the body is none, one is made from the code and the text. */
export function parseStatus(code: number, body: string): KubeStatus {
  const parsed = parseStatusBody(body);
  if (parsed !== undefined) return { ...parsed, code };
  // JSON of another kind may be an object; pages of proxies are text.
  const text = body.trimStart().startsWith('{') ? '' : body.trim().slice(0, 500);
  return { code, reason: '', message: text === '' ? `the server answered ${code}` : text };
}

/** A Status that came as an event of a watch. */
export function parseStatusObject(object: unknown): KubeStatus {
  const status = toStatus(object);
  return status ?? { code: 500, reason: '', message: 'the watch was sent an error without a Status' };
}

/** `Retry-After` in seconds or as a date, in milliseconds from `now`. */
export function retryAfterMsOf(header: string | string[] | undefined, now: number): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function parseStatusBody(body: string): KubeStatus | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    return toStatus(JSON.parse(body));
  } catch {
    // Cut or foreign JSON (a proxy's error page): the text itself is the best message there is.
    return undefined;
  }
}

/** Sentences of people and policies are shorter; what is longer would fill logs and conditions. */
const MAX_MESSAGE = 4_000;
/** A copy: a slice would hold all of the text in memory. */
const cut = (text: string) =>
  text.length > MAX_MESSAGE ? `${Buffer.from(text.slice(0, MAX_MESSAGE)).toString()}…` : text;

function toStatus(value: unknown): KubeStatus | undefined {
  if (typeof value !== 'object' || value === null || (value as { kind?: unknown }).kind !== 'Status')
    return undefined;
  const { code, reason, message, details } = value as Partial<KubeStatus>;
  return {
    code: typeof code === 'number' ? code : 500,
    reason: typeof reason === 'string' ? reason : '',
    message: cut(typeof message === 'string' && message !== '' ? message : String(reason ?? 'no message')),
    ...(typeof details === 'object' && details !== null ? { details } : {}),
  };
}
