import {
  condition,
  stagedKindsOf,
  type ConditionClaim,
  type UpdateRunStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isEarlierRun } from '../blocker/causes';
import { assertNever, type Blocker } from '../decision';
import { explainBlockers, explainUnusual } from '../updaterun/explainBlockers';
import type { Phase, RunFacts, RunPlan, RunProgress } from '../updaterun/state';
import { conditionsOf, since, type DatedClaim } from './datedClaims';
import { projectStages } from './projectStages';

/**
 * The status of a run, as requirement 000 prints it: a function of the run's own memory and of what holds the run back
 * at the moment (`blockers` of its newest decision). Every moment in it was written down by a decision, so the status
 * that was published before is not needed, and the same memory always gives the same bytes.
 */
export function projectRun(
  run: Pick<RunFacts, 'generation' | 'namespace'>,
  progress: RunProgress,
  blockers: readonly Blocker[] = [],
): UpdateRunStatus {
  const toConditions = conditionsOf(run.generation);
  const { plan } = progress;
  return {
    conditions: toConditions(
      initialized(run, progress, blockers),
      progressing(progress, blockers),
      succeeded(progress),
    ),
    ...(plan === undefined
      ? {}
      : { ...projectPlan(plan), ...projectStages(progress, { toConditions, blockers }) }),
  };
}

/** What initialization recorded (C/UR-042…046); an apply strategy that the placement does not name is not shown. */
function projectPlan(plan: RunPlan): UpdateRunStatus {
  return {
    policySnapshotIndexUsed: String(plan.policyIndex),
    policyObservedClusterCount: plan.clusterCount,
    resourceSnapshotIndexUsed: String(plan.resourceIndex),
    ...(isDefaultApply(plan) ? {} : { appliedStrategy: plan.applyStrategy }),
    stagedUpdateStrategySnapshot: { stages: plan.stages },
  };
}

const isDefaultApply = ({ applyStrategy: apply }: RunPlan) =>
  (apply.type ?? 'ClientSideApply') === 'ClientSideApply' &&
  (apply.comparisonOption ?? 'PartialComparison') === 'PartialComparison' &&
  (apply.whenToApply ?? 'Always') === 'Always' &&
  (apply.whenToTakeOver ?? 'Always') === 'Always' &&
  !apply.allowCoOwnership;

/** C/CV-001, CV-002; a set-up that waits says so with a reason of our own (RUL 43). */
function initialized(
  run: Pick<RunFacts, 'namespace'>,
  progress: RunProgress,
  blockers: readonly Blocker[],
): DatedClaim | undefined {
  const { plan, initializationFailed: failed, seenAt } = progress;
  if (failed !== undefined) {
    return since(condition('Initialized', 'False', 'UpdateRunInitializedFailed', failed.message), failed.at);
  }
  if (plan !== undefined) {
    const message = `${stagedKindsOf(run).run} initialized successfully`;
    return since(condition('Initialized', 'True', 'UpdateRunInitializedSuccessfully', message), plan.at);
  }
  if (seenAt === undefined || blockers.length === 0) return undefined;
  const message = explainBlockers(blockers);
  return since(condition('Initialized', 'Unknown', 'FleetstageInitializationWaiting', message), seenAt);
}

function progressing({ phase }: RunProgress, blockers: readonly Blocker[]): DatedClaim | undefined {
  return phase === undefined ? undefined : since(progressingClaim(phase, blockers), phase.since);
}

/** Requirement 000 where it prints (started, kept while tasks wait and after success), C/CV-004…008 elsewhere. */
function progressingClaim({ kind }: Phase, blockers: readonly Blocker[]): ConditionClaim {
  const type = 'Progressing';
  switch (kind) {
    case 'Running':
      return condition(type, 'True', 'UpdateRunStarted', explainUnusual(blockers));
    case 'Waiting': {
      const isInLine = blockers.some(isEarlierRun);
      const reason = isInLine ? 'FleetstageWaitingForEarlierRun' : 'UpdateRunWaiting';
      return condition(type, 'False', reason, explainBlockers(blockers));
    }
    case 'Stuck': {
      const stuck = blockers.filter(({ cause }) => cause === 'ClusterStuck' || cause === 'ClusterFailing');
      return condition(type, 'False', 'UpdateRunStuck', explainBlockers(stuck));
    }
    case 'Stopping':
      return condition(type, 'Unknown', 'UpdateRunStopping', explainBlockers(blockers));
    case 'Stopped':
      return condition(type, 'False', 'UpdateRunStopped', explainStopped(blockers));
    case 'Failed':
      return condition(
        type,
        'False',
        'UpdateRunFailed',
        'the run will not go on; the condition Succeeded says why',
      );
    case 'Ended':
      return condition(
        type,
        'False',
        'FleetstageEnded',
        'the run will not go on; the condition Succeeded says who ended it',
      );
    default:
      return assertNever(kind);
  }
}

const explainStopped = (blockers: readonly Blocker[]) =>
  blockers.find(({ cause }) => cause === 'Stopped')?.message ??
  'the run is stopped; set spec.state to Run to go on';

function succeeded({ succeededAt, failed, ended }: RunProgress): DatedClaim | undefined {
  if (failed !== undefined)
    return since(condition('Succeeded', 'False', 'UpdateRunFailed', failed.message), failed.at);
  if (ended !== undefined)
    return since(condition('Succeeded', 'False', 'FleetstageEnded', ended.message), ended.at);
  if (succeededAt === undefined) return undefined;
  return since(condition('Succeeded', 'True', 'UpdateRunSucceeded', ''), succeededAt);
}
