import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import type { Identity } from './credentials';
import { delay, startDeadline } from './deadline';
import {
  AnswerTooLargeError,
  ClosedError,
  KubeError,
  messageOf,
  parseStatus,
  retryAfterMsOf,
  toKubeError,
  TransientError,
} from './kubeErrors';
import type { ClusterEndpoint } from './kubeconfig';
import { readBounded, REFUSAL_BYTES } from './limits';
import { networkCause } from './networkCause';
import { toUrl } from './paths';
import { Semaphore } from './Semaphore';

/** One finished request, for metrics. */
export interface RequestSample {
  /** GET, LIST, WATCH, POST, PUT, PATCH or DELETE. */
  readonly verb: string;
  /** Path without the query. */
  readonly path: string;
  /** HTTP status; 0: there was no answer. */
  readonly status: number;
  /** Until the last byte of the answer, for a watch until its first. */
  readonly durationMs: number;
}

export interface ConnectionOptions {
  /** Whole request, connecting included. Default 30 s. */
  readonly requestTimeoutMs?: number;
  /** Default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Requests under way at the same time, watches not counted. Default 20. */
  readonly maxConcurrent?: number;
  readonly onRequest?: (sample: RequestSample) => void;
}

export interface HttpRequest {
  readonly verb: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the server's address, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of the answer: a larger one is not read to its end. A stream has no end; its reader limits each event. */
  readonly maxBytes: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** The user as whom the request is made. */
  readonly as?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

// An overloaded API server asks for a second; longer waits are left to the caller, who has better things to do meanwhile.
const MAX_PATIENCE_MS = 3_000;
const MAX_THROTTLED = 5;
// Longer than the heartbeat period of members, so that their connections stay warm between probes.
const KEEP_ALIVE_MS = 90_000;

const GIVEN_UP = 'the connection was given up, as another request on it was ended before its answer';

interface Agents {
  readonly unary: Dispatcher;
  /** Watches have separate connections: a stalled stream must not hold up a write. */
  readonly streams: Dispatcher;
  readonly identity: Identity;
}

/** The HTTP side of one cluster: connections, credentials, time-outs, throttling. Knows nothing of resources. */
export class Connection {
  private agents: Agents | undefined;
  private isClosed = false;
  private readonly slots: Semaphore;
  private throttledUntil = 0;

  constructor(
    private readonly endpoint: ClusterEndpoint,
    private readonly options: ConnectionOptions,
  ) {
    this.slots = new Semaphore(options.maxConcurrent ?? 20);
  }

  /**
   * Sends a request and reads the whole answer. 429 with a short Retry-After is repeated here (the server has not
   * touched the request), as are a GET without answer and a 401 with fresh credentials, once each.
   *
   * @throws KubeError for every answer that is not 2xx, TransientError where there is none
   */
  async send(call: HttpRequest): Promise<HttpAnswer> {
    return this.slots.run(async () => {
      const deadline = startDeadline({
        what: `${call.method} ${pathOf(call)}`,
        timeoutMs: call.timeoutMs ?? this.options.requestTimeoutMs ?? 30_000,
        outer: call.signal,
      });
      try {
        return await this.sendPatiently(call, deadline.signal);
      } finally {
        deadline.cancel();
      }
    });
  }

  /** Opens a stream; the caller reads `body` to its end or aborts `signal`. */
  async stream(call: HttpRequest & { readonly signal: AbortSignal }): Promise<AsyncIterable<Buffer>> {
    const startedAt = performance.now();
    const { streams } = await this.ensureAgents();
    const response = await this.exchange(call, streams, call.signal);
    this.measure(call, response.statusCode, startedAt);
    if (response.statusCode < 300) return response.body;
    throw this.errorOf(response, await readRefusal(response));
  }

  /** Ends what is under way; whatever comes later is refused, so that its credentials are used no more. */
  async close(): Promise<void> {
    const { agents } = this;
    this.isClosed = true;
    this.agents = undefined;
    await Promise.all([agents?.unary.destroy(), agents?.streams.destroy()]);
  }

