import type { Database, Tx } from '../database/db';
import {
  releaseLease,
  renewLease,
  saveMirrorSynced,
  type HoldersObservation,
  type Lease,
} from '../database/leaseStore';
import type { Executor } from '../database/sql';
import { pause, type Ports } from '../ports';

/** Name and length of the lease that says who watches a hub. */
export const INGEST_LEASE = { name: 'ingest', leaseMs: 5_000 };

export interface HubLeaseOptions {
  readonly database: Database;
  readonly ports: Pick<Ports, 'timers'>;
  /** Reported to the other replicas with each renewal. */
  readonly observation?: () => HoldersObservation;
}

/** One holding of the lease: the fence of all that its holder writes for the hub. */
export class HubLease {
  constructor(
    private readonly options: HubLeaseOptions,
    private readonly lease: Lease,
  ) {}

  /** First in every transaction that writes for the hub. @throws when another replica has the lease */
  async renew(tx: Tx): Promise<void> {
    if (!(await this.isRenewed(tx)))
      throw new Error(`the lease of hub "${this.lease.hub}" was lost: another replica watches it now`);
  }

  /** Renews it three times per lease; returns when it is lost or the signal ends. */
  async keep(signal: AbortSignal): Promise<void> {
    const { database, ports } = this.options;
    for (;;) {
      await pause(ports.timers, INGEST_LEASE.leaseMs / 3, signal);
      if (signal.aborted || !(await database.execute(executor => this.isRenewed(executor)))) return;
    }
  }

  /** Reports to the other replicas that the mirror has synced, for as long as this holding lasts. */
  reportSynced(tx: Tx): Promise<void> {
    return saveMirrorSynced(tx, this.lease);
  }

  async release(): Promise<void> {
    await this.options.database.transact(tx => releaseLease(tx, this.lease));
  }

  private isRenewed(executor: Executor): Promise<boolean> {
    return renewLease(executor, {
      ...this.lease,
      ...this.options.observation?.(),
      leaseMs: INGEST_LEASE.leaseMs,
    });
  }
}
