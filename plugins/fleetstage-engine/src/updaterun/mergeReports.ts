import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { finalCausesOf } from '../work/cause/finalCause';
import type { WorkReport } from '../work/report';
import type { Ledger } from './ledger';
import { isInSync, observationOf, type ClusterObservation } from './observationOf';
import { STUCK_AFTER_MS } from './progress';
import type { RunContext, StageOutcome } from './runContext';
import type { ClusterProgress, StageProgress } from './state';

export interface MergedStage extends StageOutcome {
  /** Started and not done. */
  readonly inFlightCount: number;
  /** Of those, how many are being written to at this moment; a stop waits for them (RUL 7). */
  readonly writingCount: number;
}

/**
 * The stage with what its started clusters have shown since the last pass (C/UR-099, UR-100, UR-110, UR-112, UR-114).
 * A binding that is no longer what this run made of it was taken over by somebody else and fails the stage; a cluster
 * that has succeeded is never looked at again (C/TR-066), so a later run may move it on.
 */
export function mergeReports(ctx: RunContext, stage: StageProgress): MergedStage {
  let failure: string | undefined;
  let inFlightCount = 0;
  let writingCount = 0;
  const clusters = stage.clusters.map(cluster => {
    if (cluster.startedAt === undefined || cluster.succeededAt !== undefined) return cluster;
    const taken = findTakeover(ctx, stage, cluster);
    if (taken !== undefined) {
      failure ??= taken;
      ctx.ledger.tell({
        event: 'clusterFailed',
        stage: stage.name,
        cluster: cluster.cluster,
        message: taken,
      });
      return { ...cluster, failed: { at: ctx.ledger.now, message: taken } };
    }
    const seen = mergeObservation(ctx, stage, cluster);
    if (seen.cluster.succeededAt === undefined) inFlightCount += 1;
    if (seen.isWriting) writingCount += 1;
    return seen.cluster;
  });
  return { stage: { ...stage, clusters }, failure, inFlightCount, writingCount };
}

/** Tells of a started cluster that is not done, and when that becomes "stuck". */
export function explainInFlight(
  ledger: Ledger,
  cluster: string,
  seen: { readonly startedAt: Instant; readonly observation: ClusterObservation },
): void {
  if (seen.observation.kind === 'updated') return;
  const { startedAt, observation } = seen;
  const stuckAt = plus(startedAt, STUCK_AFTER_MS);
  const why = `${cluster}: ${observation.message}`;
  const blocker = { clusters: [cluster], since: startedAt };
  if (ledger.now >= stuckAt) {
    ledger.wait({ ...blocker, cause: 'ClusterStuck', message: `${why}, for more than 5 minutes` });
  } else {
    const cause = observation.kind === 'failing' ? 'ClusterFailing' : 'ClusterUpdating';
    ledger.wait({ ...blocker, cause, message: why }, stuckAt);
  }
}

function mergeObservation(ctx: RunContext, stage: StageProgress, cluster: ClusterProgress) {
  const { ledger, bindingOf, reportOf } = ctx;
  const { cluster: name, startedAt } = cluster;
  const binding = bindingOf.get(name);
  if (binding === undefined || startedAt === undefined) return { cluster, isWriting: false };
  const observation = observationOf(binding, reportOf.get(name), ledger.now);
  if (observation.kind === 'updated') {
    ledger.tell({ event: 'clusterSucceeded', stage: stage.name, cluster: name });
    return { cluster: { ...cluster, succeededAt: ledger.now }, isWriting: false };
  }
  explainInFlight(ledger, name, { startedAt, observation });
  const report = reportOf.get(name);
  const isOwn = report !== undefined && report.revision === binding.revision;
  const told = isOwn ? tellCauses(ledger, { stage, cluster, report }) : cluster;
  const isStuck = ledger.now >= plus(startedAt, STUCK_AFTER_MS);
  return { cluster: told, isWriting: !isStuck && observation.kind === 'updating' && !observation.isWritten };
}

/** Lines of the timeline that one cluster may fill: who needs more reads the cluster itself. */
const CAUSES_AT_MOST = 5;

/** Tells each final cause once per cluster: it comes and goes with every try of the member. */
function tellCauses(
  ledger: Ledger,
  { stage, cluster, report }: { stage: StageProgress; cluster: ClusterProgress; report: WorkReport },
): ClusterProgress {
  const { cluster: name, causes = [] } = cluster;
  const fresh = finalCausesOf(report)
    .filter(({ sign }) => !causes.includes(sign))
    .slice(0, CAUSES_AT_MOST - causes.length);
  if (fresh.length === 0) return cluster;
  for (const { message } of fresh)
    ledger.tell({ event: 'clusterUnavailable', stage: stage.name, cluster: name, message });
  return { ...cluster, causes: [...causes, ...fresh.map(({ sign }) => sign)] };
}

function findTakeover(
  ctx: RunContext,
  stage: StageProgress,
  { cluster }: ClusterProgress,
): string | undefined {
  const binding = ctx.bindingOf.get(cluster);
  if (binding === undefined) {
    return `cluster "${cluster}" of stage "${stage.name}" is not placed any more, in the middle of its update`;
  }
  if (isInSync(binding, ctx.plan)) return undefined;
  const by = binding.rollout?.run;
  const who = by === undefined || by === ctx.state.run.name ? 'somebody else' : `run "${by}"`;
  return (
    `cluster "${cluster}" of stage "${stage.name}" was moved to resource snapshot ${binding.resourceIndex ?? '(none)'} by ` +
    `${who} while this run was updating it to ${ctx.plan.resourceIndex} (binding "${binding.name}"); create a new run`
  );
}
