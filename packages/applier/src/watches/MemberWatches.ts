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
import {
  concernedBy,
  isKept,
  newKindWatch,
  questionOf,
  textOf,
  toMarker,
  versionsOf,
  type HeldWork,
  type KindWatch,
  type WatchedKind,
} from './KindWatch';
import { PendingChanges, type IsStillChanged } from './PendingChanges';

/** Where watches report what is wrong with them; every logger with fields has this shape. */
export interface WatchLog {
  debug(message: string, fields: Readonly<Record<string, string | number>>): void;
  warn(message: string, fields: Readonly<Record<string, string | number>>): void;
}

export interface MemberWatchesOptions {
  readonly client: (member: string) => Promise<KubeClient>;
  readonly jitter: () => number;
  readonly log: WatchLog;
  /** First and longest wait of a watch between attempts. */
  readonly backoff?: WatchOptions['backoff'];
  /** Whether two states of an object are the same for a work, so that no pass is needed. */
  readonly isSame: (before: KubeObject, after: KubeObject) => boolean;
  /** Objects of these placements changed, came or went on the member. */
  readonly onChanged: (member: string, placements: readonly string[]) => void;
  /** Members whose owner is another replica are watched there; absent: all are ours. */
  readonly owns?: (member: string) => boolean;
}

/** What a watch knows of an object: the object, its version where metadata alone are watched, that it is not there, or nothing. */
export type LiveObject = KubeObject | { readonly objectVersion: string } | 'absent' | 'unseen';

/**
 * What the watches of one member keep together, as it weighs: several thousand ordinary objects, and a quarter of a GiB of
 * the densest that a hostile member can send.
 */
export const KEPT_PER_MEMBER = 64 * 1024 * 1024;

/**
 * One watch per member and kind, from the first work that holds such an object until the last one lets go: of the metadata
 * alone where nothing changes by itself that is read here. What arrives is filtered by the owning AppliedWork, so memory
 * holds our objects only, and no more than KEPT_PER_MEMBER of them. The work is not asked for: a later one finds its
 * objects here.
 */
export class MemberWatches {
  private readonly members = new Map<string, Map<string, KindWatch>>();
  private readonly pendingChanges = new Map<string, PendingChanges>();

  constructor(private readonly options: MemberWatchesOptions) {}

  /** The work holds objects of these kinds on the member, and of no others. */
  need(member: string, held: HeldWork, kinds: readonly WatchedKind[]): void {
    const { work } = held;
    // What was at it when the member went to another owner ends a little later.
    if (this.options.owns?.(member) === false) return;
    const watches = this.members.get(member) ?? new Map<string, KindWatch>();
    this.members.set(member, watches);
    const wanted = new Map(kinds.map(kind => [textOf(kind), kind]));
    for (const [text, watch] of watches) {
      if (!wanted.has(text)) this.release(watches, text, { watch, work });
    }
    for (const kind of wanted.values()) this.ensure(member, watches, kind).works.set(work, held);
  }

  /** The versions of the work's objects that a pass has seen: they need no other pass. */
  note(
    member: string,
    work: string,
    objects: readonly (GroupVersionKind & {
      readonly namespace?: string;
      readonly name: string;
      readonly objectVersion?: string;
    })[],
  ): void {
    for (const { kind, works, known } of this.members.get(member)?.values() ?? []) {
      if (kind.metadataOnly && works.has(work)) known.note(work, versionsOf(kind, objects));
    }
  }

  /** Whether it is known already which kinds the work holds. */
  isFollowed(member: string, work: string): boolean {
    return [...(this.members.get(member)?.values() ?? [])].some(({ works }) => works.has(work));
  }

  watched(): readonly string[] {
    return [...this.members.keys()];
  }

  /**
   * Collects what changes of a placement on the member until its pass ends; what the pass has not seen is reported then.
   */
  gather(member: string, placement: string): PendingChanges {
    const key = gatheredKey(member, placement);
    const pendingChanges = new PendingChanges(isChanged => {
      if (this.pendingChanges.get(key) === pendingChanges) this.pendingChanges.delete(key);
      if (isChanged) this.options.onChanged(member, [placement]);
    });
    this.pendingChanges.set(key, pendingChanges);
    return pendingChanges;
  }

  /** The known state of an object, without asking the member. */
  stateOf(
    member: string,
    object: GroupVersionKind & { readonly namespace?: string; readonly name: string },
  ): LiveObject {
    const watch = this.members.get(member)?.get(textOf(object));
    // Its versions are not kept, so none counts as compared, and it is read.
    if (watch?.kind.metadataOnly && (watch.isFull || watch.isTooLarge)) return { objectVersion: '' };
    if (!watch?.isSynced || watch.isBroken || watch.isFull) return 'unseen';
    const key = objectKey(object);
    if (watch.known.isAhead(key)) return 'unseen';
    const seen = watch.objects.get(key)?.object;
    if (seen === undefined) return 'absent';
    return watch.kind.metadataOnly ? { objectVersion: seen.metadata.resourceVersion ?? '' } : seen;
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
    watch.known.forget(work);
    watch.questions.delete(work);
    if (watch.works.size > 0) return;
    watch.stop.abort();
    watches.delete(text);
  }

