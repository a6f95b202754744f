import { ApiError, type ResourceType } from '../contracts';
import type { Form } from '../http/negotiate';
import type { Change } from '../storage/Change';
import { StoredObject } from '../storage/StoredObject';
import { toStatus } from './errors';
import { allOf } from './list';
import { renderObject } from './render';
import { apiVersionOf, type Place } from './request';
import type { Selection } from './select';

export interface WatchRequest {
  readonly place: Place;
  readonly selection: Selection;
  readonly form: Form;
  /** Empty or `0`: begin with what is there. */
  readonly resourceVersion: string;
  readonly withBookmarks: boolean;
  /** Tell what is there and then, with a bookmark, that it was all. */
  readonly sendsInitialEvents: boolean;
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
  private told = 0;
  private unwatch: (() => void) | undefined;

  constructor(
    private readonly request: WatchRequest,
    private readonly sink: WatchSink,
  ) {
    const now = this.nowMs();
    this.endsAt = now + request.timeoutMs;
    this.bookmarkAt = now + BOOKMARK_EVERY_MS;
  }

  /** Call when nothing is pending in the log: history and memory must be at the same revision. */
  start(): void {
    const { place, resourceVersion, sendsInitialEvents } = this.request;
    const { cluster, type } = place;
    const from = Number(resourceVersion || '0');
    this.unwatch = cluster.watch(type.storageKey, {
      take: changes => this.take(changes),
      withdraw: () => this.stop(),
    });
    if (sendsInitialEvents || from === 0) {
      this.sendPresent();
      if (sendsInitialEvents) this.sink.write(this.bookmarkLine(INITIAL_EVENTS_END));
      return;
    }
    if (from < cluster.history.compacted) {
      this.refuse(`too old resource version: ${from} (${cluster.history.compacted})`);
      return;
    }
    this.told = from;
    this.take(cluster.history.since(from, type.storageKey));
  }

  /** Called now and then: bookmarks and the end of the time given. @returns false: it is over */
  tick(): boolean {
    if (this.unwatch === undefined) return false;
    if (this.request.place.cluster.reach.isFrozen) return true;
    const now = this.nowMs();
    if (now >= this.endsAt) {
      this.stop();
      return false;
    }
    if (this.request.withBookmarks && now >= this.bookmarkAt) {
      this.bookmarkAt = now + BOOKMARK_EVERY_MS;
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
      void reach.pass().then(isOpen => isOpen && this.unwatch && this.tell(changes));
      return;
    }
    this.tell(changes);
  }

  private tell(changes: readonly Change[]): void {
    const lines: string[] = [];
    for (const change of changes) {
      // A change of before: the reader asked from a later revision on.
      if (change.stored.revision <= this.told) continue;
      const line = this.lineOf(change);
      if (line !== undefined) lines.push(line);
    }
    if (lines.length === 0) return;
    this.sink.write(lines.join(''));
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

  private line(event: Change['type'], stored: StoredObject): string {
    const { place, form } = this.request;
    return `{"type":"${event}","object":${renderObject(place.type, stored, form, this.nowMs())}}\n`;
  }

  private sendPresent(): void {
    const { place, selection } = this.request;
    const present = allOf(place).filter(stored => selection.isSelected(stored));
    this.told = place.cluster.revision;
    if (present.length > 0) this.sink.write(present.map(stored => this.line('ADDED', stored)).join(''));
  }

  private bookmarkLine(annotations?: Readonly<Record<string, string>>): string {
    const { place, form } = this.request;
    const resourceVersion = String(place.cluster.revision);
    const metadata = { resourceVersion, creationTimestamp: null, ...(annotations ? { annotations } : {}) };
    const object = { ...kindOf(place.type, form), metadata, ...(form.kind === 'table' ? { rows: [] } : {}) };
    return `${JSON.stringify({ type: 'BOOKMARK', object })}\n`;
  }

  private refuse(message: string): void {
    const status = toStatus(new ApiError(410, 'Expired', message));
    this.sink.write(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
    this.stop();
  }

  private nowMs(): number {
    return this.request.place.cluster.now().getTime();
  }
}

function kindOf(type: ResourceType, form: Form) {
  if (form.kind === 'table') return { kind: 'Table', apiVersion: 'meta.k8s.io/v1' };
  if (form.kind === 'partial') return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
  return { kind: type.kind, apiVersion: apiVersionOf(type) };
}

/** The object as the reader knows it, at the revision at which it left the selection. */
function lastSelected(stored: StoredObject, previous: StoredObject | undefined): StoredObject {
  if (previous === undefined) return stored;
  const metadata = { ...previous.object.metadata, resourceVersion: String(stored.revision) };
  return new StoredObject(stored.storageKey, stored.revision, { ...previous.object, metadata });
}