  private async sendPatiently(call: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    let mayRenew = true;
    let mayRepeat = call.method === 'GET';
    for (let throttled = 0; ;) {
      await this.holdBack(signal);
      const outcome = await this.attempt(call, signal);
      if (outcome.kind === 'answer') return outcome.answer;
      const { error } = outcome;
      if (error.status?.code === 401 && mayRenew) {
        mayRenew = false;
        continue;
      }
      if (!(error instanceof TransientError) || signal.aborted) throw error;
      if (error.status === undefined && mayRepeat) {
        mayRepeat = false;
        continue;
      }
      const retryAfterMs = error.status?.code === 429 ? (error.retryAfterMs ?? 1_000) : undefined;
      if (retryAfterMs === undefined || retryAfterMs > MAX_PATIENCE_MS || ++throttled > MAX_THROTTLED)
        throw error;
      this.throttledUntil = Math.max(this.throttledUntil, performance.now() + retryAfterMs);
    }
  }

  /** A throttled cluster gets no request from us until the time it has asked for is over. */
  private async holdBack(signal: AbortSignal): Promise<void> {
    const waitMs = this.throttledUntil - performance.now();
    if (waitMs > 0) await delay(waitMs, signal);
  }

  private async attempt(
    call: HttpRequest,
    signal: AbortSignal,
  ): Promise<{ kind: 'answer'; answer: HttpAnswer } | { kind: 'error'; error: KubeError }> {
    const startedAt = performance.now();
    let keepConnections = () => {};
    try {
      const { unary } = await this.ensureAgents();
      if (call.body !== undefined) keepConnections = this.cutOnAbort(unary, signal);
      const response = await this.exchange(call, unary, signal);
      const isRefusal = response.statusCode >= 300;
      const text = await (isRefusal ? readRefusal(response) : readAnswer(call, response));
      this.measure(call, response.statusCode, startedAt);
      if (isRefusal) return { kind: 'error', error: this.errorOf(response, text) };
      const contentType = String(response.headers['content-type'] ?? '');
      return { kind: 'answer', answer: { status: response.statusCode, contentType, text } };
    } catch (cause) {
      const error = this.networkError(call, cause, signal);
      if (!(error instanceof KubeError)) throw error;
      this.measure(call, 0, startedAt);
      return { kind: 'error', error };
    } finally {
      keepConnections();
    }
  }

  /**
   * Node 22 and 24 loop for ever, with more and more memory, in an HTTP/2 stream that undici aborts before its body is
   * sent, as when a server hangs. So the connections are given up instead, which a request that waited in vain says
   * nothing good of anyway; others under way on them fail and are tried again.
   */
  private cutOnAbort(dispatcher: Dispatcher, signal: AbortSignal): () => void {
    const cut = () => {
      if (this.agents?.unary === dispatcher)
        this.agents = { ...this.agents, unary: this.createAgent(this.agents.identity) };
      dispatcher.destroy(new Error(GIVEN_UP)).catch(() => undefined);
    };
    signal.addEventListener('abort', cut, { once: true });
    return () => signal.removeEventListener('abort', cut);
  }

