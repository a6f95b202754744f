import { membersToAsk, type ClusterFacts } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadFleet } from '../database/clusterStore';
import type { Database } from '../database/db';
import type { Log } from '../observe/log';
import { pause, type Ports } from '../ports';

export interface MembersAskedOptions {
  readonly hub: string;
  readonly database: Database;
  readonly ports: Ports;
  readonly log: Log;
  /** The longest wait: one probe's time-out. */
  readonly atMostMs: number;
}

const POLL_MS = 50;
/** The pause between reads, as a multiple of the time of the last one: a large fleet is not read all the time. */
const PAUSE_FACTOR = 4;

/**
 * Call it before the first probe goes out. The returned function resolves when every member has been asked of which nothing
 * is known, so that the first decisions depend on the fleet and not on who answers first; or when the time is over, or
 * `signal` ends. After an outage members that answered last time are not waited for.
 */
export async function beforeAsking(
  options: MembersAskedOptions,
): Promise<(signal: AbortSignal) => Promise<void>> {
  const { hub, ports, log } = options;
  const startedAt = ports.clock.now();
  const inDoubt = new Set(membersToAsk(await loadMembers(options)));
  const isOpen = ({ name, health, isLeaving }: ClusterFacts) =>
    !isLeaving && (health?.askedAt === undefined || (inDoubt.has(name) && health.askedAt < startedAt));
  return signal =>
    untilNone({ ...options, signal, isOpen }).catch(error =>
      log.warn('It is not known whether all members were probed; reconciling starts', {
        hub,
        reason: String(error),
      }),
    );
}

const loadMembers = ({ database, hub }: MembersAskedOptions) => database.transact(tx => loadFleet(tx, hub));

interface Waiting extends MembersAskedOptions {
  readonly signal: AbortSignal;
  readonly isOpen: (cluster: ClusterFacts) => boolean;
}

async function untilNone(options: Waiting): Promise<void> {
  const { hub, ports, log, atMostMs, signal, isOpen } = options;
  const beganAt = ports.clock.now();
  while (!signal.aborted) {
    const readAt = ports.clock.now();
    const open = (await loadMembers(options)).filter(isOpen);
    if (open.length === 0) return;
    const now = ports.clock.now();
    const leftMs = atMostMs - (now - beganAt);
    if (leftMs <= 0) {
      const fields = { hub, missing: open.length, first: open[0].name };
      log.warn('Reconciling starts before every member has answered', fields);
      return;
    }
    await pause(ports.timers, Math.min(leftMs, Math.max(POLL_MS, PAUSE_FACTOR * (now - readAt))), signal);
  }
}
