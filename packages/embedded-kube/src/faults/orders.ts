import type { Cluster } from '../cluster/Cluster';
import type { FaultMatch, RestartOptions, WatchEnd } from './fault';
import type { FleetFaults } from './FleetFaults';
import { CHOICES, FaultError, readChoice, readFault, readFaultPlan } from './parseFaults';
import type { Restarts } from './Restarts';

export interface OrderTargets {
  readonly faults: FleetFaults;
  readonly restarts: Restarts;
}

type History = NonNullable<RestartOptions['history']>;
type Order = Readonly<Record<string, unknown>>;
type CarryOut = (targets: OrderTargets, order: Order) => void;

/**
 * What a demonstration or a test does to clusters from outside. An order names one of these with a cluster, or a pattern:
 * `{"freeze":"member-1"}`; what else it needs goes beside: `{"restart":"*","downMs":500}`.
 */
const ORDERS: Readonly<Record<string, CarryOut>> = {
  /** Hangs it: it takes requests and answers them when it is thawed. */
  freeze: (targets, { freeze }) => each(targets, freeze, cluster => cluster.reach.freeze()),
  /** Breaks its connections until it is thawed. */
  cut: (targets, { cut }) => each(targets, cut, cluster => cluster.cut()),
  thaw: (targets, { thaw }) => each(targets, thaw, cluster => cluster.reach.thaw()),
  /** `*`: the listener too. */
  restart: ({ faults, restarts }, order) => {
    const options = readRestart(order);
    const clusters = faults.matching(String(order.restart));
    const isWhole = order.restart === '*';
    restarts.begin(() =>
      isWhole ? restarts.all(options) : Promise.all(clusters.map(cluster => restarts.one(cluster, options))),
    );
  },
  /** Ends open watches once; the fields of a match go beside it. */
  cutWatches: ({ faults }, { cutWatches, how, ...match }) => {
    const end: WatchEnd = readChoice(how, { at: 'how', choices: CHOICES.how, usual: 'reset' });
    readFault({ ...match, type: 'watchCut' }, 'cutWatches');
    for (const cluster of faults.matching(String(cutWatches)))
      faults.of(cluster).cutWatches(end, match as FaultMatch);
  },
  /** Sets these instead of all that there are. */
  faults: ({ faults }, order) => faults.set(readFaultPlan(order.faults)),
};

/** A restart has only begun when this returns. @throws FaultError, also where an order is none */
export function carryOutOrder(targets: OrderTargets, order: unknown): void {
  if (typeof order !== 'object' || order === null || Array.isArray(order)) throw notAnOrder(order);
  const carryOut = Object.keys(order).find(key => Object.hasOwn(ORDERS, key));
  if (carryOut === undefined) throw notAnOrder(order);
  ORDERS[carryOut](targets, order as Order);
}

function each({ faults }: OrderTargets, pattern: unknown, act: (cluster: Cluster) => void): void {
  for (const cluster of faults.matching(String(pattern))) act(cluster);
}

function readRestart({ history, downMs }: Order): RestartOptions {
  const isTime = typeof downMs === 'number' && downMs >= 0 && downMs <= 3_600_000;
  if (downMs !== undefined && !isTime)
    throw new FaultError(`downMs: ${JSON.stringify(downMs)} does not do; give milliseconds, up to an hour`);
  const kept: History = readChoice(history, { at: 'history', choices: CHOICES.history, usual: 'kept' });
  return {
    history: kept,
    ...(isTime ? { downMs: Number(downMs) } : {}),
  };
}

const notAnOrder = (order: unknown) =>
  new FaultError(
    `${JSON.stringify(order)} is no order; give {"WHAT":"CLUSTER"} with one of ${Object.keys(ORDERS).join(', ')}`,
  );
