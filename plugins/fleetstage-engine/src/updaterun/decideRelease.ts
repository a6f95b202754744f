import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { moveTo, STUCK_AFTER_MS } from './progress';
import type { RunContext } from './runContext';
import type { ClusterProgress, StageProgress } from './state';

/**
 * The deletion stage (C/1.13): all releases are asked for at once, and each cluster is done when its binding is gone,
 * whoever made it go. It is entered even when there is nothing to release.
 */
export function decideRelease(ctx: RunContext, entered: StageProgress): StageProgress {
  const { ledger } = ctx;
  if (entered.startedAt === undefined) ledger.tell({ event: 'stageStarted', stage: entered.name });
  const clusters = entered.clusters.map(cluster => releaseCluster(ctx, entered, cluster));
  const stage = {
    ...entered,
    clusters,
    startedAt: entered.startedAt ?? ledger.now,
    phase: moveTo(entered.phase, 'Running', ledger.now),
  };
  if (clusters.some(c => c.succeededAt === undefined)) return stage;
  ledger.tell({ event: 'stageSucceeded', stage: stage.name });
  return { ...stage, succeededAt: ledger.now };
}

/** The deletion stage with those releases marked done that members have confirmed; asks for nothing (stop, C/UR-149). */
export function mergeReleases(ctx: RunContext, stage: StageProgress): StageProgress {
  return {
    ...stage,
    clusters: stage.clusters.map(c => (c.startedAt === undefined ? c : mergeRelease(ctx, stage, c))),
  };
}

function releaseCluster(ctx: RunContext, stage: StageProgress, cluster: ClusterProgress): ClusterProgress {
  const { ledger, bindingOf, hold } = ctx;
  if (cluster.succeededAt !== undefined) return cluster;
  const binding = bindingOf.get(cluster.cluster);
  const isAsked = binding === undefined || binding.releasedAt !== undefined;
  if (!isAsked && hold !== undefined) {
    ledger.wait(hold);
    return cluster;
  }
  if (!isAsked) {
    const why = `run "${ctx.state.run.name}" has reached its deletion stage`;
    ledger.act({ kind: 'releaseBinding', cluster: cluster.cluster, at: ledger.now, why });
    ledger.tell({ event: 'clusterReleased', stage: stage.name, cluster: cluster.cluster });
  }
  return mergeRelease(ctx, stage, { ...cluster, startedAt: cluster.startedAt ?? ledger.now });
}

function mergeRelease(ctx: RunContext, stage: StageProgress, cluster: ClusterProgress): ClusterProgress {
  const { ledger, bindingOf } = ctx;
  const { cluster: name, startedAt } = cluster;
  if (cluster.succeededAt !== undefined || startedAt === undefined) return cluster;
  if (!bindingOf.has(name)) {
    ledger.tell({ event: 'clusterSucceeded', stage: stage.name, cluster: name });
    return { ...cluster, succeededAt: ledger.now };
  }
  const stuckAt = plus(startedAt, STUCK_AFTER_MS);
  const message = `${name}: being cleaned, the member has not confirmed yet`;
  const blocker = { clusters: [name], since: startedAt };
  if (ledger.now < stuckAt) ledger.wait({ ...blocker, cause: 'ReleasePending', message }, stuckAt);
  else ledger.wait({ ...blocker, cause: 'ClusterStuck', message: `${message}, for more than 5 minutes` });
  return cluster;
}
