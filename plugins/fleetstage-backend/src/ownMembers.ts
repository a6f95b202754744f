import { SHARDS, shardOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Database } from './database/db';
import { CHANGED_OWNERS } from './database/ownerStore';
import { LONGEST_POLL_MS } from './database/queue/Outbox';
import { resumeWatches } from './effects/resumeWatches';
import type { Connections } from './kube/Connections';
import type { MemberWatches } from '@fleetstage/applier';
import { ALL_MEMBERS, type MemberScope } from './loop/MemberScope';
import type { Workers } from './loop/runWorkers';
import type { Wake } from './loop/wake';
import type { Log } from './observe/log';
import { ShardOwner } from './owners/ShardOwner';
import type { Ports, Timer } from './ports';

export interface OwnMembersDeps {
  readonly hub: string;
  readonly database: Database;
  readonly ports: Ports;
  readonly log: Log;
  readonly wake: Wake;
  readonly leaseMs: number;
  readonly connections: Connections;
  readonly watches: MemberWatches;
  readonly workers: () => Workers | undefined;
  readonly forgetMember: (member: string) => Promise<void>;
}

/** Which members this replica owns, and what comes with it. */
export interface OwnMembers extends MemberScope {
  /** Takes what is free. */
  start(): Promise<void>;
  /** Nothing more is taken or given back; the leases go on until `leave`. */
  settleDown(): void;
  /** All is free for the others; call it once nothing of ours is under way. */
  leave(): Promise<void>;
  /** The longest time without a poll of the queues; absent: the loop's own. */
  readonly pollMs?: () => number;
  /** Of members that another replica owns we know less than that one. */
  reachability(): ReturnType<Connections['reachability']>;
  counts(): { readonly owned: number; readonly all: number };
}

const POLL_MS = 1_000;
/** After a start, and after owners have changed: keys that another replica had in work become free, and nothing calls. */
const UNSETTLED_MS = 15_000;
const DRAIN_MS = 5_000;
/** Longer than most people follow a log, which ends with the connection. */
const IDLE_MS = 15 * 60_000;
const CLOSE_IDLE_EVERY_MS = 60_000;

/** Beside SQLite there is no second replica: all members are ours, and nothing is written for it. */
export function ownMembers(deps: OwnMembersDeps): OwnMembers {
  if (deps.database.dialect === 'sqlite') {
    const counts = () => ({ owned: SHARDS, all: SHARDS });
    const reachability = () => deps.connections.reachability();
    return {
      ...ALL_MEMBERS,
      start: async () => {},
      settleDown() {},
      leave: async () => {},
      reachability,
      counts,
    };
  }
  return new SharedMembers(deps);
}

class SharedMembers implements OwnMembers {
  private readonly owner: ShardOwner;
  private readonly stopping = new AbortController();
  private unsettledUntil = 0;
  private idle: Timer | undefined;

  constructor(private readonly deps: OwnMembersDeps) {
    const { hub, database, ports, log, leaseMs, wake, workers } = deps;
    this.owner = new ShardOwner({
      hub,
      database,
      ports,
      log,
      leaseMs,
      onTaken: shards => this.begin(shards),
      onLeft: (shards, how) => this.end(shards, how),
      onReplicasGone: () => {
        this.unsettle();
        workers()?.poke();
      },
    });
    wake.listen(changed => {
      if (changed.includes(CHANGED_OWNERS)) this.owner.poke();
    });
  }

  /** With LISTEN a lost hint is rare, and sixteen queues that are polled each second cost more than the whole idle fleet. */
  readonly pollMs = () => {
    const { wake, ports } = this.deps;
    return wake.isLinked() && ports.clock.now() >= this.unsettledUntil ? LONGEST_POLL_MS : POLL_MS;
  };

  shards(): readonly number[] | undefined {
    return this.owner.shards();
  }

  owns(member: string): boolean {
    return this.owner.owns(member);
  }

  reachability() {
    return this.deps.connections.reachability().filter(([member]) => this.owns(member));
  }

  counts() {
    return { owned: this.owner.count(), all: SHARDS };
  }

  async start(): Promise<void> {
    this.unsettle();
    await this.owner.start();
    this.armIdle();
  }

  private unsettle(): void {
    this.unsettledUntil = this.deps.ports.clock.now() + UNSETTLED_MS;
  }

  settleDown(): void {
    this.stopping.abort();
    this.idle?.cancel();
    this.owner.settleDown();
  }

  leave(): Promise<void> {
    return this.owner.leave();
  }

  private begin(shards: ReadonlySet<number>): void {
    const { log, ports } = this.deps;
    this.unsettle();
    this.deps.workers()?.poke();
    resumeWatches({ ...this.deps, ...ports, members: this }, shards, this.stopping.signal).catch(error =>
      log.warn('Not all members of another replica are watched; the next pass of each work does it', {
        reason: String(error),
      }),
    );
  }

  /** Closing the connections ends what an aborted effect has still open. */
  private async end(shards: ReadonlySet<number>, { atOnce }: { readonly atOnce: boolean }): Promise<void> {
    const { connections, watches, forgetMember } = this.deps;
    const left = this.deps.workers()?.leaveForeign(atOnce ? 0 : DRAIN_MS);
    if (!atOnce) await left;
    const known = new Set([...watches.watched(), ...connections.reachability().map(([member]) => member)]);
    // What was taken again meanwhile stays.
    const gone = [...known].filter(member => shards.has(shardOf(member)) && !this.owns(member));
    await Promise.all(gone.map(forgetMember));
    await left;
  }

  private armIdle(): void {
    const { connections, ports } = this.deps;
    if (this.stopping.signal.aborted) return;
    this.idle = ports.timers.after(CLOSE_IDLE_EVERY_MS, () => {
      connections.tendForeign(member => this.owns(member), IDLE_MS).catch(() => undefined);
      this.armIdle();
    });
  }
}
