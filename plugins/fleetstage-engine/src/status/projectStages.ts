import {
  condition,
  toRfc3339,
  type ClusterUpdatingStatus,
  type Condition,
  type ConditionClaim,
  type Instant,
  type StageTaskStatus,
  type StageTaskType,
  type StageUpdatingStatus,
  type UpdateRunStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever, type Blocker } from '../decision';
import { frozenOn, type FrozenOverrides } from '../desired/frozenOverrides';
import type { Side } from '../staged/gates/gate';
import { gateKindOf } from '../staged/gates/gateKinds';
import { explainBlockers, explainUnusual } from '../updaterun/explainBlockers';
import { currentStage } from '../staged/progress';
import type { ClusterProgress, Phase, RunProgress, StageProgress, TaskProgress } from '../updaterun/state';
import { since, type DatedClaim, type ToConditions } from './datedClaims';
import { listOverrides } from './listOverrides';

interface Projection {
  readonly overrides: FrozenOverrides | undefined;
  readonly toConditions: ToConditions;
  readonly blockers: readonly Blocker[];
}

/** The stages of a planned run, the deletion stage included; only the stage the run is at explains what it waits for. */
export function projectStages(
  progress: RunProgress,
  { toConditions, blockers }: Omit<Projection, 'overrides'>,
): Pick<UpdateRunStatus, 'stagesStatus' | 'deletionStageStatus'> {
  const current = currentStage(progress) ?? progress.deletion;
  const overrides = progress.plan?.overrides;
  const project = (stage: StageProgress) =>
    projectStage(stage, { overrides, toConditions, blockers: stage === current ? blockers : [] });
  return { stagesStatus: progress.stages.map(project), deletionStageStatus: project(progress.deletion) };
}

function projectStage(stage: StageProgress, projection: Projection): StageUpdatingStatus {
  const { toConditions, blockers } = projection;
  const endedAt = stage.succeededAt ?? stage.failed?.at;
  const before = projectGates(stage.before, 'beforeStage', toConditions);
  const after = projectGates(stage.after, 'afterStage', toConditions);
  return {
    stageName: stage.name,
    clusters: stage.clusters.map(cluster => projectCluster(cluster, projection)),
    ...(before.length > 0 && { beforeStageTaskStatus: before }),
    ...(after.length > 0 && { afterStageTaskStatus: after }),
    ...(stage.startedAt !== undefined && { startTime: toRfc3339(stage.startedAt) }),
    ...(endedAt !== undefined && { endTime: toRfc3339(endedAt) }),
    ...someConditions(toConditions(progressing(stage, blockers), succeeded(stage))),
  };
}

function progressing(stage: StageProgress, blockers: readonly Blocker[]): DatedClaim | undefined {
  const { phase, updatedAt } = stage;
  if (phase === undefined) return undefined;
  // Requirement 000: while tasks wait, this moment is also the start of a TimedWait.
  const at = phase.kind === 'Waiting' && updatedAt !== undefined ? updatedAt : phase.since;
  return since(progressingClaim(stage, phase, blockers), at);
}

/** C/CV-012…018; while tasks wait, and after success, requirement 000 keeps StageUpdatingWaiting. */
function progressingClaim(
  stage: StageProgress,
  { kind }: Phase,
  blockers: readonly Blocker[],
): ConditionClaim {
  const type = 'Progressing';
  switch (kind) {
    case 'Running':
    case 'Stuck':
      return condition(type, 'True', 'StageUpdatingStarted', explainUnusual(blockers));
    case 'Waiting': {
      const explain = stage.updatedAt === undefined ? explainBlockers : explainUnusual;
      return condition(type, 'False', 'StageUpdatingWaiting', explain(blockers));
    }
    case 'Stopping':
      return condition(type, 'Unknown', 'StageUpdatingStopping', explainBlockers(blockers));
    case 'Stopped':
      return condition(
        type,
        'False',
        'StageUpdatingStopped',
        'nothing is being written; the stage waits to be resumed',
      );
    case 'Failed':
      return condition(
        type,
        'False',
        'StageUpdatingFailed',
        'the stage will not go on; the condition Succeeded says why',
      );
    case 'Ended':
      return condition(type, 'False', 'FleetstageEnded', 'the run was ended; its clusters stay as they are');
    default:
      return assertNever(kind);
  }
}

function succeeded({ succeededAt, failed }: StageProgress): DatedClaim | undefined {
  if (failed !== undefined)
    return since(condition('Succeeded', 'False', 'StageUpdatingFailed', failed.message), failed.at);
  return happened(condition('Succeeded', 'True', 'StageUpdatingSucceeded', ''), succeededAt);
}

function projectCluster(
  cluster: ClusterProgress,
  { overrides, toConditions }: Projection,
): ClusterUpdatingStatus {
  const { startedAt, succeededAt, failed } = cluster;
  const conditions = toConditions(
    happened(condition('Started', 'True', 'ClusterUpdatingStarted', ''), startedAt),
    failed === undefined
      ? happened(condition('Succeeded', 'True', 'ClusterUpdatingSucceeded', ''), succeededAt)
      : since(condition('Succeeded', 'False', 'ClusterUpdatingFailed', failed.message), failed.at),
  );
  const { cluster: clusterName } = cluster;
  const lists = listOverrides(frozenOn(overrides, clusterName));
  return { clusterName, ...lists, ...someConditions(conditions) };
}

/** Kinds that the API has no place for are left out. */
function projectGates(
  gates: readonly TaskProgress[],
  side: Side,
  toConditions: ToConditions,
): StageTaskStatus[] {
  return gates.flatMap(gate => {
    const { claims } = gateKindOf(gate.kind);
    if (claims === undefined) return [];
    const conditions = toConditions(...claims(gate, side).map(({ claim, at }) => happened(claim, at)));
    return {
      type: gate.kind as StageTaskType,
      ...(gate.request !== undefined && { approvalRequestName: gate.request }),
      ...someConditions(conditions),
    };
  });
}

const happened = (claim: ConditionClaim, at: Instant | undefined) =>
  at === undefined ? undefined : since(claim, at);

/** An empty list is left out, as requirement 000 prints it. */
const someConditions = (conditions: readonly Condition[]) => (conditions.length > 0 ? { conditions } : {});
