import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database } from '../database/db';
import { memberOfKey } from '../database/keys';
import { claimWithNext, type Claim, type ClaimOptions, type GroupRoom } from '../database/queue/claim';
import { nextDueAfterMs } from '../database/queue/inspect';
import { settle } from '../database/queue/settle';
import type { Executor, Reader } from '../database/sql';
import { fieldsOfKey } from '../database/queue/fieldsOfKey';
import type { Log } from '../observe/log';
import type { Metrics } from '../observe/metrics';
import { backoffMs } from './backoff';
import { messageOf, settleFailure } from './settleFailure';
import type { LeaseKeeper } from './LeaseKeeper';
import type { MemberScope } from './MemberScope';
import type { Ports, Timer } from '../ports';
import type { Ended, Outcome } from './reconciler';

/** One queue and how its keys are worked on. */
export interface QueueSpec {
  /** A pass decides and commits, an effect acts outside: metrics distinguish them. */
  readonly kind: 'pass' | 'effect';
  readonly queue: string;
  /** Keys in work at once in this process. */
  readonly concurrency: number;
  /** Of these, keys of one group; a slow group never takes more slots than this. */
  readonly perGroup?: number;
  /** Work on a key connects to one member: only its owner claims it. */
  readonly isMemberBound?: true;
  readonly work: (claim: Claim, signal: AbortSignal) => Promise<Ended>;
}

export interface WorkerDeps {
  readonly database: Database;
  readonly ports: Ports;
  readonly keeper: LeaseKeeper;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly leaseMs: number;
  /** See `ClaimOptions`. */
  readonly keyPrefix?: string;
  /** The longest time without a poll, in case a hint got lost. */
  readonly pollMs: () => number;
  readonly members: MemberScope;
}

/** As of a moment before the claim. */
interface Before {
  readonly heldSince: Instant;
  readonly hints: number;
}

interface Claimed {
  readonly claims: readonly Claim[];
  /** Just before the leases were taken. */
  readonly heldSince: Instant;
  /** There may be more. */
  readonly isCut: boolean;
  /** How long until the next key is due; asked once what was claimed has begun. */
  readonly nextDueMs: () => Promise<number | undefined>;
}

/**
 * Marks and ends of work come in bursts. One claim serves all that come within this time of the claim before it, or within
 * the time that that one took, so that a busy database does something else half of the time; the first of a burst waits for
 * nothing.
 */
const CLAIM_SPACING_MS = 5;
const MAX_CLAIM_SPACING_MS = 100;
const CLAIM_BACKOFF = { firstMs: 200, maxMs: 10_000 };

/**
 * Works one queue. States: *idle* (nothing due; a timer for the next due key, at most `pollMs`), *claiming* (one claim
 * at a time; a hint meanwhile makes it claim once more), *full* (all slots taken; every key that ends claims again),
 * *stopped* (no more claims; keys in work end or are handed back).
 *
 * A key that ends while slots are free asks nothing: when it is due again is known, unless somebody has marked it meanwhile,
 * which is a hint.
 *
 * A claim that throws does not end the worker: it is counted and repeated after a back-off.
 */
export class QueueWorker {
  private readonly inWork = new Map<Claim, Promise<void>>();
  private readonly busy = new Map<string, number>();
  private timer: Timer | undefined;
  private isClaiming = false;
  private isSpacing = false;
  private claimedAt = -Infinity;
  private spacingMs = CLAIM_SPACING_MS;
  private isHinted = false;
  /** Grows with each hint, and with each sleep. */
  private hints = 0;
  private sleeps = 0;
  private wakesAt = -Infinity;
  /** Something is known to be due; else PostgreSQL is asked first, which costs a quarter of a claim's round trips. */
  private isExpecting = true;
  private isStopped = false;
  private failures = 0;

  constructor(
    private readonly deps: WorkerDeps,
    private readonly spec: QueueSpec,
  ) {}

  get queue(): string {
    return this.spec.queue;
  }

  get inFlight(): number {
    return this.inWork.size;
  }

  /** Consecutive claims that failed: above zero the database is out of reach. */
  get claimFailures(): number {
    return this.failures;
  }

  /** Something may be due. */
  poke(): void {
    this.hints += 1;
    this.isExpecting = true;
    this.poll();
  }

  /** Call it before the queues are read for `noteDue`. */
  moment(): string {
    return `${this.hints}/${this.sleeps}`;
  }

  /** As of `moment` the next key was due so long from then, whosever it is: nothing needs to be asked before. */
  noteDue(dueMs: number | undefined, moment: string): void {
    // After a claim that failed the retry comes first: it alone shows that the queue is within reach again.
    if (this.isStopped || this.isClaiming || this.isSpacing || this.failures > 0 || moment !== this.moment())
      return;
    const isOthers = this.spec.isMemberBound && this.deps.members.shards() !== undefined;
    if (dueMs === 0) this.poke();
    else if (dueMs === undefined || !isOthers) this.sleep(this.idle(this.deps.pollMs(), dueMs));
  }

