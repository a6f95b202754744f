import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { messageOf } from '@fleetstage/kube-client';
import type { UnwatchedKind } from '../database/leaseStore';
import type { Log } from '../observe/log';
import type { Ports, Timer } from '../ports';

export interface BrokenWatchesOptions {
  readonly hub: string;
  readonly ports: Pick<Ports, 'clock' | 'timers'>;
  readonly log: Log;
  /** Since when, without a break. While it does not, that is reported, and not what follows from it for each kind. */
  readonly hubAnswersSince: () => Instant | undefined;
  /** The kind cannot be watched, or can again, or need not be any more. */
  readonly onChanged: (kind: string) => void;
}

interface Breakage {
  readonly since: Instant;
  reason: string;
  /** The last time; absent: something of its list has come since. */
  failedAt?: Instant;
  isReported: boolean;
  due: Timer;
  /** Its stream is open again, and not yet for long. */
  steady?: Timer;
}

/** As of the hub as a whole: shorter is a restart of whatever serves the kind. */
const REPORTED_AFTER_MS = 20_000;
/**
 * A stream that is opened proves nothing: where a conversion webhook is broken, the first event in it is an error, at once,
 * each time anew.
 */
export const STEADY_AFTER_MS = 10_000;

/**
 * Kinds that cannot be watched although the hub answers: a right is missing, or their own API is broken.
 *
 *   watched ──fails──► broken ──for 20 s──► reported
 *      ▲                 │                    │
 *      └─── its stream stays open for 10 s ───┘
 *
 * What failed before the hub last began to answer belongs to its outage: the kind is reported when it fails again, and the
 * hub has answered for 20 s. A list may take longer than that; while something of it comes, the kind does not fail.
 */
export class BrokenWatches {
  private readonly breakages = new Map<string, Breakage>();

  constructor(private readonly options: BrokenWatchesOptions) {}

  failed(kind: string, error: unknown): void {
    const known = this.breakages.get(kind);
    const reason = messageOf(error);
    const now = this.options.ports.clock.now();
    if (known === undefined) {
      const due = this.judgeLater(kind, REPORTED_AFTER_MS);
      this.breakages.set(kind, { since: now, failedAt: now, reason, isReported: false, due });
      return;
    }
    known.failedAt = now;
    known.steady?.cancel();
    known.steady = undefined;
    known.reason = reason;
  }

  /** Something of its list, or of its stream, has come. */
  progressed(kind: string): void {
    const known = this.breakages.get(kind);
    if (known !== undefined) known.failedAt = undefined;
  }

  /** The hub has answered with a stream. */
  opened(kind: string): void {
    const known = this.breakages.get(kind);
    if (known === undefined) return;
    known.steady ??= this.options.ports.timers.after(STEADY_AFTER_MS, () => this.end(kind));
  }

  /** Nobody waits for its watch: no placement selects it, the hub does not serve it, or it never was ours to read. */
  forget(kind: string): void {
    const known = this.breakages.get(kind);
    if (known === undefined) return;
    this.drop(kind, known);
    if (!known.isReported) return;
    const { hub, log, onChanged } = this.options;
    log.info('A kind that could not be watched on the hub is not needed any more', { hub, kind });
    onChanged(kind);
  }

  reported(): UnwatchedKind[] {
    return [...this.breakages]
      .filter(([, { isReported }]) => isReported)
      .map(([kind, { since, reason }]) => ({ kind, since, reason }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1));
  }

  stop(): void {
    for (const [kind, breakage] of this.breakages) this.drop(kind, breakage);
  }

  private judgeLater(kind: string, afterMs: number): Timer {
    return this.options.ports.timers.after(afterMs, () => this.judge(kind));
  }

  private judge(kind: string): void {
    const { hub, log, onChanged } = this.options;
    const known = this.breakages.get(kind);
    if (known === undefined) return;
    const afterMs = this.tooEarlyByMs(known);
    if (afterMs > 0) {
      known.due = this.judgeLater(kind, afterMs);
      return;
    }
    known.isReported = true;
    log.warn('A kind cannot be watched on the hub; its changes are not seen', {
      hub,
      kind,
      since: new Date(known.since).toISOString(),
      reason: known.reason,
    });
    onChanged(kind);
  }

  private tooEarlyByMs({ failedAt, steady }: Breakage): number {
    const answersSince = this.options.hubAnswersSince();
    if (answersSince === undefined) return REPORTED_AFTER_MS;
    const isFailing = steady === undefined && failedAt !== undefined && failedAt >= answersSince;
    if (!isFailing) return STEADY_AFTER_MS;
    return answersSince + REPORTED_AFTER_MS - this.options.ports.clock.now();
  }

  private end(kind: string): void {
    const { hub, log, ports, onChanged } = this.options;
    const known = this.breakages.get(kind);
    if (known === undefined) return;
    this.drop(kind, known);
    if (!known.isReported) return;
    log.info('A kind can be watched on the hub again', {
      hub,
      kind,
      durationMs: ports.clock.now() - known.since,
    });
    onChanged(kind);
  }

  private drop(kind: string, { due, steady }: Breakage): void {
    due.cancel();
    steady?.cancel();
    this.breakages.delete(kind);
  }
}