  /** Who needs full objects gets a watch of them in place of the metadata watch, and the others use it, too. */
  private ensure(member: string, watches: Map<string, KindWatch>, kind: WatchedKind): KindWatch {
    const current = watches.get(textOf(kind));
    if (current === undefined) return this.start(member, watches, kind);
    if (!current.kind.metadataOnly || kind.metadataOnly) return current;
    current.stop.abort();
    const whole = this.start(member, watches, kind);
    for (const [work, held] of current.works) whole.works.set(work, held);
    return whole;
  }

  private start(member: string, watches: Map<string, KindWatch>, kind: WatchedKind): KindWatch {
    const watch = newKindWatch(kind);
    watches.set(textOf(kind), watch);
    this.follow(member, watch).catch(error => {
      // What it has seen grows old from here; the next pass of a work begins a new one.
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
      ...(watch.kind.metadataOnly && { metadataOnly: true }),
      onProblem: (error, retryInMs) => this.noteProblem(member, watch, { error, retryInMs }),
      onListing: () => {
        watch.isSynced = false;
        watch.isFull = false;
        watch.known.clear();
      },
      onOpen: () => {
        watch.isBroken = false;
      },
      isWanted: object => !watch.isFull && isKept(watch, object),
    };
    for await (const event of watchResource(await client(member), watch.kind, options))
      this.take(member, watch, event);
  }

  /**
   * What was seen stays: the watch resumes where it broke, and what it missed comes as events or with a new list. But it is
   * shown as current only where the member does not answer at all, which is reported elsewhere: whoever owns one object of
   * the kind must not be able to stall the status of all others.
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
    watch.isTooLarge = true;
    this.warnOnce(member, watch, {
      message:
        'A member has an object that is too large to be watched; until it can be listed, objects of this kind are read by requests',
      about: { reason },
    });
  }

  private warnOnce(
    cluster: string,
    { kind, warned }: KindWatch,
    {
      message,
      about,
    }: { readonly message: string; readonly about: Readonly<Record<string, string | number>> },
  ): void {
    if (!warned.has(message)) this.options.log.warn(message, { cluster, kind: kind.kind, ...about });
    warned.add(message);
  }

  private take(member: string, watch: KindWatch, event: WatchEvent): void {
    if (event.type === 'SYNCED') {
      for (const key of watch.objects.keys()) if (!event.keys.has(key)) this.drop(watch, key);
      watch.known.moveTo(event.resourceVersion);
      watch.isSynced = true;
      watch.isBroken = false;
      watch.isTooLarge = false;
      this.notify(member, watch, [...watch.works.values()]);
      return;
    }
    const { object } = event;
    const key = objectKey(object.metadata);
    const before = watch.objects.get(key)?.object;
    const isThere = event.type !== 'DELETED' && isKept(watch, object);
    this.drop(watch, key);
    if (isThere)
      this.keep(member, watch, { key, object: watch.kind.metadataOnly ? toMarker(object) : object });
    if (!watch.isSynced) return;
    watch.known.moveTo(object.metadata.resourceVersion);
    const concerned = [...concernedBy(watch, before ? [before, object] : [object])];
    const isMore =
      watch.kind.metadataOnly || before === undefined || !isThere || !this.options.isSame(before, object);
    this.notify(member, watch, isMore ? concerned : concerned.filter(({ keepsStatuses }) => keepsStatuses));
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
      // The largest, whichever happens to come last: the others fit then.
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
        'A member sends more objects that AppliedWorks own than are kept of it; those of this kind are read by requests',
      about: { keptBytes: KEPT_PER_MEMBER },
    });
  }

  private drop(watch: KindWatch, key: string): void {
    watch.weight -= watch.objects.get(key)?.weight ?? 0;
    watch.objects.delete(key);
  }

  private notify(member: string, watch: KindWatch, works: readonly HeldWork[]): void {
    const isAsked = watch.kind.metadataOnly === true;
    const changed = works.filter(({ work, placement, compared }) => {
      // Of what is only compared nothing is ours, so nothing is known.
      const question: IsStillChanged | undefined = isAsked && !compared ? questionOf(watch, work) : undefined;
      const pendingChanges = this.pendingChanges.get(gatheredKey(member, placement));
      pendingChanges?.take(question);
      return pendingChanges === undefined && (question?.() ?? true);
    });
    if (changed.length > 0)
      this.options.onChanged(
        member,
        changed.map(({ placement }) => placement),
      );
  }
}

const gatheredKey = (member: string, placement: string) => `${member}/${placement}`;
