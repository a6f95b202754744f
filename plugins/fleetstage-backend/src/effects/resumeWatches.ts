import { shardOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Database } from '../database/db';
import { markReportedBackOn, markWorkOn, markWorksOn } from '../database/marks';
import { listInventories } from '../database/workStore';
import type { Connections } from '../kube/Connections';
import { kindsToWatch, type MemberWatches } from '@fleetstage/applier';
import type { MemberScope } from '../loop/MemberScope';
import type { Log } from '../observe/log';
import { pause, type Timers } from '../ports';
import { heldWork } from './watchMember';

export interface ResumeDeps {
  readonly database: Database;
  readonly hub: string;
  readonly connections: Pick<Connections, 'watchClient' | 'carrierOf'>;
  readonly watches: MemberWatches;
  readonly members: MemberScope;
  readonly timers: Timers;
  readonly log: Log;
}

/** A new owner connects to a member each so many milliseconds: to a thousand members within half a minute. */
const MEMBER_EVERY_MS = 25;

/**
 * Opens the watches of members whose owner is gone, by what was stored of their works: nothing is applied for it. The first
 * list of each watch marks the works, so that what changed while nobody watched is found.
 */
export async function resumeWatches(
  deps: ResumeDeps,
  shards: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<void> {
  const { database, hub, connections, members, timers } = deps;
  const all = await untilDone(deps, signal, () =>
    database.transact(tx => tx.sql('bindings').where({ hub }).distinct('cluster').pluck('cluster')),
  );
  for (const member of (all ?? []).filter(name => shards.has(shardOf(name))).sort()) {
    if (signal.aborted) return;
    // What an agent reports comes with the watch of the hub.
    if (!members.owns(member) || connections.carrierOf(member) === 'pull') continue;
    void resumeMember(deps, member, signal);
    await pause(timers, MEMBER_EVERY_MS, signal);
  }
}

const AGAIN_AFTER_MS = 1_000;

/** A database that comes back is what has members change their owners: until it answers, or nobody wants it any more. */
async function untilDone<T>(
  { timers, log }: ResumeDeps,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      log.debug('Watches could not be resumed; trying again', { reason: String(error) });
      await pause(timers, AGAIN_AFTER_MS, signal);
    }
  }
  return undefined;
}

async function resumeMember(deps: ResumeDeps, member: string, signal: AbortSignal): Promise<void> {
  const { database, hub, connections, watches, members, log } = deps;
  try {
    await connections.watchClient(member);
    const works = await database.transact(tx => listInventories(tx, hub, member));
    // Given back meanwhile, or followed by a work that knows better.
    if (!members.owns(member)) return;
    for (const { placement, inventory } of works) {
      const held = heldWork({ placement });
      if (!watches.isFollowed(member, held.work)) watches.need(member, held, kindsToWatch(inventory.objects));
    }
    // Which of their kinds have a status, and what is only compared, a pass alone finds.
    const unknown = works.filter(({ isFollowed }) => !isFollowed).map(({ placement }) => placement);
    await database.transact(async tx => {
      await markReportedBackOn(tx, hub, member);
      markWorksOn(tx, { hub, cluster: member }, unknown);
    });
  } catch (error) {
    log.debug('A member could not be watched; its works are tried again', {
      cluster: member,
      reason: String(error),
    });
    await untilDone(deps, signal, () =>
      members.owns(member) ? database.transact(tx => markWorkOn(tx, hub, member)) : Promise.resolve(),
    );
  }
}
