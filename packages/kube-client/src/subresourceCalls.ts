import { logQuery, type CallOptions, type LogOptions } from './calls';
import type { HttpRequest } from './Connection';
import { UnexpectedAnswerError } from './kubeErrors';
import type { ApiResource } from './kubeObject';
import { objectPath, type ObjectName } from './paths';

const core = (kind: string, plural: string): ApiResource => ({
  ...{ group: '', version: 'v1', kind, plural },
  namespaced: true,
});
const PODS = core('Pod', 'pods');
const ACCOUNTS = core('ServiceAccount', 'serviceaccounts');

/** What a container of a pod has written. */
export const logCall = (pod: ObjectName, { signal, ...options }: LogOptions) =>
  ({
    verb: 'GET',
    method: 'GET',
    path: `${objectPath(PODS, pod, 'log')}?${logQuery(options)}`,
    maxBytes: options.limitBytes,
    signal,
    // What is answered is text, and a refusal a Status.
    headers: { accept: '*/*' },
  }) as const;

export interface TokenOptions extends CallOptions {
  /** How long the token shall hold; the server may shorten it, and has 600 for the least. */
  readonly seconds: number;
}

/** A token of a service account that the server has just signed. */
export interface IssuedToken {
  readonly token: string;
  /** How long it holds from now on, in seconds. */
  readonly seconds: number;
  /** When it ends by the server's clock, in RFC 3339. */
  readonly expiresAt: string;
}

/** A TokenRequest. */
export const tokenCall = (
  account: ObjectName,
  { seconds, ...call }: TokenOptions,
  maxBytes: number,
): HttpRequest => ({
  verb: 'POST',
  method: 'POST',
  path: objectPath(ACCOUNTS, account, 'token'),
  maxBytes,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: seconds },
  }),
  ...call,
});

/** @throws UnexpectedAnswerError; nothing of the answer is in its message */
export function readToken(answer: unknown, { name }: ObjectName): IssuedToken {
  const { spec, status } = (answer ?? {}) as {
    readonly spec?: { readonly expirationSeconds?: unknown };
    readonly status?: { readonly token?: unknown; readonly expirationTimestamp?: unknown };
  };
  const { token, expirationTimestamp: expiresAt } = status ?? {};
  const seconds = spec?.expirationSeconds;
  if (typeof token === 'string' && typeof expiresAt === 'string' && typeof seconds === 'number')
    return { token, seconds, expiresAt };
  throw new UnexpectedAnswerError(
    `the answer to a request for a token of service account ${name} has none: check the proxy in front of the API server`,
    { isClusterWide: false },
  );
}
