import { messageOf } from './kubeErrors';

/** What Node calls it, and what a person does; `at` is `host:port`. */
const SENTENCES: Readonly<Record<string, (at: string, host: string) => string>> = {
  ECONNREFUSED: at => `connection refused at ${at}`,
  ECONNRESET: at => `connection closed by ${at}`,
  EPIPE: at => `connection closed by ${at}`,
  UND_ERR_SOCKET: at => `connection closed by ${at}`,
  ETIMEDOUT: at => `no answer from ${at}: connecting timed out`,
  UND_ERR_CONNECT_TIMEOUT: at => `no answer from ${at}: connecting timed out`,
  EHOSTUNREACH: at => `no route to ${at}`,
  ENETUNREACH: at => `no route to ${at}`,
  ENOTFOUND: (_, host) => `the name ${host} is not known to DNS`,
  EAI_AGAIN: (_, host) => `DNS does not answer for the name ${host}`,
  CERT_HAS_EXPIRED: at => `the certificate of ${at} has expired`,
  DEPTH_ZERO_SELF_SIGNED_CERT: at => `the certificate of ${at} is not signed by a known authority`,
  SELF_SIGNED_CERT_IN_CHAIN: at => `the certificate of ${at} is not signed by a known authority`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: at => `the certificate of ${at} is not signed by a known authority`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: at => `the certificate of ${at} is not signed by a known authority`,
  ERR_TLS_CERT_ALTNAME_INVALID: at => `the certificate of ${at} is for another name`,
};

interface NetworkError {
  readonly code?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
  /** One for each address that was tried. */
  readonly errors?: readonly NetworkError[];
}

/**
 * Why a server gave no answer, in words; the code stays with the error as its cause. What nobody has a sentence for says
 * what was thrown.
 *
 *     connect ECONNREFUSED 10.2.0.4:443  →  connection refused at 10.2.0.4:443
 */
export function networkCause(server: string, cause: unknown): string {
  const error = (typeof cause === 'object' && cause !== null ? cause : {}) as NetworkError;
  const code = String(error.code ?? error.errors?.[0]?.code ?? '');
  const say = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined;
  if (say === undefined) return messageOf(cause) || code || 'no answer';
  const { hostname, port, protocol } = new URL(server);
  const tried = [error, ...(error.errors ?? [])].find(({ address }) => typeof address === 'string');
  const at =
    tried?.port === undefined
      ? `${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`
      : hostPort(String(tried.address), tried.port);
  return say(at, hostname);
}

const hostPort = (address: string, port: unknown) =>
  address.includes(':') ? `[${address}]:${String(port)}` : `${address}:${String(port)}`;
