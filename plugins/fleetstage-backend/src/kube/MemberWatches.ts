import { PLACEMENT_GROUP } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  AnswerTooLargeError,
  ClosedError,
  messageOf,
  objectKey,
  TransientError,
  watchResource,
  weightOf,
  type GroupVersionKind,
  type KubeClient,
  type KubeObject,
  type WatchEvent,
  type WatchOptions,
} from '@fleetstage/kube-client';
import type { Log } from '../observe/log';
import { PendingChanges } from './PendingChanges';

export interface MemberWatchesOptions {
  readonly client: (member: string) => Promise<KubeClient>;
  readonly jitter: () => number;
  readonly log: Log;
  /** First and longest wait of a watch between attempts. */
  readonly backoff?: WatchOptions['backoff'];
  /** Whether two states of an object tell a work the same, so that nobody needs to look. */
  readonly isSame: (before: KubeObject, after: KubeObject) => boolean;
  /** Objects of these placements changed, came or went on the member. */
  readonly onChanged: (member: string, placements: readonly string[]) => void;
  /** Members whose owner is another replica are watched there; absent: all are ours. */
  readonly owns?: (member: string) => boolean;
}

/** What a watch knows of an object: the object, that it is not there, or nothing. */
export type LiveObject = KubeObject | 'absent' | 'unseen';

/** An AppliedWork and the placement that it is of. */
export interface HeldWork {
  readonly work: string;
  readonly placement: string;
  /** Every change of a status is news: the hub shows it. */
  readonly keepsStatuses?: boolean;
}

interface Kept {
  readonly object: KubeObject;
  readonly weight: number;
}

interface KindWatch {
  readonly stop: AbortController;
  readonly kind: GroupVersionKind;
  /** By AppliedWork, those that hold objects of the kind here; without one the watch ends. */
  readonly works: Map<string, HeldWork>;
  /** Newest state of objects that an AppliedWork of ours owns, managed fields left out. */
  readonly objects: Map<string, Kept>;
  /** Of all objects that are kept. */
  weight: number;
  /** Nothing is kept of it until its next list: changes are told, objects are looked at by requests. */
  isFull: boolean;
  /** From the end of a list until there has to be another: what changed in between is in neither. */
  isSynced: boolean;
  /** The member answers, and not with this watch: changes do not arrive until its stream is open again. */
  isBroken: boolean;
  /** What was warned of, once each. */
  readonly warned: Set<string>;
}

/**
 * What the watches of one member keep together, as it weighs: several thousand ordinary objects, and a quarter of a GiB of
 * the densest that a hostile member can send.
 */
export const KEPT_PER_MEMBER = 64 * 1024 * 1024;

/**
 * One watch per member and kind whose objects change by themselves, from the first work that holds such an object until
 * the last one lets go. What arrives is filtered by the owning AppliedWork, so memory holds our objects only, and no more
 * than KEPT_PER_MEMBER of them. The work is not asked for: one that comes later finds its objects here.
 */
export class MemberWatches {
  private readonly members = new Map<string, Map<string, KindWatch>>();
  private readonly pendingChanges = new Map<string, PendingChanges>();

  constructor(private readonly options: MemberWatchesOptions) {}

  /** The work holds objects of these kinds on the member, and of no others that are worth a watch. */
  need(member: string, held: HeldWork, kinds: readonly GroupVersionKind[]): void {
    const { work } = held;
    // What was at it when the member went to another owner ends a little later.
    if (this.options.owns?.(member) === false) return;
    const watches = this.members.get(member) ?? new Map<string, KindWatch>();
    this.members.set(member, watches);
    const wanted = new Map(kinds.map(kind => [textOf(kind), kind]));
    for (const [text, watch] of watches) {
      if (!wanted.has(text)) this.release(watches, text, { watch, work });
    }
    for (const [text, kind] of wanted) {
      const watch = watches.get(text) ?? this.start(member, watches, kind);
      watch.works.set(work, held);
    }
  }

