/** A request as far as it matters to who may send it from a browser. */
export interface Sent {
  readonly method?: string;
  readonly isUpgrade?: boolean;
  readonly host?: string;
  readonly origin?: string;
}

export interface Refusal {
  readonly status: 403 | 421;
  readonly message: string;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Why a request is not answered. A page elsewhere can let its own name lead to 127.0.0.1, and its browser then takes our
 * answers for that page's: such requests carry the foreign name in `Host`. Without that trick it can still send what changes
 * something, and open a web socket; those carry the page's `Origin`. What is no browser sends none.
 *
 * @param baseUrls `app.baseUrl` and `backend.baseUrl`
 */
export function explainRefusal(
  { method = 'GET', isUpgrade = false, host = '', origin }: Sent,
  baseUrls: readonly string[],
): Refusal | undefined {
  const urls = baseUrls.map(url => new URL(url));
  const hostname = /^(\[[^\]]*\]|[^:]*)(:\d*)?$/.exec(host.toLowerCase())?.[1];
  const isKnown =
    hostname !== undefined && [...LOOPBACK, ...urls.map(url => url.hostname)].includes(hostname);
  if (!isKnown)
    return {
      status: 421,
      message:
        'The Host header names neither this machine nor app.baseUrl or backend.baseUrl: open one of those addresses',
    };
  const mayCome = origin === undefined || urls.some(url => url.origin === origin);
  if (mayCome || (SAFE.includes(method) && !isUpgrade)) return undefined;
  return {
    status: 403,
    message:
      'The Origin header is neither app.baseUrl nor backend.baseUrl: pages of other origins may change nothing here',
  };
}
