import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeError, messageOf, Reconnect, TransientError, UnauthorizedError } from '@fleetstage/kube-client';
import type { HoldersLoss } from '../database/leaseStore';
import type { Log } from '../observe/log';
import type { Ports, Timer } from '../ports';
import { STEADY_AFTER_MS } from './BrokenWatches';

/** Whether the hub answers, and since when not. */
export type HubLink =
  | { readonly state: 'connected' }
  /** `failing`: for less than 20 s, which only `/health` reports. `since`: when the hub last answered. */
  | { readonly state: 'failing' | 'lost'; readonly since: Instant; readonly reason: string };

export interface HubConnectionOptions {
  readonly hub: string;
  readonly ports: Pick<Ports, 'clock' | 'timers'>;
  readonly log: Log;
  /** One small request that takes at most so long; rejects when it is not answered. */
  readonly probe: (timeoutMs: number) => Promise<unknown>;
  /** The hub is lost, or connected again. */
  readonly onChanged?: () => void;
}

/** A hub that has answered something within this time needs no probe: an idle one gets six in a minute. */
const QUIET_MS = 10_000;
const TICK_MS = 5_000;
const PROBE_TIMEOUT_MS = 5_000;
/** Shorter is a restart, of which nobody needs to know. Reported within 10 + 5 + 5 + 5 s of the last answer. */
const LOST_AFTER_MS = 20_000;
/** A process that slept has received nothing for long, and its first probe may fail. */
const LOST_AFTER_FAILING_MS = 5_000;

interface Failure {
  readonly since: Instant;
  readonly failedAt: Instant;
  readonly reason: string;
}

interface WatchFailure extends Failure {
  /** It has failed again soon after it was opened: only a stream that stays open ends that. */
  readonly isUnsteady: boolean;
  /** Its stream is open again, and not yet for long. */
  steady?: Timer;
}

/**
 * Whether the hub answers this replica.
 *
 *   connected ──a probe or a watch fails──► failing ──for 20 s──► lost
 *       ▲                                      │                   │
 *       └──── a probe is answered and the watches are open ────────┘
 *
 * A watch that fails within 10 s of being opened has failed all along, and is open again once it stays so for 10 s.
 * A connection that is silent does not fail by itself; the probe finds it. Streams that were open before it failed may
 * be half-open: with the first answer after a failure all of them are opened anew.
 */
export class HubConnection {
  readonly reconnect = new Reconnect();
  private heardAt: Instant;
  private unanswered: Failure | undefined;
  /** By kind. */
  private readonly brokenWatches = new Map<string, WatchFailure>();
  /** By kind: since when it had failed, and when it was opened. */
  private readonly reopened = new Map<string, { readonly since: Instant; readonly at: Instant }>();
  private lostSince: Instant | undefined;
  private answersSince: Instant | undefined;
  private timer: Timer | undefined;
  private probing: Promise<void> | undefined;
  private isStopped = false;

  constructor(private readonly options: HubConnectionOptions) {
    this.heardAt = options.ports.clock.now();
    this.answersSince = this.heardAt;
  }

  /** From now on a silent hub is found. */
  start(): void {
    if (this.timer !== undefined || this.isStopped) return;
    this.heardAt = this.now();
    this.arm();
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
    for (const { steady } of this.brokenWatches.values()) steady?.cancel();
  }

  /** Any request of this replica was answered. While probes fail it is a probe that ends that. */
  heard(): void {
    if (this.unanswered === undefined) this.heardAt = this.now();
  }

  watchOpened(kind: string): void {
    const known = this.brokenWatches.get(kind);
    if (known?.isUnsteady) {
      known.steady ??= this.options.ports.timers.after(STEADY_AFTER_MS, () => this.watchSettled(kind));
      return;
    }
    if (known !== undefined) this.reopened.set(kind, { since: known.since, at: this.now() });
    this.watchSettled(kind);
  }

