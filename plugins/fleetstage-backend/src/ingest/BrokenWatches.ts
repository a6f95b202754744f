import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { messageOf } from '@fleetstage/kube-client';
import type { Log } from '../observe/log';
import type { Ports, Timer } from '../ports';

/** A kind whose changes on the hub are not seen. */
export interface BrokenWatch {
  /** `group/version/Kind`, with an empty group for core kinds; of our own the kind alone. */
  readonly kind: string;
  readonly since: Instant;
  /** What the hub says. */
  readonly reason: string;
}

export interface BrokenWatchesOptions {
  readonly hub: string;
  readonly ports: Pick<Ports, 'clock' | 'timers'>;
  readonly log: Log;
  /** While it does not, that is told, and not what follows from it for each kind. */
  readonly isHubAnswering: () => boolean;
  /** The kind cannot be watched, or can again. */
  readonly onChanged: (kind: string) => void;
}

interface Breakage {
  readonly since: Instant;
  reason: string;
  isTold: boolean;
  due: Timer;
  /** Its stream is open again, and not yet for long. */
  steady?: Timer;
}

/** As of the hub as a whole: shorter is a restart of whatever serves the kind. */
const TOLD_AFTER_MS = 20_000;
/**
 * A stream that is opened proves nothing: where a conversion webhook is broken, the first event in it is an error, at once,
 * each time anew.
 */
const STEADY_AFTER_MS = 10_000;

/**
 * Kinds that cannot be watched although the hub answers: a right is missing, or their own API is broken.
 *
 *   watched ──fails──► broken ──for 20 s──► told
 *      ▲                 │                    │
 *      └─── its stream stays open for 10 s ───┘
 */
export class BrokenWatches {
  private readonly breakages = new Map<string, Breakage>();

  constructor(private readonly options: BrokenWatchesOptions) {}

  failed(kind: string, error: unknown): void {
    const known = this.breakages.get(kind);
    const reason = messageOf(error);
    if (known === undefined) {
      const since = this.options.ports.clock.now();
      this.breakages.set(kind, { since, reason, isTold: false, due: this.judgeLater(kind, TOLD_AFTER_MS) });
      return;
    }
    known.steady?.cancel();
    known.steady = undefined;
    known.reason = reason;
  }

  /** The hub has answered with a stream. */
  opened(kind: string): void {
    const known = this.breakages.get(kind);
    if (known === undefined) return;
    known.steady ??= this.options.ports.timers.after(STEADY_AFTER_MS, () => this.end(kind));
  }

  /** Nobody watches the kind any more: no placement selects it, or the hub does not serve it. */
  forget(kind: string): void {
    const known = this.breakages.get(kind);
    if (known === undefined) return;
    this.drop(kind, known);
    if (known.isTold)
      this.options.log.info('A kind that could not be watched on the hub is not needed any more', {
        hub: this.options.hub,
        kind,
      });
  }

  told(): BrokenWatch[] {
    return [...this.breakages]
      .filter(([, { isTold }]) => isTold)
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
    const { hub, log, isHubAnswering, onChanged } = this.options;
    const known = this.breakages.get(kind);
    if (known === undefined) return;
    if (known.steady !== undefined || !isHubAnswering()) {
      known.due = this.judgeLater(kind, known.steady ? STEADY_AFTER_MS : TOLD_AFTER_MS);
      return;
    }
    known.isTold = true;
    log.warn('A kind cannot be watched on the hub; what changes of it there is not seen', {
      hub,
      kind,
      since: new Date(known.since).toISOString(),
      reason: known.reason,
    });
    onChanged(kind);
  }

  private end(kind: string): void {
    const { hub, log, ports, onChanged } = this.options;
    const known = this.breakages.get(kind);
    if (known === undefined) return;
    this.drop(kind, known);
    if (!known.isTold) return;
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