  /** Whether somebody has told already which kinds the work holds. */
  isFollowed(member: string, work: string): boolean {
    return [...(this.members.get(member)?.values() ?? [])].some(({ works }) => works.has(work));
  }

  watched(): readonly string[] {
    return [...this.members.keys()];
  }

  /** Until it ends, what changes of a placement on the member is told to the one who looks at it, once it is done. */
  gather(member: string, placement: string): PendingChanges {
    const key = gatheredKey(member, placement);
    const pendingChanges = new PendingChanges(isNews => {
      if (this.pendingChanges.get(key) === pendingChanges) this.pendingChanges.delete(key);
      if (isNews) this.options.onChanged(member, [placement]);
    });
    this.pendingChanges.set(key, pendingChanges);
    return pendingChanges;
  }

  /** What is known of an object without asking the member. */
  sight(
    member: string,
    object: GroupVersionKind & { readonly namespace?: string; readonly name: string },
  ): LiveObject {
    const watch = this.members.get(member)?.get(textOf(object));
    if (!watch?.isSynced || watch.isBroken || watch.isFull) return 'unseen';
    return watch.objects.get(objectKey(object))?.object ?? 'absent';
  }

  /** The member is not ours any more, or the process stops. */
  forget(member: string): void {
    for (const watch of this.members.get(member)?.values() ?? []) watch.stop.abort();
    this.members.delete(member);
  }

  stop(): void {
    for (const member of [...this.members.keys()]) this.forget(member);
  }

  /** Watches under way on each member, for metrics. */
  counts(): readonly (readonly [member: string, count: number])[] {
    return [...this.members].map(([member, watches]) => [member, watches.size] as const);
  }

  private release(
    watches: Map<string, KindWatch>,
    text: string,
    { watch, work }: { watch: KindWatch; work: string },
  ): void {
    watch.works.delete(work);
    if (watch.works.size > 0) return;
    watch.stop.abort();
    watches.delete(text);
  }

  private start(member: string, watches: Map<string, KindWatch>, kind: GroupVersionKind): KindWatch {
    const watch: KindWatch = {
      stop: new AbortController(),
      kind,
      works: new Map(),
      objects: new Map(),
      weight: 0,
      isFull: false,
      isSynced: false,
      isBroken: false,
      warned: new Set(),
    };
    watches.set(textOf(kind), watch);
    this.follow(member, watch).catch(error => {
      // What it has seen grows old from here; the next look at a work begins a new one.
      if (watches.get(textOf(kind)) === watch) watches.delete(textOf(kind));
      const { log } = this.options;
      const about = { cluster: member, kind: kind.kind, reason: messageOf(error) };
      // We closed its client ourselves, and have said why.
      if (error instanceof ClosedError) log.debug('A watch on a member ended', about);
      else log.warn('A watch on a member ended', about);
    });
    return watch;
  }

  private async follow(member: string, watch: KindWatch): Promise<void> {
    const { client, jitter, backoff } = this.options;
    const options: WatchOptions = {
      signal: watch.stop.signal,
      jitter,
      ...(backoff && { backoff }),
      onProblem: (error, retryInMs) => this.noteProblem(member, watch, { error, retryInMs }),
      onListing: () => {
        watch.isSynced = false;
        watch.isFull = false;
      },
      onOpen: () => {
        watch.isBroken = false;
      },
      isWanted: object => !watch.isFull && isOurs(object),
    };
    for await (const event of watchResource(await client(member), watch.kind, options))
      this.take(member, watch, event);
  }

  /**
   * What was seen stays: the watch resumes where it broke, and what it missed comes as events or with a new list. But it is
   * shown as current only where the member as a whole does not answer, which is told elsewhere: whoever owns one object of
   * the kind must not be able to hold the picture of all others.
   */
  private noteProblem(
    member: string,
    watch: KindWatch,
    { error, retryInMs }: { readonly error: unknown; readonly retryInMs: number },
  ): void {
    const reason = messageOf(error);
    const about = { cluster: member, kind: watch.kind.kind, reason, retryInMs };
    this.options.log.debug('A watch on a member broke; it goes on', about);
    if (!(error instanceof TransientError && error.isClusterWide)) watch.isBroken = true;
    if (!(error instanceof AnswerTooLargeError)) return;
    watch.isSynced = false;
    this.warnOnce(member, watch, {
      message:
        'A member has an object that is too large to be watched; until it can be listed, objects of this kind are looked at by requests',
      about: { reason },
    });
  }

