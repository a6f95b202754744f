import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  UnauthorizedError,
  messageOf,
  type GroupVersionKind,
  type KubeClient,
} from '@fleetstage/kube-client';
import type { Tx } from '../database/db';
import {
  acquireLease,
  forgetMirrorSynced,
  loadHoldersReport,
  loadOtherHolder,
  saveFleetStart,
  type ForeignWrite,
  type HoldersReport,
  type HoldersObservation,
  type Lease,
  type UnwatchedKind,
} from '../database/leaseStore';
import { backoffMs } from '../loop/backoff';
import type { Reader } from '../database/sql';
import { pause } from '../ports';
import { AUTHORED } from './FirstLists';
import { followPlacementDefinitions } from './followPlacementDefinitions';
import { Gate } from './Gate';
import { HubConnection, type HubLink } from './HubConnection';
import { HubLease, INGEST_LEASE } from './HubLease';
import type { HubIngestOptions } from './hubIngestOptions';
import { IngestSession } from './IngestSession';
import { markEverything } from './markEverything';
import { restoreHub } from './restoreHub';

const BACKOFF = { firstMs: 500, maxMs: 30_000 };

/** What `/health` shows of the ingest. */
export interface IngestState {
  /** Another replica watches this hub. */
  readonly isStandby: boolean;
  /** Kinds whose first list is not mirrored; of a standby: all authored ones while nobody has mirrored them. */
  readonly unsynced: readonly string[];
  /** Kinds that placements select and that were never ours to read. */
  readonly forbidden: readonly string[];
  /** Kinds that cannot be watched although the hub answers: what changes of them there is not seen. */
  readonly unwatched: readonly UnwatchedKind[];
  /** Another controller writes on the hub, and each undoes what the other decides. */
  readonly foreignWriter?: ForeignWrite;
  readonly problem?: string;
  /** Since when there has been a problem without a break; what is known of the hub is as of then. */
  readonly problemSince?: Instant;
  /** Whether the hub answers this replica, or the replica that watches it. */
  readonly connection: HubLink;
}

interface Acquired extends HoldersReport {
  readonly lease?: Lease;
  readonly isSynced: boolean;
  readonly leftMs?: number;
  /** Until now no replica was running; absent with SQLite, where the start itself marks. */
  readonly isStart?: boolean;
}

/** Whoever watches has renewed its lease long before it ends. */
const AFTER_END_MS = 50;

/** Who has waited longer than this for a lease takes it over from a replica that was running; a dead one's has run out. */
const TAKE_OVER_AFTER_MS = 2 * INGEST_LEASE.leaseMs;

/**
 * Fills the mirror of one hub and marks what its changes concern.
 *
 *   no lease ──acquired──► watching ──lease lost, or stop──► no lease
 *
 * One replica holds the lease and watches. Each batch of events renews the lease in its own transaction, so a replica
 * that has lost it without noticing writes nothing.
 */
export class HubIngest {
  private readonly stopping = new AbortController();
  private readonly holder: string;
  private session: IngestSession | undefined;
  private isStandby = false;
  private standbySince: Instant | undefined;
  /** How long the lease of the other replica stood when it was read. */
  private otherLeftMs: number | undefined;
  private hasHeld = false;
  private fleetStartedAt: Instant | undefined;
  private readonly connection: HubConnection;
  /** Of the replica that watches, where this one does not. */
  private holdersObservation: HoldersObservation = {};
  private readonly syncedGate = new Gate();
  private problem: string | undefined;
  private problemSince: Instant | undefined;
  private failures = 0;
  private finished: Promise<void> = Promise.resolve();

  constructor(private readonly options: HubIngestOptions) {
    // Beside SQLite there is no second replica: a restart after a crash need not wait for the old lease to end.
    this.holder = options.database.dialect === 'sqlite' ? 'the-only-replica' : options.ports.ids.next();
    this.connection = new HubConnection({
      ...options,
      probe: async timeoutMs => (await options.client()).raw('/readyz', { timeoutMs }),
      onChanged: () => options.onHubChanged?.(),
    });
  }

  start(): void {
    this.finished = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.connection.stop();
    this.session?.stop();
    await this.finished;
  }