  watchFailed(kind: string, error: unknown): void {
    const now = this.now();
    const known = this.brokenWatches.get(kind);
    known?.steady?.cancel();
    const before = this.reopened.get(kind);
    const isFlapping = before !== undefined && now - before.at < STEADY_AFTER_MS;
    const since = known?.since ?? (isFlapping ? before.since : now);
    const reason = `the watch of ${kind}: ${messageOf(error)}`;
    const isUnsteady = known?.isUnsteady ?? isFlapping;
    this.brokenWatches.set(kind, { since, failedAt: since, reason, isUnsteady });
    this.answersSince = undefined;
    if (this.unanswered === undefined && now - this.heardAt > 1_000) void this.probe();
  }

  /** The watches are no more. */
  forgetWatches(): void {
    for (const { steady } of this.brokenWatches.values()) steady?.cancel();
    this.brokenWatches.clear();
    this.reopened.clear();
  }

  link(): HubLink {
    // That nothing is answered explains why watches fail.
    const [first] = this.unanswered ? [this.unanswered] : [...this.brokenWatches.values()].sort(bySince);
    if (first === undefined) return { state: 'connected' };
    const { reason } = first;
    return this.lostSince === undefined
      ? { state: 'failing', since: first.since, reason }
      : { state: 'lost', since: this.lostSince, reason };
  }

  /** Since when it has been connected without a break; nothing: it is not. */
  connectedSince(): Instant | undefined {
    return this.answersSince;
  }

  loss(): HoldersLoss | undefined {
    const link = this.link();
    return link.state === 'lost' ? { since: link.since, reason: link.reason } : undefined;
  }

  private now(): Instant {
    return this.options.ports.clock.now();
  }

  private watchSettled(kind: string): void {
    this.brokenWatches.delete(kind);
    this.settle();
  }

  private arm(): void {
    if (!this.isStopped) this.timer = this.options.ports.timers.after(TICK_MS, () => this.tick());
  }

  private tick(): void {
    this.settle();
    const isDue = this.unanswered !== undefined || this.now() - this.heardAt >= QUIET_MS;
    (isDue ? this.probe() : Promise.resolve()).finally(() => this.arm());
  }

  private probe(): Promise<void> {
    this.probing ??= this.ask().finally(() => {
      this.probing = undefined;
    });
    return this.probing;
  }

  private async ask(): Promise<void> {
    const askedAt = this.now();
    const failure = await this.options.probe(PROBE_TIMEOUT_MS).then(() => undefined, failureOf);
    if (this.isStopped) return;
    if (failure === undefined) {
      const wasSilent = this.unanswered !== undefined;
      this.unanswered = undefined;
      this.heardAt = this.now();
      if (wasSilent) this.reconnect.now();
    } else {
      const { since, failedAt } = this.unanswered ?? { since: this.heardAt, failedAt: askedAt };
      this.unanswered = { since, failedAt, reason: failure };
      this.answersSince = undefined;
    }
    this.settle();
  }

  /** One line per outage, and one at its end. */
  private settle(): void {
    const { hub, log, onChanged } = this.options;
    const now = this.now();
    const failures = [...(this.unanswered ? [this.unanswered] : []), ...this.brokenWatches.values()];
    if (failures.length === 0) this.answersSince ??= now;
    const overdue = failures
      .filter(
        ({ since, failedAt }) => now - since >= LOST_AFTER_MS && now - failedAt >= LOST_AFTER_FAILING_MS,
      )
      .sort(bySince);
    const [first] = overdue;
    if (first !== undefined && this.lostSince === undefined) {
      this.lostSince = first.since;
      const sinceText = new Date(first.since).toISOString();
      log.warn('The hub does not answer; decided work goes on, changes on the hub are not seen', {
        hub,
        since: sinceText,
        reason: this.loss()?.reason,
      });
      onChanged?.();
    }
    if (failures.length === 0 && this.lostSince !== undefined) {
      const durationMs = now - this.lostSince;
      this.lostSince = undefined;
      log.info('The hub answers again; its watches go on where they were', { hub, durationMs });
      onChanged?.();
    }
  }
}

const bySince = (a: Failure, b: Failure) => a.since - b.since;

/** Why it counts as no answer; nothing: a refusal is an answer, too, but for one of our credentials. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof UnauthorizedError) return `the hub refuses our credentials (${error.message})`;
  const isAnswer =
    error instanceof KubeError && (!(error instanceof TransientError) || error.status?.code === 429);
  return isAnswer ? undefined : messageOf(error);
}
