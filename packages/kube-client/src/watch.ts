import { ensureObject, parseAnswer, type Asked } from './answers';
import { delay } from './deadline';
import type { KubeClient } from './KubeClient';
import {
  AnswerTooLargeError,
  ClosedError,
  GoneError,
  parseStatusObject,
  retryAfterMsOf,
  toKubeError,
  TransientError,
} from './kubeErrors';
import { objectKey, withoutManagedFields, type KubeObject, type ResourceTarget } from './kubeObject';

/**
 * What a watch reports. ADDED and MODIFIED both mean "this is the object now". SYNCED comes after each complete list (the
 * first, and every relist after a gap): whatever the reader holds that is not in `keys` was deleted meanwhile.
 */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly type: 'SYNCED'; readonly keys: ReadonlySet<string>; readonly resourceVersion: string };

export interface WatchOptions {
  readonly signal: AbortSignal;
  /** Numbers in [0, 1); spreads reconnects of many watches. */
  readonly jitter: () => number;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Only apiVersion, kind and metadata of each object. */
  readonly metadataOnly?: boolean;
  /**
   * Which objects of a list are reported; `SYNCED` names these alone. Default: all. What comes as an event is reported
   * anyway.
   */
  readonly isWanted?: (object: KubeObject) => boolean;
  /** Sees each object that is there as it came; the reader gets it without managed fields. */
  readonly onWhole?: (object: KubeObject) => void;
  /** A list is about to be read, the first one or another: what was seen before may be old until its SYNCED. */
  readonly onListing?: () => void;
  /** Called with every failure; the watch goes on by itself. */
  readonly onProblem?: (error: unknown, retryInMs: number) => void;
  /** The server has answered with a stream: what failed before is over. */
  readonly onOpen?: () => void;
  /** Has the watch leave its stream, or the wait for its next attempt, and go on at once. */
  readonly reconnect?: Reconnect;
  /** A stream without a byte for so long is dead: bookmarks come about every minute. Default 90 s. */
  readonly idleMs?: number;
  /** The server ends the stream after one to two times this. Default 5 min. */
  readonly sessionMs?: number;
  /** First and longest wait between attempts. Default 500 ms and 30 s. */
  readonly backoff?: { readonly firstMs: number; readonly longestMs: number };
}

/**
 * Sends many watches back to their server at once. After a server was out of reach, a stream that has not failed may be
 * half-open, and those that have failed wait for their next attempt.
 */
export class Reconnect {
  private controller = new AbortController();

  /** Ends with the next `now`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  now(): void {
    const { controller } = this;
    this.controller = new AbortController();
    controller.abort();
  }
}

/**
 * Lists, then watches, for ever; ends when the signal is aborted, and with a ClosedError when the client is closed.
 *
 *   list ──► stream ──► ended, cut or quiet: stream again from the last version seen
 *     ▲         │
 *     └── 410 ──┘ (what happened in between is in the list only)
 *
 * An event that is too large would come again with each resume: what it says is in the list, whose pages shrink to one
 * object. Whoever wrote it may do so again at once, so the list waits as long as after many failures.
 *
 * Attempts after a failure wait with full jitter, at least as long as the server asked for. Events of one object come
 * in order; after a gap the reader may see a state twice, never an older one after a newer one.
 */
export async function* watchResource(
  client: KubeClient,
  target: ResourceTarget,
  options: WatchOptions,
): AsyncGenerator<WatchEvent> {
  const { signal } = options;
  const progress = new Progress(options);
  while (!signal.aborted) {
    const recall = options.reconnect?.signal;
    const attempt = { ...options, signal: recall ? AbortSignal.any([signal, recall]) : signal };
    try {
      progress.version ??= yield* listAll(client, target, attempt);
      const session = streamFrom(client, target, { ...attempt, version: progress.version });
      const ended = yield* followSession(session, progress, options.onWhole);
      // A server that closes at once, again and again, must not be asked in a hot loop.
      if (!ended.sawAnything) await delay(progress.nextWait(), attempt.signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ClosedError) throw error;
      if (recall?.aborted) {
        progress.resetAttempts();
        continue;
      }
      const isTooLarge = error instanceof AnswerTooLargeError;
      if (error instanceof GoneError || isTooLarge) progress.startOver();
      const retryAfterMs = error instanceof TransientError ? error.retryAfterMs : undefined;
      const waitMs = isTooLarge ? progress.longestWait() : progress.nextWait(retryAfterMs);
      options.onProblem?.(error, waitMs);
      await delay(waitMs, attempt.signal).catch(() => recall?.aborted && progress.resetAttempts());
    }
  }
}

async function* listAll(
  client: KubeClient,
  target: ResourceTarget,
  options: WatchOptions,
): AsyncGenerator<WatchEvent, string> {
  const { namespace, labelSelector, fieldSelector, metadataOnly, signal, isWanted = () => true } = options;
  options.onListing?.();
  const keys = new Set<string>();
  let resourceVersion = '';
  for await (const page of client.listPages(target, {
    namespace,
    labelSelector,
    fieldSelector,
    metadataOnly,
    signal,
  })) {
    resourceVersion = page.resourceVersion;
    for (const object of page.items) {
      if (!isWanted(object)) continue;
      keys.add(objectKey(object.metadata));
      options.onWhole?.(object);
      yield { type: 'ADDED', object: withoutManagedFields(object) };
    }
  }
  yield { type: 'SYNCED', keys, resourceVersion };
  return resourceVersion;
}

interface RawEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject;
}

