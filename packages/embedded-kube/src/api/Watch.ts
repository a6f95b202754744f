import type { ApiError, ObjectMeta } from '../contracts';
import type { Form } from '../http/negotiate';
import type { Change } from '../storage/Change';
import { StoredObject } from '../storage/StoredObject';
import { builtinZero } from '../schema/builtin';
import { expired, toStatus } from './errors';
import { allOf, versionTooLarge } from './list';
import { onceATurn } from './onceATurn';
import { renderObject } from './render';
import { apiVersionOf, type Place } from './request';
import type { Selection } from './select';

export interface WatchRequest {
  readonly place: Place;
  readonly selection: Selection;
  readonly form: Form;
  /** Send what is there, at no earlier revision than the one asked for; else what comes after it (0: from now on). */
  readonly beginsWithPresent: boolean;
  readonly revision: number;
  readonly withBookmarks: boolean;
  /** Milliseconds from now. */
  readonly timeoutMs: number;
}

/** Where the lines go. */
export interface WatchSink {
  /** False: the reader does not keep up; more will come nevertheless. */
  write(lines: string): boolean;
  /** Bytes that wait for the reader. */
  waiting(): number;
  end(): void;
}

const BOOKMARK_EVERY_MS = 60_000;
/** The last bookmark comes so long before the time is over: who comes back begins there. */
const LAST_BOOKMARK_MS = 2_000;
/** A reader that is so far behind is cut off; it lists again when it comes back. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
const INITIAL_EVENTS_END = { 'k8s.io/initial-events-end': 'true' };

/**
 * One watch: from a revision, through the history, into what comes.
 *
 *   start ── history ──► live changes ──► time-out, reader gone, reader too slow, type withdrawn
 *     └───── 410 event where the history does not reach back so far
 */
export class Watch {
  private readonly endsAt: number;
  private bookmarkAt: number;
  private sentRevision = 0;
  private hasColumns = false;
  private unwatch: (() => void) | undefined;

  constructor(
    private readonly request: WatchRequest,
    private readonly sink: WatchSink,
  ) {
    const now = request.place.cluster.steadyMs();
    this.endsAt = now + request.timeoutMs;
    this.bookmarkAt = this.nextBookmark(now);
  }

  /** Call when nothing is pending in the log: history and memory must be at the same revision. */
  start(): void {
    const { place, revision, beginsWithPresent, withBookmarks } = this.request;
    const { cluster, type } = place;
    this.unwatch = cluster.watch(type.storageKey, {
      take: changes => this.take(changes),
      withdraw: () => this.stop(),
    });
    if (beginsWithPresent && revision > cluster.revision) {
      this.refuse(versionTooLarge(revision, cluster.revision));
      return;
    }
    if (beginsWithPresent) {
      this.sendPresent();
      if (withBookmarks) this.sink.write(this.bookmarkLine(INITIAL_EVENTS_END));
      return;
    }
    this.sentRevision = revision || cluster.revision;
    const oldest = cluster.history.compacted;
    if (this.sentRevision < oldest)
      this.refuse(expired(`too old resource version: ${this.sentRevision} (${oldest})`));
    else this.take(cluster.history.since(this.sentRevision, type.storageKey));
  }

  /** Called now and then: bookmarks and the end of the time given. @returns false: it is over */
  tick(): boolean {
    if (this.unwatch === undefined) return false;
    if (this.request.place.cluster.reach.isFrozen) return true;
    const now = this.request.place.cluster.steadyMs();
    if (now >= this.endsAt) {
      this.stop();
      return false;
    }
    // Who resumes from a bookmark has received everything up to it.
    const { isSettled } = this.request.place.cluster;
    if (this.request.withBookmarks && isSettled && now >= this.bookmarkAt) {
      this.bookmarkAt = this.nextBookmark(now);
      this.sink.write(this.bookmarkLine());
    }
    return true;
  }

  stop(): void {
    if (this.unwatch === undefined) return;
    this.unwatch();
    this.unwatch = undefined;
    this.sink.end();
  }

  private take(changes: readonly Change[]): void {
    const { reach } = this.request.place.cluster;
    if (reach.isFrozen) {
      void reach.pass().then(isOpen => isOpen && this.unwatch && this.send(changes));
      return;
    }
    this.send(changes);
  }

  private send(changes: readonly Change[]): void {
    const lines: string[] = [];
    for (const change of changes) {
      // A change of before: the reader asked from a later revision on.
      if (change.stored.revision <= this.sentRevision) continue;
      const line = this.lineOf(change);
      if (line !== undefined) lines.push(line);
    }
    if (lines.length === 0) return;
    this.sink.write(lines.length === 1 ? lines[0] : lines.join(''));
    if (this.sink.waiting() > MOST_WAITING_BYTES) this.stop();
  }

  /** To a reader who selects, an object that begins or ceases to match comes or goes. */
  private lineOf({ type, stored, previous }: Change): string | undefined {
    const { place, selection } = this.request;
    if (place.namespace !== '' && stored.namespace !== place.namespace) return undefined;
    const isIn = type !== 'DELETED' && selection.isSelected(stored);
    // Where the state before is not known any more the reader may have seen it.
    const wasIn = type !== 'ADDED' && (previous === undefined || selection.isSelected(previous));
    if (isIn) return this.line(wasIn ? 'MODIFIED' : 'ADDED', stored);
    if (!wasIn) return undefined;
    return this.line('DELETED', type === 'DELETED' ? stored : lastSelected(stored, previous));
  }

  private line(event: Change['type'] | 'BOOKMARK', stored: StoredObject): string {
    const { place, form } = this.request;
    const isFirst = !this.hasColumns;
    this.hasColumns = true;
    const render = () =>
      `{"type":"${event}","object":${renderObject(place.type, stored, form, this.nowMs(), isFirst)}}\n`;
    // A table's first line has more than the others.
    if (form.kind === 'table') return render();
    return onceATurn(stored, `${event} ${form.kind} ${apiVersionOf(place.type)}`, render);
  }

  private sendPresent(): void {
    const { place, selection } = this.request;
    const present = allOf(place).filter(stored => selection.isSelected(stored));
    this.sentRevision = place.cluster.revision;
    if (present.length > 0) this.sink.write(present.map(stored => this.line('ADDED', stored)).join(''));
  }

  private bookmarkLine(annotations?: Readonly<Record<string, string>>): string {
    const { type, cluster } = this.request.place;
    const { revision } = cluster;
    const metadata = {
      resourceVersion: String(revision),
      ...(annotations ? { annotations } : {}),
    } as ObjectMeta;
    const nothing = builtinZero(type, { apiVersion: apiVersionOf(type), kind: type.kind, metadata });
    return this.line('BOOKMARK', new StoredObject(type.storageKey, revision, { ...nothing, metadata }));
  }

  private refuse(error: ApiError): void {
    const status = toStatus(error);
    this.sink.write(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
    this.stop();
  }

  private nextBookmark(now: number): number {
    const last = this.endsAt - LAST_BOOKMARK_MS;
    const next = now + BOOKMARK_EVERY_MS;
    return now < last && last < next ? last : next;
  }

  private nowMs(): number {
    return this.request.place.cluster.now().getTime();
  }
}

/** The object as the reader knows it, at the revision at which it left the selection. */
function lastSelected(stored: StoredObject, previous: StoredObject | undefined): StoredObject {
  if (previous === undefined) return stored;
  const metadata = { ...previous.object.metadata, resourceVersion: String(stored.revision) };
  return new StoredObject(stored.storageKey, stored.revision, { ...previous.object, metadata });
}
