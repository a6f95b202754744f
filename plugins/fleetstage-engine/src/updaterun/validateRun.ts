import { isSameJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText, type Blocker } from '../decision';
import type { Binding, PlacementFacts } from '../state/placement';
import { currentScheduleOf } from './currentSchedule';
import { countOf } from '../words';
import { notExternal } from './planRun';
import type { RunPlan, RunProgress, RunState, StageProgress } from './state';

const NAMED_AT_MOST = 10;

/** Is the plan still true? */
export type RunValidity =
  | { readonly kind: 'valid' }
  /** Nothing new may start; what is under way goes on. */
  | { readonly kind: 'held'; readonly blocker: Blocker }
  | { readonly kind: 'invalid'; readonly message: string };

/**
 * Compares the plan with the world on every pass (C/RV-001…007, RV-023; RUL 5).
 *
 *   the placement is gone, being deleted, made anew, no longer External → invalid
 *   its apply strategy, policy or number of clusters changed → invalid, and says which
 *   a planned cluster left, a new one was picked             → invalid, the clusters named
 *   a cluster got other labels, the schedule is the same     → valid: the plan is frozen
 *   the placement was edited, or a cluster leaves, and the scheduler has yet to decide → held
 */
export function validateRun(state: RunState, progress: RunProgress, plan: RunPlan): RunValidity {
  const { placement, run } = state;
  const name = run.spec.placementName;
  if (placement === undefined) return invalid(`placement "${name}" does not exist any more`);
  if (placement.deletedAt !== undefined) return invalid(`placement "${name}" is being deleted`);
  if (placement.uid !== plan.placementUid) {
    return invalid(
      `placement "${name}" was deleted and made anew while this run was under way; create a new run`,
    );
  }
  const change = findPlacementChange(placement, plan);
  if (change !== undefined) return invalid(change);
  const schedule = currentScheduleOf(state, placement);
  const reschedule = findReschedule(state, progress, plan);
  if (reschedule !== undefined) return invalid(reschedule);
  if (schedule.kind === 'pending') {
    return { kind: 'held', blocker: { cause: 'NotScheduledYet', message: schedule.message } };
  }
  if (schedule.kind === 'unfulfilled') return invalid(`${schedule.message}; create a new run when it is`);
  if (schedule.expectedCount !== plan.clusterCount) {
    return invalid(
      `placement "${name}" asks for ${countOf(schedule.expectedCount, 'cluster')} now, and this run was planned for ` +
        `${plan.clusterCount}; create a new run`,
    );
  }
  return findSnapshotLoss(state, progress, plan) ?? { kind: 'valid' };
}

const invalid = (message: string): RunValidity => ({ kind: 'invalid', message });

function findPlacementChange(placement: PlacementFacts, plan: RunPlan): string | undefined {
  const type = placement.spec.strategy?.type ?? 'RollingUpdate';
  if (type !== 'External') return notExternal(placement.name, type);
  if (!isSameJson(placement.spec.strategy?.applyStrategy ?? {}, plan.applyStrategy)) {
    return `the apply strategy of placement "${placement.name}" was changed while this run was under way; create a new run`;
  }
  return undefined;
}

/** RUL 5, C/RV-005: a new policy schedules anew even where it picks the same clusters. */
function findReschedule(state: RunState, progress: RunProgress, plan: RunPlan): string | undefined {
  const newest = state.policySnapshots.at(-1)?.index;
  const members = findMembershipChange(state.bindings, progress);
  const isNewPolicy = newest !== undefined && newest !== plan.policyIndex;
  if (!isNewPolicy && members === undefined) return undefined;
  const changes = [
    ...(isNewPolicy ? [`the policy is now snapshot ${newest}, not ${plan.policyIndex}`] : []),
    ...(members ?? []),
  ];
  return (
    `the placement was scheduled anew while this run was under way: ${changes.join('; ')}. ` +
    `Clusters that were updated keep what they have; create a new run for the clusters of now`
  );
}

/** C/RV-013, RV-014, RV-023, UR-129: the clusters that the plan names must be the clusters that are picked. */
function findMembershipChange(
  bindings: readonly Binding[],
  progress: RunProgress,
): readonly string[] | undefined {
  const planned = new Set(progress.stages.flatMap(namesOf));
  const toDelete = new Set(namesOf(progress.deletion));
  const selected = new Set(bindings.filter(b => b.phase !== 'Unscheduled').map(b => b.cluster));
  const leaving = bindings.filter(b => b.phase === 'Unscheduled').map(b => b.cluster);
  const joined = [...selected].filter(cluster => !planned.has(cluster));
  const left = [...planned].filter(cluster => !selected.has(cluster));
  const unknown = leaving.filter(cluster => !toDelete.has(cluster) && !planned.has(cluster));
  const changes = [
    ...explain('was picked', 'were picked', joined),
    ...explain('left', 'left', left),
    ...explain('is to be cleaned', 'are to be cleaned', unknown),
  ];
  return changes.length === 0 ? undefined : changes;
}

function explain(one: string, many: string, clusters: readonly string[]): string[] {
  if (clusters.length === 0) return [];
  const named = [...clusters].sort(compareText).slice(0, NAMED_AT_MOST).join(', ');
  const rest = clusters.length > NAMED_AT_MOST ? ` and ${clusters.length - NAMED_AT_MOST} more` : '';
  return [`${named}${rest} ${clusters.length === 1 ? one : many}`];
}

/** A snapshot that is gone cannot be given to the clusters that are still to come (C/UR-068). */
function findSnapshotLoss(state: RunState, progress: RunProgress, plan: RunPlan): RunValidity | undefined {
  const isKept = state.resourceSnapshots.some(({ index }) => index === plan.resourceIndex);
  const isNeeded = progress.stages.some(stage => stage.clusters.some(c => c.startedAt === undefined));
  return isKept || !isNeeded
    ? undefined
    : invalid(
        `resource snapshot ${plan.resourceIndex} of placement "${state.run.spec.placementName}" was pruned before every ` +
          `cluster had it; create a new run with an index that exists`,
      );
}

const namesOf = (stage: StageProgress) => stage.clusters.map(c => c.cluster);
