import {
  parseIntOrPercent,
  resolveIntOrPercent,
  type IntOrString,
  type StageConfig,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES } from '../desired/desired';
import { frozenOn } from '../desired/frozenOverrides';
import type { Binding, RolloutMark } from '../placement/state';
import { advanceBinding, startedMessage } from '../rollout/revision';
import { useGates } from '../staged/gates/decideGates';
import { explainInFlight } from './mergeReports';
import { isInSync, observationOf } from './observationOf';
import type { RunContext, StageOutcome } from './runContext';
import type { ClusterProgress, StageProgress } from './state';

/**
 * How many clusters of a stage may be in the middle of their update at once (C/UR-091).
 *
 *   (unset), 3 clusters → 1     70% of 3 → 2     10% of 5 → 1     150 of 2 → 150
 */
export function concurrencyLimit(maxConcurrency: IntOrString | undefined, clusterCount: number): number {
  const parsed = parseIntOrPercent(maxConcurrency ?? 1);
  return parsed.ok ? Math.max(1, resolveIntOrPercent(parsed.value, clusterCount, 'down')) : 1;
}

/** As many of the limit as the stage has clusters for: what is said of it. 4 at a time of 3 clusters → 3. */
export const usableSlots = (maxConcurrency: IntOrString | undefined, clusterCount: number): number =>
  Math.min(concurrencyLimit(maxConcurrency, clusterCount), Math.max(1, clusterCount));

/**
 * Starts as many of the waiting clusters as the limit lets, in their order (C/UR-095…098). One that already runs the
 * revision and is available succeeds at once and takes no place, so the next may start in the same pass (TR-061).
 */
export function advanceClusters(
  ctx: RunContext,
  stage: StageProgress,
  from: { readonly config: StageConfig; readonly inFlightCount: number },
): StageOutcome {
  const waitingCount = stage.clusters.filter(c => c.startedAt === undefined).length;
  if (waitingCount === 0) return { stage };
  if (ctx.hold !== undefined) {
    ctx.ledger.wait(ctx.hold);
    return { stage };
  }
  if (stage.startedAt === undefined) {
    ctx.ledger.tell({ event: 'stageStarted', stage: stage.name });
    useGates(ctx, stage.before);
  }
  const limit = concurrencyLimit(from.config.maxConcurrency, stage.clusters.length);
  let busyCount = from.inFlightCount;
  let turnedAway = 0;
  const clusters = stage.clusters.map(cluster => {
    if (cluster.startedAt !== undefined) return cluster;
    if (busyCount >= limit) {
      turnedAway += 1;
      return cluster;
    }
    const started = startCluster(ctx, stage, cluster);
    if (started.succeededAt === undefined) busyCount += 1;
    return started;
  });
  if (turnedAway > 0) {
    const message = `${turnedAway} more cluster(s) of stage "${stage.name}" wait for their turn, ${limit} at a time`;
    ctx.ledger.wait({ cause: 'ConcurrencyLimit', message });
  }
  return { stage: { ...stage, clusters, startedAt: stage.startedAt ?? ctx.ledger.now } };
}

function startCluster(ctx: RunContext, stage: StageProgress, cluster: ClusterProgress): ClusterProgress {
  const { ledger, plan } = ctx;
  const { cluster: name } = cluster;
  const binding = ctx.bindingOf.get(name);
  // Membership is validated before any stage is touched: a planned cluster without a binding has failed the run by now.
  if (binding === undefined) return cluster;
  const advanced = isInSync(binding, plan) ? binding : moveBinding(ctx, binding);
  ledger.tell({ event: 'clusterStarted', stage: stage.name, cluster: name });
  const { phase, resourceIndex: from } = binding;
  const started = {
    ...cluster,
    startedAt: ledger.now,
    ...(phase === 'Bound' && from !== undefined && { from }),
  };
  const observation = observationOf(advanced, ctx.reportOf.get(name), ledger.now);
  if (observation.kind === 'updated') {
    ledger.tell({ event: 'clusterSucceeded', stage: stage.name, cluster: name });
    return { ...started, succeededAt: ledger.now };
  }
  explainInFlight(ledger, name, { startedAt: ledger.now, observation });
  return started;
}

/** Asks for the move, and says what the row will be: another index with the same content needs no new report. */
function moveBinding(ctx: RunContext, binding: Binding): Binding {
  const { ledger, plan, state } = ctx;
  const { resourceIndex, applyStrategy } = plan;
  const run = state.run.name;
  const rollout: RolloutMark = {
    status: 'True',
    reason: 'RolloutStarted',
    message: startedMessage(resourceIndex, run),
    at: ledger.now,
    run,
  };
  const { cluster } = binding;
  const overrides = frozenOn(plan.overrides, cluster);
  const action = { kind: 'advanceBinding', cluster, resourceIndex, applyStrategy, rollout } as const;
  ledger.act({ ...action, ...(overrides !== NO_OVERRIDES && { overrides }) });
  const snapshot = state.resourceSnapshots.find(({ index }) => index === resourceIndex);
  return snapshot === undefined
    ? binding
    : advanceBinding(binding, { snapshot, applyStrategy, overrides, rollout });
}
