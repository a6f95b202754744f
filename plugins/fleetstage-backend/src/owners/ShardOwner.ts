import { planShards, shardOf, SHARDS, shardsInWords } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database, Tx } from '../database/db';
import {
  announceOwners,
  endLateReplicas,
  joinReplicas,
  leaveReplicas,
  limitIdleness,
  loadShardOwners,
  releaseShards,
  renewAndLoadOwners,
  renewReplica,
  takeShards,
  type ShardOwners,
} from '../database/ownerStore';
import type { MemberScope } from '../loop/MemberScope';
import type { Log } from '../observe/log';
import { pause, type Ports, type Timer } from '../ports';

export interface ShardOwnerOptions {
  readonly hub: string;
  readonly database: Database;
  readonly ports: Pick<Ports, 'clock' | 'timers' | 'ids'>;
  readonly log: Log;
  readonly leaseMs: number;
  /** Members of these shards are ours from now on. */
  readonly onTaken: (shards: ReadonlySet<number>) => void;
  /**
   * Members of these shards are ours no more. Resolves once nothing of ours is under way there and every connection is
   * closed. `atOnce`: the lease is over, and another replica may have them already.
   */
  readonly onLeft: (shards: ReadonlySet<number>, how: { readonly atOnce: boolean }) => Promise<void>;
  /** Replicas have gone, so keys that they had in work are free soon. */
  readonly onReplicasGone: () => void;
}

interface Turn {
  readonly id: string;
  /** The lease under the id of before was ended by another replica. */
  readonly isNew: boolean;
  /** Shards that are ours as of the commit. */
  readonly owned: readonly number[];
  /** Of those, what there is to give back. */
  readonly surplus: readonly number[];
  /** No more ours as of the commit. */
  readonly released: readonly number[];
  readonly live: readonly string[];
  /** Until the lease of another replica ends, unless it is renewed. */
  readonly firstEndMs: number;
}

/** Whoever runs has renewed its lease long before it ends; a dead one is replaced as soon as it has. */
const AFTER_END_MS = 50;
/** How long the end may take while the database does not answer. */
const LEAVE_MS = 2_000;

/**
 * Owns a part of the members' shards, for as long as the replica's lease is valid.
 *
 * One row per replica is renewed three times per lease; rows of shards are written when their owner changes. Whoever takes a
 * shard from a replica that is late has deleted its row before, so a replica that finds its row has lost nothing. It comes
 * back under a new id, which owns nothing yet.
 *
 * By its own clock a replica stops sooner than its lease can end: what it began before is aborted, and its connections to
 * those members are closed (`onLeft`). Shards that it gives back are free once that is done.
 */
export class ShardOwner implements MemberScope {
  private id: string | undefined;
  private readonly held = new Set<number>();
  /** Being given back: still ours for the others. */
  private readonly leaving = new Set<number>();
  /** Of those, the ones where nothing of ours is under way any more. */
  private readonly left = new Set<number>();
  private live: readonly string[] = [];
  private validUntil = -Infinity;
  private gaveAt = -Infinity;
  private timer: Timer | undefined;
  private expiry: Timer | undefined;
  private turning: Promise<void> | undefined;
  private isAsked = false;
  private nextMs = 0;
  private isStopping = false;
  private isLeft = false;
  private failures = 0;

  constructor(private readonly options: ShardOwnerOptions) {}

  shards(): readonly number[] | undefined {
    if (!this.isValid()) return [];
    return this.held.size === SHARDS ? undefined : [...this.held];
  }

  owns(member: string): boolean {
    return this.isValid() && this.held.has(shardOf(member));
  }

  /** A process that slept finds its timers late. */
  private isValid(): boolean {
    return this.options.ports.clock.now() < this.validUntil;
  }

  count(): number {
    return this.held.size;
  }

  /** Takes what is free; fails no start: the database may come back. */
  async start(): Promise<void> {
    await this.turn();
  }

  /** Owners may have changed. */
  poke(): void {
    if (this.isStopping) return;
    if (this.turning) this.isAsked = true;
    else void this.turn();
  }

  /** From now on nothing more is taken or given back; the lease goes on until `leave`. */
  settleDown(): void {
    this.isStopping = true;
  }

