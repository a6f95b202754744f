import type { Database } from '../database/db';
import type { Claim } from '../database/queue/claim';
import { renew } from '../database/queue/hold';
import type { Timer, Timers } from '../ports';

export interface LeaseKeeperOptions {
  readonly database: Database;
  readonly timers: Timers;
  readonly leaseMs: number;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Renews the leases of all keys in work with one statement, three times per lease. Work whose lease is lost is told to
 * stop; it could not record anything any more.
 */
export class LeaseKeeper {
  private readonly kept = new Map<Claim, AbortController>();
  private timer: Timer | undefined;

  constructor(private readonly options: LeaseKeeperOptions) {}

  /** The signal ends when the lease is lost, or everything stops. */
  keep(claim: Claim): AbortSignal {
    const controller = new AbortController();
    this.kept.set(claim, controller);
    this.timer ??= this.arm();
    return controller.signal;
  }

  forget(claim: Claim): void {
    this.kept.delete(claim);
    if (this.kept.size > 0) return;
    this.timer?.cancel();
    this.timer = undefined;
  }

  abortAll(reason: string): void {
    for (const controller of this.kept.values()) controller.abort(reason);
  }

  private arm(): Timer {
    const { timers, leaseMs } = this.options;
    const timer = timers.after(leaseMs / 3, () => {
      this.renewAll()
        .catch(this.options.onProblem)
        .finally(() => {
          // Whoever emptied and filled the list meanwhile has armed another one; two of them would go on for ever.
          if (this.timer === timer) this.timer = this.kept.size > 0 ? this.arm() : undefined;
        });
    });
    return timer;
  }

  private async renewAll(): Promise<void> {
    const claims = [...this.kept.keys()];
    const held = new Set(await this.options.database.transact(tx => renew(tx, claims, this.options.leaseMs)));
    for (const claim of claims) {
      if (!held.has(claim)) this.kept.get(claim)?.abort('the lease was lost');
    }
  }
}
