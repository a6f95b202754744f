import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database } from '../database/db';
import type { Claim } from '../database/queue/claim';
import { renew } from '../database/queue/hold';
import type { Ports, Timer } from '../ports';

export interface LeaseKeeperOptions {
  readonly database: Database;
  readonly ports: Pick<Ports, 'clock' | 'timers'>;
  readonly leaseMs: number;
  readonly onProblem: (error: unknown) => void;
}

interface Kept {
  readonly controller: AbortController;
  expiry: Timer;
}

/**
 * Renews the leases of all keys in work with one statement, three times per lease. Work whose lease is lost is aborted; it
 * could not record anything any more. So is work whose lease nothing has renewed in time, as while the database is away or
 * silent: another replica may have taken its key, and both would write to a cluster.
 */
export class LeaseKeeper {
  private readonly kept = new Map<Claim, Kept>();
  private timer: Timer | undefined;

  constructor(private readonly options: LeaseKeeperOptions) {}

  /**
   * The signal ends when the lease is lost, or everything stops.
   *
   * @param heldSince a moment before the statement that took the lease was sent: the lease cannot end earlier than
   * `leaseMs` from there
   */
  keep(claim: Claim, heldSince: Instant): AbortSignal {
    const controller = new AbortController();
    this.kept.set(claim, { controller, expiry: this.armExpiry(controller, heldSince) });
    this.timer ??= this.arm();
    return controller.signal;
  }

  forget(claim: Claim): void {
    this.kept.get(claim)?.expiry.cancel();
    this.kept.delete(claim);
    if (this.kept.size > 0) return;
    this.timer?.cancel();
    this.timer = undefined;
  }

  abortAll(reason: string): void {
    for (const { controller } of this.kept.values()) controller.abort(reason);
  }

  abort(claims: Iterable<Claim>, reason: string): void {
    for (const claim of claims) this.kept.get(claim)?.controller.abort(reason);
  }

  private arm(): Timer {
    const { timers } = this.options.ports;
    const timer = timers.after(this.options.leaseMs / 3, () => {
      this.renewAll()
        .catch(this.options.onProblem)
        .finally(() => {
          // Whoever emptied and filled the list meanwhile has armed another one; two of them would go on for ever.
          if (this.timer === timer) this.timer = this.kept.size > 0 ? this.arm() : undefined;
        });
    });
    return timer;
  }

  private armExpiry(controller: AbortController, heldSince: Instant): Timer {
    const { leaseMs, ports } = this.options;
    const leftMs = leaseMs - (ports.clock.now() - heldSince);
    return ports.timers.after(leftMs, () =>
      controller.abort(`the lease was not renewed within ${leaseMs} ms`),
    );
  }

  private async renewAll(): Promise<void> {
    const { database, leaseMs, ports } = this.options;
    const claims = [...this.kept.keys()];
    const { held, heldSince } = await database.transact(async tx => {
      const askedAt = ports.clock.now();
      return { held: new Set(await renew(tx, claims, leaseMs)), heldSince: askedAt };
    });
    for (const claim of claims) {
      const kept = this.kept.get(claim);
      if (kept === undefined) continue;
      if (!held.has(claim)) {
        kept.controller.abort('the lease was lost');
        continue;
      }
      kept.expiry.cancel();
      kept.expiry = this.armExpiry(kept.controller, heldSince);
    }
  }
}
