import { actorOfCluster } from '../blocker/actorOfCluster';
import { isBlockerCause, type BlockerActor, type BlockerCause } from '../blocker/causes';
import type { StagedBlocker, StagedContext, StagedEvent, StagedLedger } from '../staged/context';
import { clusterItems } from './advanceClusters';
import { askGates } from './askGate';
import { explainIdle } from './explainIdle';
import { findEntryHold } from './findEntryHold';
import { clusterRemovals } from './releaseClusters';
import type { RunContext } from './runContext';
import type { RunAction, RunEvent, RunProgress } from './state';

/** An update run as the executor of stages knows it: its items are clusters, by name. */
export function openStaged(ctx: RunContext, progress: RunProgress): StagedContext<RunAction> {
  const { state, plan, hold } = ctx;
  const ask = askGates(state, progress.stages);
  const ledger = toStagedLedger(ctx);
  return {
    gates: { ...state.gateFacts, run: state.run, ...(ask && { ask }) },
    ledger,
    settings: plan.stages,
    items: clusterItems(ctx, ({ clusters, ...blocker }) =>
      ledger.wait({ ...blocker, ...(clusters && { items: clusters }) }),
    ),
    removals: clusterRemovals(ctx),
    ...(hold && { hold }),
    findEntryHold: (index, since) => findEntryHold(progress, state.siblings, { index, since }),
    words: { item: 'cluster', stopped: explainIdle('stopped', 'go on', state.run.spec) },
  };
}

/** The causes of the executor by the names that conditions, metrics and pages have for them. */
const causeOf: Readonly<Record<string, BlockerCause>> = {
  ItemUpdating: 'ClusterUpdating',
  ItemFailing: 'ClusterFailing',
  ItemStuck: 'ClusterStuck',
  RemovalPending: 'ReleasePending',
};

const toCause = (cause: string): BlockerCause =>
  causeOf[cause] ?? (isBlockerCause(cause) ? cause : 'GateWaiting');

const renamed = {
  itemStarted: 'clusterStarted',
  itemSucceeded: 'clusterSucceeded',
  itemFailed: 'clusterFailed',
  itemTroubled: 'clusterUnavailable',
  itemRemoved: 'clusterReleased',
} as const;

const isRenamed = (event: StagedEvent['event']): event is keyof typeof renamed => event in renamed;

const isTrouble = (cause: BlockerCause) => cause === 'ClusterFailing' || cause === 'ClusterStuck';

/** Of clusters in trouble; a slot is freed by who can mend the first that holds one. */
function findActor(
  { factsOf, reportOf, ledger }: RunContext,
  cause: BlockerCause,
  [cluster]: readonly string[] = [],
): BlockerActor | undefined {
  if (cluster === undefined || !(isTrouble(cause) || cause === 'ConcurrencyLimit')) return undefined;
  return actorOfCluster(factsOf.get(cluster), reportOf.get(cluster), ledger.now);
}

/** What the executor writes down goes to the run's ledger, under the run's names. */
function toStagedLedger(ctx: RunContext): StagedLedger<RunAction> {
  const { ledger } = ctx;
  const blockers: StagedBlocker[] = [];
  return {
    now: ledger.now,
    blockers,
    act: ledger.act,
    remind: ledger.remind,
    record: event => ledger.record(toRunEvent(event)),
    wait: (blocker, wakeAt) => {
      blockers.push(blocker);
      const { items, cause: named, isOverdue: _, ...rest } = blocker;
      const cause = toCause(named);
      const actor = findActor(ctx, cause, items);
      ledger.wait({ ...rest, cause, ...(items && { clusters: items }), ...(actor && { actor }) }, wakeAt);
    },
  };
}

function toRunEvent({ event, item, ...rest }: StagedEvent): Omit<RunEvent, 'at'> {
  return {
    event: isRenamed(event) ? renamed[event] : event,
    ...rest,
    ...(item !== undefined && { cluster: item }),
  };
}