async function* followSession(
  session: AsyncIterable<RawEvent>,
  progress: Progress,
  onWhole: WatchOptions['onWhole'],
): AsyncGenerator<WatchEvent, { sawAnything: boolean }> {
  let sawAnything = false;
  for await (const { type, object } of session) {
    if (type === 'ERROR') throw errorOfEvent(object);
    sawAnything = true;
    if (type === 'ADDED' || type === 'MODIFIED') onWhole?.(object);
    if (type !== 'BOOKMARK') yield { type, object: withoutManagedFields(object) };
    // After the yield: the version moves on only when the reader has taken the event.
    if (object.metadata.resourceVersion) progress.moveOn(object.metadata.resourceVersion);
  }
  return { sawAnything };
}

function errorOfEvent(object: unknown) {
  const status = parseStatusObject(object);
  const seconds = status.details?.retryAfterSeconds;
  return toKubeError(status, retryAfterMsOf(seconds === undefined ? undefined : String(seconds), 0));
}

async function* streamFrom(
  client: KubeClient,
  target: ResourceTarget,
  options: WatchOptions & { readonly version: string },
): AsyncGenerator<RawEvent> {
  const watchdog = startWatchdog(options.signal, options.idleMs ?? 90_000);
  try {
    const { namespace, metadataOnly } = options;
    const asked = { resource: await client.resolve(target), namespace, metadataOnly };
    const sessionMs = (options.sessionMs ?? 300_000) * (1 + options.jitter());
    const body = await client.openWatch(target, {
      namespace,
      metadataOnly,
      signal: watchdog.signal,
      query: {
        resourceVersion: options.version,
        allowWatchBookmarks: 'true',
        timeoutSeconds: String(Math.ceil(sessionMs / 1000)),
        ...(options.labelSelector ? { labelSelector: options.labelSelector } : {}),
        ...(options.fieldSelector ? { fieldSelector: options.fieldSelector } : {}),
      },
    });
    options.onOpen?.();
    const { watchEvent: maxBytes } = client.limits;
    for await (const line of linesOf(body, { watchdog, maxBytes })) yield parseEvent(line, asked, maxBytes);
  } finally {
    watchdog.stop();
  }
}

/** Bookmarks and errors are no objects of the kind. @throws UnexpectedAnswerError */
function parseEvent(line: string, asked: Asked, maxBytes: number): RawEvent {
  const event = parseAnswer(line, `watch of ${asked.resource.plural}`, maxBytes) as RawEvent;
  if (event.type === 'BOOKMARK' || event.type === 'ERROR') return event;
  return { type: event.type, object: ensureObject(event.object, asked) };
}

async function* linesOf(
  body: AsyncIterable<Buffer>,
  { watchdog, maxBytes }: { readonly watchdog: { pat(): void; pause(): void }; readonly maxBytes: number },
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending: string[] = [];
  let size = 0;
  for await (const chunk of body) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    // While the reader digests, silence on the wire is our own doing.
    watchdog.pause();
    for (const part of parts.slice(0, -1)) {
      const line = pending.join('') + part;
      pending = [];
      size = 0;
      if (line.trim() !== '') yield line;
    }
    const rest = parts[parts.length - 1];
    if (rest !== '') pending.push(rest);
    size += rest.length;
    if (size > maxBytes) throw new AnswerTooLargeError('an event of the watch', maxBytes);
    watchdog.pat();
  }
  // A line without its end was cut on the way; the object comes again after the resume.
}

/** Aborts the stream when nobody has patted it for `idleMs`, and with the outer signal. */
function startWatchdog(outer: AbortSignal, idleMs: number) {
  const controller = new AbortController();
  const forward = () => controller.abort(outer.reason);
  if (outer.aborted) forward();
  outer.addEventListener('abort', forward, { once: true });
  const bark = () =>
    controller.abort(new TransientError(`the watch was silent for ${idleMs} ms`, { isClusterWide: false }));
  let timer = setTimeout(bark, idleMs);
  return {
    signal: controller.signal,
    pat() {
      clearTimeout(timer);
      timer = setTimeout(bark, idleMs);
    },
    pause() {
      clearTimeout(timer);
    },
    stop() {
      clearTimeout(timer);
      outer.removeEventListener('abort', forward);
      // Ends the stream of a reader that left early; on an ended stream it does nothing.
      controller.abort();
    },
  };
}

/** How far a watch has come, and how often it has failed since. */
class Progress {
  /** Absent: list first. */
  version: string | undefined;
  private failures = 0;
  private hasStartedOver = false;

  constructor(private readonly options: WatchOptions) {}

  moveOn(version: string): void {
    this.version = version;
    this.failures = 0;
    this.hasStartedOver = false;
  }

  /**
   * The version is too old: list again. The server answers, so what was missed while it did not must not wait as long as
   * its failures had made us wait; only a server that says so again and again, without an event in between, is asked more
   * slowly.
   */
  startOver(): void {
    this.version = undefined;
    if (!this.hasStartedOver) this.failures = 0;
    this.hasStartedOver = true;
  }

  /** The next attempt is for another reason than the failures before. */
  resetAttempts(): void {
    this.failures = 0;
  }

  longestWait(): number {
    return this.backoff.longestMs;
  }

  nextWait(retryAfterMs = 0): number {
    const { firstMs, longestMs } = this.backoff;
    const ceiling = Math.min(longestMs, firstMs * 2 ** this.failures);
    this.failures = Math.min(this.failures + 1, 20);
    return Math.max(retryAfterMs, Math.round(ceiling * this.options.jitter()));
  }

  private get backoff() {
    return this.options.backoff ?? { firstMs: 500, longestMs: 30_000 };
  }
}