  /** Everything is free for the others; call it once nothing of ours is under way. */
  async leave(): Promise<void> {
    this.isStopping = true;
    this.isLeft = true;
    const { hub, database, log, ports } = this.options;
    const end = async () => {
      await this.turning;
      this.timer?.cancel();
      this.expiry?.cancel();
      const { id } = this;
      if (id === undefined) return;
      log.info('Left members to the other replicas', {
        replica: id,
        ...shardFields([...this.held, ...this.leaving]),
      });
      this.held.clear();
      this.id = undefined;
      await database.transact(async tx => {
        await leaveReplicas(tx, { hub, id });
        await announceOwners(tx);
      });
    };
    const onProblem = (error: unknown) =>
      log.warn('The lease of this replica could not be ended; it runs out', { reason: String(error) });
    const ended = new AbortController();
    await Promise.race([end().catch(onProblem), pause(ports.timers, LEAVE_MS, ended.signal)]);
    ended.abort();
    this.timer?.cancel();
    this.expiry?.cancel();
  }

  private turn(): Promise<void> {
    this.timer?.cancel();
    this.isAsked = false;
    const turning = this.turnOnce().finally(() => {
      this.turning = undefined;
      if (this.isLeft) return;
      const { timers } = this.options.ports;
      this.timer = timers.after(this.isAsked ? 0 : this.nextMs, () => void this.turn());
    });
    this.turning = turning;
    return turning;
  }

  private async turnOnce(): Promise<void> {
    const { log, leaseMs, ports } = this.options;
    try {
      const { turn, heldSince } = await this.withinLease(
        (async () => {
          const askedAt = ports.clock.now();
          const idle = await this.renewIdle();
          return idle ? { turn: idle, heldSince: askedAt } : this.renewInTransaction();
        })(),
      );
      this.failures = 0;
      this.nextMs = Math.min(leaseMs / 3, Math.max(0, turn.firstEndMs) + AFTER_END_MS);
      if (turn.isNew) this.lose('another replica has ended the lease');
      else if (!this.isValid()) this.lose('the clock went past the end of the lease');
      this.id = turn.id;
      this.validUntil = heldSince + leaseMs;
      // An answer that took longer than the lease says nothing of now.
      if (!this.isValid()) return;
      this.armExpiry();
      this.note(turn);
      if (turn.surplus.length > 0) void this.giveBack(turn.surplus);
    } catch (error) {
      this.failures += 1;
      this.nextMs = leaseMs / 3;
      const logAt = this.failures === 1 ? log.warn : log.debug;
      logAt.call(log, 'The lease of this replica could not be renewed; trying again', {
        reason: String(error),
      });
    }
  }