  private poll(): void {
    if (this.isStopped) return;
    if (this.isClaiming) {
      this.isHinted = true;
      return;
    }
    if (this.isSpacing || this.inWork.size >= this.spec.concurrency) return;
    const sinceClaimMs = Math.abs(this.deps.ports.clock.now() - this.claimedAt);
    if (sinceClaimMs < this.spacingMs) {
      this.isSpacing = true;
      this.sleep(this.spacingMs - sinceClaimMs);
      return;
    }
    this.isClaiming = true;
    this.timer?.cancel();
    const askedAt = this.deps.ports.clock.now();
    this.claimWhileDue()
      .then(
        waitMs => this.sleep(waitMs),
        error => this.sleep(this.claimFailed(error)),
      )
      .finally(() => {
        this.isClaiming = false;
        this.claimedAt = this.deps.ports.clock.now();
        this.spacingMs = Math.min(MAX_CLAIM_SPACING_MS, Math.max(CLAIM_SPACING_MS, this.claimedAt - askedAt));
        if (this.isHinted) this.pokeAgain();
      });
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
  }

  /** Ends when no key is in work any more. */
  async drained(): Promise<void> {
    while (this.inWork.size > 0) await Promise.all(this.inWork.values());
  }

  /** Keys in work of members that are not ours any more, and their ends. */
  foreign(): ReadonlyMap<Claim, Promise<void>> {
    return new Map([...this.inWork].filter(([claim]) => !this.isOurs(claim)));
  }

  private pokeAgain(): void {
    this.isHinted = false;
    this.poke();
  }

  /** Claims until there is no slot or nothing due, and returns how long to sleep then. */
  private async claimWhileDue(): Promise<number> {
    const { database, leaseMs, ports, keyPrefix } = this.deps;
    const { queue } = this.spec;
    for (;;) {
      const limit = this.spec.concurrency - this.inWork.size;
      const pollMs = this.deps.pollMs();
      const shards = this.spec.isMemberBound && this.deps.members.shards();
      if (limit <= 0 || this.isStopped) return pollMs;
      // Nothing is claimed, so nothing fails.
      if (shards && shards.length === 0) {
        this.failures = 0;
        return pollMs;
      }
      this.isHinted = false;
      const whose = { groups: this.groupRoom(), keyPrefix, ...(shards && { shards }) };
      if (!this.isExpecting && database.dialect === 'postgres') {
        const idleMs = await database.ask(reader => nextDueAfterMs(reader, queue, whose));
        if (idleMs !== 0) {
          this.failures = 0;
          return this.idle(pollMs, idleMs);
        }
        // Also where the claim fails, so that it is not asked before each of its repetitions.
        this.isExpecting = true;
      }
      const { hints } = this;
      const claimed = await this.claimOnce({ queue, limit, token: ports.ids.next(), leaseMs, ...whose });
      const { claims, heldSince, isCut } = claimed;
      this.failures = 0;
      // The process may be stopping since we asked; nobody waits for what would begin now.
      if (this.isStopped) return this.handBack(claims);
      const others = claims.filter(claim => !this.isOurs(claim));
      if (others.length > 0) await this.handBack(others);
      for (const claim of claims) if (!others.includes(claim)) this.begin(claim, { heldSince, hints });
      this.isExpecting = claims.length === limit;
      if (!isCut) return this.idle(pollMs, await claimed.nextDueMs());
    }
  }

  private async claimOnce(options: ClaimOptions): Promise<Claimed> {
    const { database, ports } = this.deps;
    const claimIn = async (executor: Executor) => {
      const heldSince = ports.clock.now();
      const { claims, next } = await claimWithNext(executor, options);
      // A claim cut at the limit, or to the room of groups, may have left something.
      const isCut = claims.length > 0 && (options.groups !== undefined || claims.length === options.limit);
      return { claims, heldSince, isCut, next };
    };
    const askNext = (reader: Reader) => nextDueAfterMs(reader, options.queue, options);
    if (database.dialect === 'postgres') {
      const { next, ...claimed } = await database.execute(claimIn);
      return { ...claimed, nextDueMs: async () => (next ? next.dueMs : database.ask(askNext)) };
    }
    // Each transaction of SQLite is waited for by the others.
    return database.transactBatched(async tx => {
      const { next: _, ...claimed } = await claimIn(tx);
      const nextMs = claimed.isCut ? undefined : await askNext(tx);
      return { ...claimed, nextDueMs: async () => nextMs };
    });
  }