  /**
   * Resolves when the mirror may be trusted: this replica has seen all that people changed while nobody watched, or
   * another one has and goes on watching. A pass that began earlier would go on with a run that somebody has stopped.
   * Not any more after `stop`.
   */
  mirrorSynced(): Promise<void> {
    return this.syncedGate.opened;
  }

  /** Whether this replica has the lease of the hub, as far as it knows. */
  holdsHub(): boolean {
    return this.hasHeld && !this.isStandby;
  }

  /** When a replica began to watch the hub that none had watched; nothing: not known yet. */
  fleetStart(): Instant | undefined {
    return this.fleetStartedAt;
  }

  /** The hub has answered a request. */
  heardHub(): void {
    this.connection.heard();
  }

  state(): IngestState {
    const { session, isStandby, syncedGate } = this;
    const { loss: holdersLoss, unwatched = [], foreign } = this.holdersObservation;
    const foreignWriter = session ? session.foreignWriters.latest() : foreign;
    const connection: HubLink = holdersLoss ? { state: 'lost', ...holdersLoss } : this.connection.link();
    const loss = connection.state === 'lost' ? connection : undefined;
    const problem = loss?.reason ?? this.problem;
    const problemSince = loss?.since ?? this.problemSince;
    return {
      isStandby,
      unsynced: session ? session.unsynced() : isStandby && syncedGate.isOpen ? [] : [...AUTHORED],
      forbidden: session?.resources?.forbidden() ?? [],
      unwatched: session?.broken.reported() ?? unwatched,
      ...(foreignWriter && { foreignWriter }),
      ...(problem && { problem }),
      ...(problemSince !== undefined && { problemSince }),
      connection,
    };
  }

  /** Whether a namespace holds objects of a kind, where this replica watches the hub. */
  holds(kind: { group: string; version: string; kind: string }, namespace: string): boolean | 'unknown' {
    return this.session?.resources?.holds(kind, namespace) ?? 'unknown';
  }

  /** Kinds that placements select, and whose changes are not seen by the replica that watches, whichever that is. */
  async unwatchedKinds(): Promise<GroupVersionKind[]> {
    const { hub, database } = this.options;
    const at = { hub, name: INGEST_LEASE.name };
    const { unwatched = [] } = await database.ask(reader => loadHoldersReport(reader, at));
    return unwatched.flatMap(toSelectedKind);
  }

  private async run(): Promise<void> {
    const { hub, database, ports, log } = this.options;
    while (!this.stopping.signal.aborted) {
      try {
        const { lease, isSynced, isStart, fleetStartedAt, leftMs, ...observation } =
          (await database.ask(reader => this.otherHolder(reader))) ??
          (await database.transact(tx => this.acquire(tx)));
        this.fleetStartedAt = fleetStartedAt ?? this.fleetStartedAt;
        this.otherLeftMs = leftMs;
        this.noteHoldersObservation(observation);
        if (isSynced) this.reportSynced();
        const isTakeOver = this.isStandby && lease !== undefined;
        this.isStandby = lease === undefined;
        if (lease === undefined) this.standbySince ??= ports.clock.now();
        // Works of members are for those who take over the members; when nobody was there, nobody knows what was missed.
        if (isStart || isTakeOver)
          await markEverything(database, hub, { pace: 'atOnce', scope: isStart ? 'all' : 'hub' });
        this.hasHeld ||= lease !== undefined;
        if (lease) await this.hold(this.leaseOf(lease));
        else this.connection.start();
        this.noteSuccess();
        await pause(ports.timers, this.pollAgainMs(), this.stopping.signal);
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.problem = explain(error);
        this.problemSince ??= ports.clock.now();
        this.failures += 1;
        const retryInMs = backoffMs(this.failures, ports.jitter, BACKOFF);
        const isFirst = this.failures === 1 && this.connection.loss() === undefined;
        const logAt = isFirst ? log.warn : log.debug;
        logAt.call(log, 'Watching the hub failed; trying again', { hub, reason: this.problem, retryInMs });
        await pause(ports.timers, retryInMs, this.stopping.signal);
      }
    }
  }

  /** A replica on standby that has nothing to wait for takes the lease over as soon as it has run out. */
  private pollAgainMs(): number {
    const { leaseMs } = INGEST_LEASE;
    if (!this.isStandby || !this.syncedGate.isOpen) return leaseMs / 5;
    return Math.min(leaseMs / 2, (this.otherLeftMs ?? 0) + AFTER_END_MS);
  }