  /** A connection that leads nowhere answers when TCP gives up. What is left behind commits or not; the next turn reads it. */
  private async withinLease<T>(work: Promise<T>): Promise<T> {
    const { leaseMs, ports } = this.options;
    const stop = new AbortController();
    const late = pause(ports.timers, leaseMs, stop.signal).then(() => {
      throw new Error(`the database has not answered within ${leaseMs} ms`);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([work, late]);
    } finally {
      stop.abort();
      work.catch(() => undefined);
    }
  }

  /** Most turns find everything as it was: then one statement does. Absent: there is more to be done. */
  private async renewIdle(): Promise<Turn | undefined> {
    const { database, hub, leaseMs } = this.options;
    const { id } = this;
    if (id === undefined || database.dialect !== 'postgres') return undefined;
    if (this.left.size > 0 || this.leaving.size > 0) return undefined;
    const read = await database.execute(executor => renewAndLoadOwners(executor, { hub, id }, leaseMs));
    if (read === undefined || hasLate(read)) return undefined;
    const { take, release } = this.planFor(id, read);
    if (take.length > 0 || release.length > 0) return undefined;
    return toTurn(id, read, { taken: [], surplus: [], released: [], isNew: false, leaseMs });
  }

  private renewInTransaction(): Promise<{ readonly turn: Turn; readonly heldSince: Instant }> {
    const { database, leaseMs, ports } = this.options;
    return database.transact(async tx => {
      const heldSince = ports.clock.now();
      await limitIdleness(tx, leaseMs);
      return { turn: await this.renewAndTake(tx), heldSince };
    });
  }

  private planFor(self: string, { shards, live }: ShardOwners) {
    const owners = new Map(shards.map(({ shard, owner }) => [shard, owner]));
    return planShards({ self, live: [...live.keys()], owners });
  }

  private async renewAndTake(tx: Tx): Promise<Turn> {
    const { hub, leaseMs, ports } = this.options;
    const before = this.id;
    const isKept = before !== undefined && (await renewReplica(tx, { hub, id: before }, leaseMs));
    const id = isKept ? before : ports.ids.next();
    const self = { hub, id };
    if (!isKept) await joinReplicas(tx, self, leaseMs);
    const released = [...this.left];
    if (released.length > 0) {
      await releaseShards(tx, self, released);
      await announceOwners(tx);
    }
    const read = await this.loadLiveOwners(tx);
    const tokens = new Map(read.shards.map(({ shard, token }) => [shard, token]));
    const plan = this.planFor(id, read);
    const wanted = this.isStopping ? [] : plan.take;
    const taken = await takeShards(
      tx,
      self,
      wanted.map(shard => ({ shard, token: tokens.get(shard) ?? 0 })),
    );
    // One step at a time, however often owners change meanwhile.
    const isStep = this.leaving.size === 0 && ports.clock.now() - this.gaveAt >= leaseMs / 3;
    const surplus = isStep && !this.isStopping ? plan.release : [];
    return toTurn(id, read, { taken, surplus, released, isNew: !isKept && before !== undefined, leaseMs });
  }

  /** Only where a lease has run out is somebody to be ended: the others are read once. */
  private async loadLiveOwners(tx: Tx): Promise<ShardOwners> {
    const { hub } = this.options;
    const read = await loadShardOwners(tx, hub);
    if (!hasLate(read)) return read;
    await endLateReplicas(tx, hub);
    return loadShardOwners(tx, hub);
  }

  private note({ id, owned, released, live }: Turn): void {
    const { log, onTaken, onReplicasGone } = this.options;
    for (const shard of released) {
      this.left.delete(shard);
      this.leaving.delete(shard);
    }
    const gone = this.live.filter(one => one !== this.id && !live.includes(one));
    this.live = live;
    if (gone.length > 0) {
      log.info('Replicas are gone', { replica: id, gone: gone.join(', ') });
      onReplicasGone();
    }
    // A database that was restored, or that failed over without its last commits, may know of another owner.
    const missing = [...this.held].filter(shard => !owned.includes(shard));
    if (missing.length > 0) this.drop(missing, 'the database names another owner');
    const taken = owned.filter(shard => !this.held.has(shard) && !this.leaving.has(shard));
    if (taken.length === 0) return;
    taken.forEach(shard => this.held.add(shard));
    log.info('Took members', { replica: id, ...shardFields(taken), owned: this.held.size });
    onTaken(new Set(taken));
  }

  /** The next turn releases them: what another turn reads meanwhile must not take them again. */
  private async giveBack(shards: readonly number[]): Promise<void> {
    const { log, onLeft, ports } = this.options;
    this.gaveAt = ports.clock.now();
    for (const shard of shards) {
      this.held.delete(shard);
      this.leaving.add(shard);
    }
    await onLeft(new Set(shards), { atOnce: false }).catch(error =>
      log.warn('Connections to members could not be closed', { reason: String(error) }),
    );
    // Whoever lost the lease meanwhile has lost them with it.
    const given = shards.filter(shard => this.leaving.has(shard));
    if (given.length === 0) return;
    given.forEach(shard => this.left.add(shard));
    // Before the commit: from there on the next owner may be at work.
    log.info('Gave members back', { replica: this.id, ...shardFields(given), owned: this.held.size });
    this.poke();
  }

  private armExpiry(): void {
    const { leaseMs, ports } = this.options;
    this.expiry?.cancel();
    this.expiry = ports.timers.after(this.validUntil - ports.clock.now(), () =>
      this.lose(`the lease was not renewed within ${leaseMs} ms`),
    );
  }

  private lose(reason: string): void {
    this.drop([...this.held, ...this.leaving], reason);
  }

  private drop(shards: readonly number[], reason: string): void {
    const { log, onLeft } = this.options;
    for (const set of [this.held, this.leaving, this.left]) shards.forEach(shard => set.delete(shard));
    if (shards.length === 0) return;
    log.warn('Lost members', { replica: this.id, ...shardFields(shards), owned: this.held.size, reason });
    onLeft(new Set(shards), { atOnce: true }).catch(error =>
      log.warn('Connections to members could not be closed', { reason: String(error) }),
    );
  }
}

/** The lease of a replica has run out. */
const hasLate = ({ live }: ShardOwners) => [...live.values()].some(({ leftMs }) => leftMs <= 0);

function toTurn(
  id: string,
  { shards, live }: ShardOwners,
  {
    taken,
    leaseMs,
    ...rest
  }: Pick<Turn, 'isNew' | 'surplus' | 'released'> & {
    readonly taken: readonly number[];
    readonly leaseMs: number;
  },
): Turn {
  const kept = shards.filter(({ owner }) => owner === id).map(({ shard }) => shard);
  const others = [...live].filter(([other]) => other !== id).map(([, { leftMs }]) => leftMs);
  return {
    id,
    ...rest,
    owned: [...kept, ...taken],
    live: [...live.keys()],
    firstEndMs: Math.min(...others, leaseMs),
  };
}

const shardFields = (shards: readonly number[]) => ({ count: shards.length, shards: shardsInWords(shards) });