  /** How long to sleep: when the next key is due is known, and beyond the poll nothing is. */
  private idle(pollMs: number, dueMs: number | undefined): number {
    this.isExpecting = dueMs !== undefined && dueMs <= pollMs;
    return Math.min(pollMs, dueMs ?? pollMs);
  }

  /** Somebody else may take them at once. */
  private async handBack(claims: readonly Claim[]): Promise<number> {
    await this.deps.database.transact(async tx =>
      claims.forEach(claim => settle(tx, claim, { kind: 'released' })),
    );
    return this.deps.pollMs();
  }

  /** False once the member was given back, or is lost. */
  private isOurs({ queue, key }: Claim): boolean {
    const { members } = this.deps;
    if (!this.spec.isMemberBound || members.ownsAll) return true;
    const member = memberOfKey(queue, key);
    return member === undefined || members.owns(member);
  }

  private groupRoom(): GroupRoom | undefined {
    const { perGroup } = this.spec;
    return perGroup === undefined ? undefined : { perGroup, busy: new Map(this.busy) };
  }

  private sleep(ms: number): void {
    if (this.isStopped) return;
    this.timer?.cancel();
    this.sleeps += 1;
    this.wakesAt = this.deps.ports.clock.now() + ms;
    this.timer = this.deps.ports.timers.after(Math.max(1, ms), () => {
      this.isSpacing = false;
      this.poll();
    });
  }

  private claimFailed(error: unknown): number {
    const { log, metrics, ports } = this.deps;
    this.failures += 1;
    metrics.count('claim_failures', { queue: this.spec.queue });
    const retryInMs = backoffMs(this.failures, ports.jitter, CLAIM_BACKOFF);
    log.error('Claiming keys failed; trying again', {
      pass: this.spec.queue,
      reason: messageOf(error),
      retryInMs,
    });
    return retryInMs;
  }

  private begin(claim: Claim, before: Before): void {
    this.busy.set(claim.group, (this.busy.get(claim.group) ?? 0) + 1);
    this.inWork.set(claim, this.workOff(claim, before));
  }

  private async workOff(claim: Claim, { heldSince, hints }: Before): Promise<void> {
    let ended: Ended | undefined;
    try {
      ended = await this.perform(claim, heldSince);
    } finally {
      const hasRoom = this.inWork.size < this.spec.concurrency && this.spec.perGroup === undefined;
      this.inWork.delete(claim);
      this.leaveGroup(claim.group);
      const isKnown = ended?.outcome === 'settled' || ended?.outcome === 'gone';
      if (isKnown && hasRoom && hints === this.hints) this.pollAfter(ended?.afterMs);
      else this.poll();
    }
  }

  /** The key that has ended is due so long from now. */
  private pollAfter(afterMs: number | undefined): void {
    if (afterMs === undefined || this.isStopped) return;
    // Whoever has read the queue before does not know of this key.
    this.sleeps += 1;
    if (this.deps.ports.clock.now() + afterMs >= this.wakesAt && !this.isClaiming) return;
    // The claim that is under way may not have seen when the key is due.
    if (this.isClaiming || this.isSpacing) {
      if (afterMs < this.deps.pollMs()) this.poll();
      return;
    }
    this.isExpecting = true;
    this.sleep(afterMs);
  }

  private leaveGroup(group: string): void {
    const left = (this.busy.get(group) ?? 1) - 1;
    if (left > 0) this.busy.set(group, left);
    else this.busy.delete(group);
  }

  private async perform(claim: Claim, heldSince: Instant): Promise<Ended> {
    const { keeper, ports } = this.deps;
    const startedAt = ports.clock.now();
    const signal = keeper.keep(claim, heldSince);
    let ended: Ended;
    try {
      ended = await this.spec.work(claim, signal);
    } catch (error) {
      const isReleased = this.isStopped || !this.isOurs(claim);
      ended = { outcome: await settleFailure(this.deps, { claim, error, isReleased, kind: this.spec.kind }) };
    } finally {
      keeper.forget(claim);
    }
    const { outcome } = ended;
    const durationMs = ports.clock.now() - startedAt;
    this.measure(outcome, durationMs / 1000);
    if (outcome === 'failed' || outcome === 'parked') return ended;
    const fields = { ...fieldsOfKey(claim.queue, claim.key), outcome, durationMs };
    this.deps.log.debug(this.spec.kind === 'pass' ? 'A pass ended' : 'An effect ended', fields);
    return ended;
  }

  private measure(outcome: Outcome, seconds: number): void {
    const { kind, queue } = this.spec;
    const { metrics } = this.deps;
    if (kind === 'pass') {
      metrics.count('passes', { pass: queue, outcome });
      metrics.observe('pass_seconds', seconds, { pass: queue });
    } else {
      metrics.count('effects', { effect: queue, outcome });
      metrics.observe('effect_seconds', seconds, { effect: queue });
    }
  }
}