  private otherHolder(reader: Reader): Promise<Acquired | undefined> {
    return loadOtherHolder(reader, { hub: this.options.hub, ...INGEST_LEASE, holder: this.holder });
  }

  /** The lease, or whether the replica that was faster keeps the mirror synced. */
  private async acquire(tx: Tx): Promise<Acquired> {
    const { hub } = this.options;
    const lease = await acquireLease(tx, { hub, ...INGEST_LEASE, holder: this.holder });
    if (lease) {
      await forgetMirrorSynced(tx, hub);
      return { lease, isSynced: false, ...(await this.startFleet(tx, lease)) };
    }
    return (await this.otherHolder(tx)) ?? { isSynced: false };
  }

  /** Once per start, however many replicas start together: the first one that has the lease. */
  private async startFleet(tx: Tx, lease: Lease): Promise<Pick<Acquired, 'fleetStartedAt' | 'isStart'>> {
    const now = this.options.ports.clock.now();
    const isTakeOver = this.standbySince !== undefined && now - this.standbySince > TAKE_OVER_AFTER_MS;
    if (this.hasHeld || isTakeOver) return {};
    await saveFleetStart(tx, lease, now);
    return { fleetStartedAt: now, isStart: tx.dialect === 'postgres' };
  }

  private leaseOf(lease: Lease): HubLease {
    return new HubLease({ ...this.options, observation: () => this.observe() }, lease);
  }

  private observe(): HoldersObservation {
    const loss = this.connection.loss();
    const foreign = this.session?.foreignWriters.latest();
    return {
      ...{ ...(loss && { loss }), unwatched: this.session?.broken.reported() ?? [] },
      ...(foreign && { foreign }),
    };
  }

  private noteHoldersObservation(observation: HoldersObservation): void {
    const isChanged = (observation.loss === undefined) !== (this.holdersObservation.loss === undefined);
    this.holdersObservation = observation;
    if (isChanged) this.options.onHubChanged?.();
  }

  private reportSynced(): void {
    if (!this.stopping.signal.aborted) this.syncedGate.open();
  }

  private async prepared(lease: HubLease): Promise<KubeClient> {
    const ended = new AbortController();
    // A hub that answers late, or has much to list, takes longer than a lease. When it is lost, the next transaction says so.
    lease.keep(AbortSignal.any([ended.signal, this.stopping.signal])).catch(() => undefined);
    try {
      const client = await this.options.client();
      await this.options.prepare(client);
      await followPlacementDefinitions({ ...this.options, lease }, client);
      await restoreHub({ ...this.options, lease }, client);
      return client;
    } finally {
      ended.abort();
    }
  }

  /** A hub that does not answer must not hold up the end of the process; what it answers later is dropped. */
  private async unlessStopped<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.stopping;
    let leave = () => {};
    const stopped = new Promise<never>((_, reject) => {
      leave = () => reject(new Error('the process stops'));
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave);
    });
    try {
      return await Promise.race([work, stopped]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  private noteSuccess(): void {
    this.problem = undefined;
    this.problemSince = undefined;
    this.failures = 0;
  }

  private async hold(lease: HubLease): Promise<void> {
    const { hub, log } = this.options;
    const client = await this.unlessStopped(this.prepared(lease));
    const session = new IngestSession(this.options, client, lease, this.connection);
    this.session = session;
    this.connection.start();
    session.untilSynced().then(() => this.reportSynced());
    try {
      this.noteSuccess();
      log.info('Watching the hub', { hub });
      await session.run(this.stopping.signal);
    } finally {
      this.session = undefined;
      session.stop();
      this.connection.forgetWatches();
      await lease.release().catch(() => undefined);
    }
  }
}

/** Of our own kinds none is selected. */
function toSelectedKind({ kind: text }: UnwatchedKind): GroupVersionKind[] {
  const [group, version, kind] = text.split('/');
  return version === undefined || kind === undefined ? [] : [{ group, version, kind }];
}

const explain = (error: unknown) =>
  error instanceof UnauthorizedError
    ? `the hub refuses our credentials (${error.message}); renew them in the configured kubeconfig`
    : messageOf(error);
