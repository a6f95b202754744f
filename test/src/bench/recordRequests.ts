import { subscribe } from 'node:diagnostics_channel';
import { preciseNow, type RecordedRequest } from './recording';

/** What undici tells of a request on its diagnostics channels. */
interface UndiciRequest {
  readonly origin: string | URL;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

export interface RequestRecorder {
  /** Forgets what was recorded so far. */
  clear(): void;
  /** Requests that began since `clear`; those under way have no end yet. */
  taken(): readonly RecordedRequest[];
  /** Requests under way that are no streams. */
  readonly openCount: number;
}

const KEPT_HEADERS = new Set(['content-type', 'accept']);

/** Listens to every request that undici sends in this process; costs a map entry per request. */
export function recordRequests(hubUrl: string): RequestRecorder {
  const open = new Map<object, RecordedRequest>();
  let requests: RecordedRequest[] = [];
  subscribe('undici:request:create', message => {
    const { request } = message as { request: UndiciRequest };
    const recorded = toRecorded(request, hubUrl);
    open.set(request, recorded);
    requests.push(recorded);
  });
  const end = (message: unknown) => {
    const { request } = message as { request: object };
    const recorded = open.get(request);
    if (recorded) recorded.endedAt = preciseNow();
    open.delete(request);
  };
  subscribe('undici:request:headers', message => {
    const { request, response } = message as { request: object; response: { statusCode: number } };
    const recorded = open.get(request);
    if (recorded) recorded.status = response.statusCode;
  });
  subscribe('undici:request:trailers', end);
  subscribe('undici:request:error', end);
  return {
    clear() {
      requests = [];
    },
    taken: () => requests,
    get openCount() {
      return [...open.values()].filter(({ path }) => !path.includes('watch=true')).length;
    },
  };
}

const MEMBER = /^\/clusters\/([^/]+)(\/.*)$/;

function toRecorded(request: UndiciRequest, hubUrl: string): RecordedRequest {
  const match = String(request.origin) === hubUrl ? null : MEMBER.exec(request.path);
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < request.headers.length; i += 2) {
    const name = request.headers[i].toLowerCase();
    if (KEPT_HEADERS.has(name)) headers[name] = request.headers[i + 1];
  }
  return {
    cluster: match?.[1] ?? 'hub',
    method: request.method,
    path: match?.[2] ?? request.path,
    headers,
    ...(request.body && { body: Buffer.from(request.body).toString('utf8') }),
    startedAt: preciseNow(),
  };
}
