import { subscribe } from 'node:diagnostics_channel';
import { isHeartbeat, isWatch, preciseNow, type RecordedRequest } from './recording';

/** What undici reports of a request on its diagnostics channels. */
interface UndiciRequest {
  readonly origin: string | URL;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

export interface RequestRecorder {
  /** Forgets what was recorded so far, and records from now on. */
  clear(): void;
  /** Forgets what was recorded so far, and keeps nothing before the next `clear`. */
  pause(): void;
  /** Requests that began since `clear`; those under way have no end yet. */
  taken(): readonly RecordedRequest[];
  /** The last one that was more than a heartbeat or a stream, recorded or not: streams end and are opened again by time. */
  readonly latest: RecordedRequest | undefined;
}

const KEPT_HEADERS = new Set(['content-type', 'accept']);

/** Listens to every request that undici sends in this process; begins paused. */
export function recordRequests(hubUrl: string): RequestRecorder {
  const open = new WeakMap<object, RecordedRequest>();
  let requests: RecordedRequest[] = [];
  let latest: RecordedRequest | undefined;
  let isOn = false;
  subscribe('undici:request:create', message => {
    const { request } = message as { request: UndiciRequest };
    const recorded = toRecorded(request, hubUrl);
    if (!isHeartbeat(recorded) && !isWatch(recorded)) latest = recorded;
    if (!isOn) return;
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
      isOn = true;
    },
    pause() {
      requests = [];
      isOn = false;
    },
    taken: () => requests,
    get latest() {
      return latest;
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
