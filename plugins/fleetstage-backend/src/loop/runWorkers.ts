import { readQueues } from '../database/queue/inspect';
import { LeaseKeeper } from './LeaseKeeper';
import type { Effect } from './effect';
import { ALL_MEMBERS, type MemberScope } from './MemberScope';
import { performOnce } from './performOnce';
import { pause, type Timer } from '../ports';
import { QueueWorker, type QueueSpec, type WorkerDeps } from './QueueWorker';
import { reconcileOnce } from './reconcileOnce';
import { messageOf } from './settleFailure';
import type { Reconciler } from './reconciler';
import { EVERY_QUEUE, type Wake } from './wake';

export type LoopDeps = Omit<WorkerDeps, 'keeper' | 'leaseMs' | 'pollMs' | 'members'> & {
  readonly wake: Wake;
  /** Called every few seconds, when the queues have been measured: for further gauges. */
  readonly onMeasured?: () => void;
  /** Default 15 s. */
  readonly leaseMs?: number;
  /** Default 1 s on PostgreSQL, 5 s on SQLite. */
  readonly pollMs?: () => number;
  /** Default: all. */
  readonly members?: MemberScope;
};

export interface WorkersStatus {
  readonly queue: string;
  readonly inFlight: number;
  /** Consecutive claims that failed. */
  readonly claimFailures: number;
}

export interface Workers {
  /** Works on further queues from now on; after `stop` it does nothing. */
  add(specs: readonly QueueSpec[]): void;
  /** Something may be due of any queue. */
  poke(): void;
  /** Waits for the work on members that are not ours any more, and ends what is not done within the deadline. */
  leaveForeign(deadlineMs: number): Promise<void>;
  /** Takes no more keys, waits for those in work, and hands back what is not done within the deadline. */
  stop(deadlineMs?: number): Promise<void>;
  status(): WorkersStatus[];
}

export const LEASE_MS = 15_000;
const POLL_MS = { postgres: 1_000, sqlite: 5_000 };
const DRAIN_MS = 5_000;
/** How long handing back may take after the deadline. */
const HAND_BACK_MS = 2_000;
/** Sooner than a worker that knows of nothing asks by itself, so that one statement asks for all of them. */
const POLL_ALL_EVERY_MS = 10_000;

/** A pass as a queue to work on. */
export const passSpec = <S, A>(
  deps: LoopDeps,
  reconciler: Reconciler<S, A>,
  { concurrency }: { readonly concurrency: number },
): QueueSpec => ({
  kind: 'pass',
  queue: reconciler.name,
  concurrency,
  work: claim => reconcileOnce({ database: deps.database, clock: deps.ports.clock }, reconciler, claim),
});

/** An effect as a queue to work on; `deadlineMs`: see `performOnce`. */
export const effectSpec = <I, O>(
  deps: LoopDeps,
  effect: Effect<I, O>,
  limits: {
    readonly concurrency: number;
    readonly perGroup?: number;
    readonly isMemberBound?: true;
    readonly deadlineMs: number;
  },
): QueueSpec => ({
  kind: 'effect',
  queue: effect.name,
  concurrency: limits.concurrency,
  ...(limits.isMemberBound && { isMemberBound: true }),
  ...(limits.perGroup !== undefined && { perGroup: limits.perGroup }),
  work: (claim, signal) =>
    performOnce(
      {
        database: deps.database,
        timers: deps.ports.timers,
        log: deps.log,
        signal,
        deadlineMs: limits.deadlineMs,
      },
      effect,
      claim,
    ),
});

/** Starts a worker per queue; they run until `stop`. */
export function runWorkers(deps: LoopDeps, specs: readonly QueueSpec[]): Workers {
  const { database, ports, log, wake } = deps;
  const { leaseMs = LEASE_MS, members = ALL_MEMBERS, pollMs = () => POLL_MS[database.dialect] } = deps;
  const keeper = new LeaseKeeper({
    database,
    ports,
    leaseMs,
    onProblem: error => log.warn('Renewing leases failed; trying again', { reason: messageOf(error) }),
  });
  const byQueue = new Map<string, QueueWorker>();
  const workers = () => [...byQueue.values()];
  let isStopped = false;
  const add = (further: readonly QueueSpec[]) => {
    if (isStopped) return;
    for (const spec of further) {
      const worker = new QueueWorker({ ...deps, keeper, leaseMs, pollMs, members }, spec);
      byQueue.set(spec.queue, worker);
      worker.poke();
    }
  };
  const poke = () => workers().forEach(worker => worker.poke());
  const silence = wake.listen(names =>
    names.includes(EVERY_QUEUE) ? poke() : names.forEach(name => byQueue.get(name)?.poke()),
  );
  const depth = new QueuePoll(deps, workers);
  wake.start();
  depth.start();
  add(specs);
  return {
    add,
    poke,
    leaveForeign: deadlineMs => leaveForeign({ ports, keeper, workers: workers() }, deadlineMs),
    async stop(deadlineMs = DRAIN_MS) {
      isStopped = true;
      workers().forEach(worker => worker.stop());
      silence();
      depth.stop();
      await wake.stop();
      const drained = Promise.all(workers().map(worker => worker.drained()));
      await Promise.race([drained, pause(ports.timers, deadlineMs)]);
      keeper.abortAll('the process stops');
      await Promise.race([drained, pause(ports.timers, HAND_BACK_MS)]);
    },
    status: () => workers().map(({ queue, inFlight, claimFailures }) => ({ queue, inFlight, claimFailures })),
  };
}

async function leaveForeign(
  {
    ports,
    keeper,
    workers,
  }: Pick<WorkerDeps, 'ports' | 'keeper'> & { readonly workers: readonly QueueWorker[] },
  deadlineMs: number,
): Promise<void> {
  const foreign = new Map(workers.flatMap(worker => [...worker.foreign()]));
  const ended = Promise.all(foreign.values());
  if (deadlineMs > 0) await Promise.race([ended, pause(ports.timers, deadlineMs)]);
  keeper.abort(foreign.keys(), 'the member has another owner');
  await Promise.race([ended, pause(ports.timers, HAND_BACK_MS)]);
}

/** Depth and age of the queues as gauges; what it reads spares the workers their own polls. */
class QueuePoll {
  private timer: Timer | undefined;
  private isStopped = false;
  private readonly known = new Set<string>();

  constructor(
    private readonly deps: LoopDeps,
    private readonly workers: () => readonly QueueWorker[],
  ) {}

  start(): void {
    this.timer = this.deps.ports.timers.after(POLL_ALL_EVERY_MS, () => {
      this.report()
        .catch(error => this.deps.log.warn('Measuring the queues failed', { reason: messageOf(error) }))
        .finally(() => {
          if (!this.isStopped) this.start();
        });
    });
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
  }

  private async report(): Promise<void> {
    const moments = new Map(this.workers().map(worker => [worker, worker.moment()]));
    const depths = new Map((await this.deps.database.ask(readQueues)).map(depth => [depth.queue, depth]));
    for (const [worker, moment] of moments) worker.noteDue(depths.get(worker.queue)?.dueMs, moment);
    for (const queue of depths.keys()) this.known.add(queue);
    const { metrics, onMeasured } = this.deps;
    for (const queue of this.known) {
      const { depth, oldestMs, parked } = depths.get(queue) ?? { depth: 0, oldestMs: 0, parked: 0 };
      metrics.gauge('queue_depth', depth, { queue });
      metrics.gauge('queue_oldest_seconds', oldestMs / 1000, { queue });
      metrics.gauge('queue_parked', parked, { queue });
    }
    onMeasured?.();
  }
}
