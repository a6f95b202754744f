import type { Database } from './database/db';
import { followUpgrades, type UpgradeHold } from './database/sequences/clusterUpgradeStore';
import { markEverything, markLost } from './ingest/markEverything';
import type { MemberScope } from './loop/MemberScope';
import type { Log } from './observe/log';
import { pause, type Timers } from './ports';

export interface ResyncDeps {
  readonly hub: string;
  readonly database: Database;
  readonly timers: Timers;
  readonly log: Log;
  readonly everyMs: number;
  readonly members: MemberScope;
  /** One replica has the hub's lease: it alone marks what belongs to objects of the hub. */
  readonly holdsHub: () => boolean;
}

/** Finds what an event that got lost would have found, until the signal ends. */
export async function resync(deps: ResyncDeps, signal: AbortSignal): Promise<void> {
  const { hub, database, timers, log, everyMs, members } = deps;
  for (;;) {
    await pause(timers, everyMs, signal);
    if (signal.aborted) return;
    try {
      const marked = await markLost(database, hub, member => members.owns(member));
      if (marked > 0) log.info('Keys of works and members were missing; marked them again', { hub, marked });
      if (deps.holdsHub()) await markEverything(database, hub, { pace: 'spread', scope: 'hub' });
    } catch (error) {
      log.warn('A resync failed; the next one does it', { hub, reason: String(error) });
    }
  }
}

/**
 * Nobody knows what was missed. Replicas that share a database leave it to the holder of the hub's lease, if no other was
 * running (`HubIngest`): beside a running one nothing was missed. Whether upgrades hold workloads may have been set otherwise.
 */
export async function markAtStart(database: Database, hub: string, hold: UpgradeHold): Promise<number> {
  await database.transact(tx => followUpgrades(tx, hub, hold));
  return database.dialect === 'sqlite' ? markEverything(database, hub, { pace: 'atOnce', scope: 'all' }) : 0;
}