  private warnOnce(
    cluster: string,
    { kind, warned }: KindWatch,
    { message, about }: { readonly message: string; readonly about: object },
  ): void {
    if (!warned.has(message)) this.options.log.warn(message, { cluster, kind: kind.kind, ...about });
    warned.add(message);
  }

  private take(member: string, watch: KindWatch, event: WatchEvent): void {
    if (event.type === 'SYNCED') {
      for (const key of watch.objects.keys()) if (!event.keys.has(key)) this.drop(watch, key);
      watch.isSynced = true;
      watch.isBroken = false;
      this.tell(member, [...watch.works.values()]);
      return;
    }
    const key = objectKey(event.object.metadata);
    const before = watch.objects.get(key)?.object;
    const isThere = event.type !== 'DELETED' && isOurs(event.object);
    this.drop(watch, key);
    if (isThere) this.keep(member, watch, { key, object: event.object });
    if (!watch.isSynced) return;
    const owners = new Set([...(before ? ownersOf(before) : []), ...ownersOf(event.object)]);
    const concerned = [...owners].flatMap(work => watch.works.get(work) ?? []);
    const isMore = before === undefined || !isThere || !this.options.isSame(before, event.object);
    this.tell(member, isMore ? concerned : concerned.filter(({ keepsStatuses }) => keepsStatuses));
  }

  private keep(
    member: string,
    watch: KindWatch,
    { key, object }: { readonly key: string; readonly object: KubeObject },
  ): void {
    if (watch.isFull) return;
    const weight = weightOf(object);
    const all = [...(this.members.get(member)?.values() ?? [])];
    const weightWith = (other: KindWatch) => other.weight + (other === watch ? weight : 0);
    if (all.reduce((sum, other) => sum + weightWith(other), 0) > KEPT_PER_MEMBER) {
      // The one that takes the most, whichever happens to come last: the rest fits then.
      const heaviest = all.reduce((most, other) => (weightWith(other) > weightWith(most) ? other : most));
      this.giveUp(member, heaviest);
      if (heaviest === watch) return;
    }
    watch.objects.set(key, { object, weight });
    watch.weight += weight;
  }

  private giveUp(member: string, watch: KindWatch): void {
    watch.isFull = true;
    watch.objects.clear();
    watch.weight = 0;
    this.warnOnce(member, watch, {
      message:
        'A member sends more objects that AppliedWorks own than are kept of it; those of this kind are looked at by requests',
      about: { keptBytes: KEPT_PER_MEMBER },
    });
  }

  private drop(watch: KindWatch, key: string): void {
    watch.weight -= watch.objects.get(key)?.weight ?? 0;
    watch.objects.delete(key);
  }

  private tell(member: string, works: readonly HeldWork[]): void {
    const placements = works.map(({ placement }) => placement);
    const untold = placements.filter(placement => {
      const pendingChanges = this.pendingChanges.get(gatheredKey(member, placement));
      pendingChanges?.take();
      return pendingChanges === undefined;
    });
    if (untold.length > 0) this.options.onChanged(member, untold);
  }
}

const gatheredKey = (member: string, placement: string) => `${member}/${placement}`;

const ownersOf = ({ metadata }: KubeObject) =>
  (metadata.ownerReferences ?? [])
    .filter(({ apiVersion, kind }) => kind === 'AppliedWork' && apiVersion?.startsWith(`${PLACEMENT_GROUP}/`))
    .map(({ name }) => name);

const isOurs = (object: KubeObject) => ownersOf(object).length > 0;

const textOf = ({ group, version, kind }: GroupVersionKind) => `${group}/${version}/${kind}`;
