import { upgradeBlocker } from '../blocker/upgradeBlocker';
import type { Blocker } from '../decision';
import { NO_OVERRIDES } from '../desired/desired';
import { frozenOn } from '../desired/frozenOverrides';
import type { Binding, RolloutMark } from '../state/placement';
import { advanceBinding, startedMessage } from '../rollout/revision';
import type { ItemPort, Observation, StartedItem } from '../staged/items';
import type { WorkReport } from '../work/report';
import { explainCluster } from './explainCluster';
import { isInSync, observationOf } from './observationOf';
import type { RunContext } from './runContext';
import type { RunAction } from './state';

/** Clusters as the items of a run: each is moved by its binding, and observed by the report of its own revision. */
export const clusterItems = (ctx: RunContext, wait: (blocker: Blocker) => void): ItemPort<RunAction> => ({
  start: cluster => startCluster(ctx, cluster, wait),
  observe: (cluster, stage) => observeCluster(ctx, cluster, stage),
});

/** A cluster that is being upgraded waits, unless nothing would be sent to it: it takes no slot, and others go on. */
function startCluster(
  ctx: RunContext,
  cluster: string,
  wait: (blocker: Blocker) => void,
): StartedItem<RunAction> | undefined {
  const { plan, bindingOf, reportOf, factsOf } = ctx;
  const binding = bindingOf.get(cluster);
  // Membership is validated before any stage is touched: a planned cluster without a binding has failed the run by now.
  if (binding === undefined) return undefined;
  const { action, moved } = isInSync(binding, plan)
    ? { action: undefined, moved: binding }
    : moveBinding(ctx, binding);
  const upgrade = factsOf.get(cluster)?.upgrade;
  if (upgrade !== undefined && moved.revision !== binding.revision) {
    wait(upgradeBlocker(cluster, upgrade));
    return undefined;
  }
  const { phase, resourceIndex: from } = binding;
  return {
    actions: action === undefined ? [] : [action],
    observed: observe(ctx, moved, reportOf.get(cluster)),
    ...(phase === 'Bound' && from !== undefined && { from }),
  };
}

function observeCluster(ctx: RunContext, cluster: string, stage: string): Observation {
  const binding = ctx.bindingOf.get(cluster);
  if (binding === undefined) {
    const message = `cluster "${cluster}" of stage "${stage}" is not placed any more, in the middle of its update`;
    return { kind: 'failed', message };
  }
  if (!isInSync(binding, ctx.plan)) return { kind: 'failed', message: explainTakeover(ctx, binding, stage) };
  return observe(ctx, binding, ctx.reportOf.get(cluster));
}

function observe(ctx: RunContext, binding: Binding, report: WorkReport | undefined): Observation {
  const { now } = ctx.ledger;
  const facts = ctx.factsOf.get(binding.cluster);
  return explainCluster(observationOf(binding, report, now), { binding, report, facts, now });
}

/** A binding that is no longer what this run made of it was taken over by somebody else. */
function explainTakeover({ state, plan }: RunContext, binding: Binding, stage: string): string {
  const by = binding.rollout?.run;
  const who = by === undefined || by === state.run.name ? 'somebody else' : `run "${by}"`;
  return (
    `cluster "${binding.cluster}" of stage "${stage}" was moved to resource snapshot ` +
    `${binding.resourceIndex ?? '(none)'} by ${who} while this run was updating it to ${plan.resourceIndex} ` +
    `(binding "${binding.name}"); create a new run`
  );
}

interface Move {
  readonly action: RunAction;
  /** What the row will be. */
  readonly moved: Binding;
}

/** The move, and what the row will be: another index with the same content needs no new report. */
function moveBinding(ctx: RunContext, binding: Binding): Move {
  const { ledger, plan, state } = ctx;
  const { resourceIndex, applyStrategy } = plan;
  const run = state.run.name;
  const rollout: RolloutMark = {
    status: 'True',
    reason: 'RolloutStarted',
    message: startedMessage(resourceIndex, state.run),
    at: ledger.now,
    run,
  };
  const { cluster } = binding;
  const overrides = frozenOn(plan.overrides, cluster);
  const action = {
    kind: 'advanceBinding',
    cluster,
    resourceIndex,
    applyStrategy,
    rollout,
    ...(overrides !== NO_OVERRIDES && { overrides }),
  } as const;
  const snapshot = state.resourceSnapshots.find(({ index }) => index === resourceIndex);
  const moved =
    snapshot === undefined
      ? binding
      : advanceBinding(binding, { snapshot, applyStrategy, overrides, rollout });
  return { action, moved };
}