  private async exchange(
    call: HttpRequest,
    dispatcher: Dispatcher,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const headers: Record<string, string> = {
      'accept': 'application/json',
      'user-agent': 'fleetstage',
      ...call.headers,
    };
    const authorization = this.agents?.identity.authorization;
    if (authorization) headers.authorization = authorization;
    if (call.as !== undefined) headers['impersonate-user'] = call.as;
    try {
      signal.throwIfAborted();
      return await request(toUrl(this.endpoint.server, call.path), {
        method: call.method,
        headers,
        body: call.body,
        dispatcher,
        ...(call.body === undefined && { signal }),
        // Our own deadline and watchdog rule; these would cut quiet watches.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    } catch (cause) {
      throw this.networkError(call, cause, signal);
    }
  }

  private errorOf(response: Dispatcher.ResponseData, text: string): KubeError {
    const status = parseStatus(response.statusCode, text);
    if (status.code === 401) this.endpoint.credentials.expire();
    const header = retryAfterMsOf(response.headers['retry-after'], Date.now());
    const seconds = status.details?.retryAfterSeconds;
    return toKubeError(status, header ?? (seconds === undefined ? undefined : seconds * 1000));
  }

  /** What the caller aborted stays the caller's own reason; everything else without an answer is transient. */
  private networkError(call: HttpRequest, cause: unknown, signal: AbortSignal): unknown {
    if (cause instanceof KubeError) return cause;
    if (signal.aborted) return signal.reason;
    if (this.isClosed) return new ClosedError(`the client of ${this.endpoint.server} was closed`, { cause });
    const why = networkCause(this.endpoint.server, cause);
    return new TransientError(`${why} (${call.method} ${pathOf(call)})`, { cause, isClusterWide: true, why });
  }

  private async ensureAgents(): Promise<Agents> {
    this.refuseClosed();
    const identity = await this.readIdentity();
    this.refuseClosed();
    const current = this.agents;
    if (current && isSameCertificate(current.identity, identity)) {
      if (current.identity.authorization !== identity.authorization) this.agents = { ...current, identity };
      return this.agents!;
    }
    this.agents = { unary: this.createAgent(identity), streams: this.createAgent(identity), identity };
    // A renewed client certificate needs new connections; what is under way on the old ones may finish.
    current?.unary.close().catch(() => undefined);
    current?.streams.close().catch(() => undefined);
    return this.agents;
  }

  private refuseClosed(): void {
    if (this.isClosed) throw new ClosedError(`the client of ${this.endpoint.server} is closed`);
  }

  private async readIdentity(): Promise<Identity> {
    try {
      return await this.endpoint.credentials.read();
    } catch (cause) {
      throw new TransientError(`no credentials for ${this.endpoint.server}: ${messageOf(cause)}`, {
        cause,
        isClusterWide: true,
      });
    }
  }

  private createAgent(identity: Identity): Dispatcher {
    const tls = {
      ...(this.endpoint.ca ? { ca: this.endpoint.ca } : {}),
      ...(this.endpoint.serverName ? { servername: this.endpoint.serverName } : {}),
      ...(this.endpoint.isInsecure ? { rejectUnauthorized: false } : {}),
      ...(identity.clientCertificate ? { cert: identity.clientCertificate } : {}),
      ...(identity.clientKey ? { key: identity.clientKey } : {}),
    };
    const common = {
      allowH2: true,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: 10 * KEEP_ALIVE_MS,
    };
    const connect = { ...tls, timeout: this.options.connectTimeoutMs ?? 5_000 };
    return this.endpoint.proxyUrl
      ? new ProxyAgent({ ...common, uri: this.endpoint.proxyUrl, requestTls: connect })
      : new Agent({ ...common, connect });
  }

  private measure(call: HttpRequest, status: number, startedAt: number): void {
    this.options.onRequest?.({
      verb: call.verb,
      path: pathOf(call),
      status,
      durationMs: performance.now() - startedAt,
    });
  }
}

/** @throws AnswerTooLargeError, with the remaining answer unread */
async function readAnswer(call: HttpRequest, { body }: Dispatcher.ResponseData): Promise<string> {
  const { text, isCut } = await readBounded(body, call.maxBytes);
  if (!isCut) return text;
  throw new AnswerTooLargeError(`${call.method} ${pathOf(call)}`, call.maxBytes);
}

const readRefusal = async ({ body }: Dispatcher.ResponseData) =>
  (await readBounded(body, REFUSAL_BYTES)).text;

const pathOf = (call: HttpRequest) => call.path.split('?', 1)[0];

const isSameCertificate = (a: Identity, b: Identity) =>
  a.clientCertificate === b.clientCertificate && a.clientKey === b.clientKey;
