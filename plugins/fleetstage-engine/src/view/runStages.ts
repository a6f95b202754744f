import {
  toLabelQuery,
  toRfc3339,
  type Instant,
  type StageConfig,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { BlockerCause } from '../blocker/causes';
import { usableSlots } from '../staged/slots';
import { beginOf } from '../staged/progress';
import type { RunProgress, StageProgress } from '../updaterun/state';
import { clustersOf, isAt, isRemovalStage, type ClusterModel } from './runClusters';
import { isOpen } from '../staged/gates/gateStatus';
import { isBegun as isStageBegun } from '../staged/gates/isGateUsed';
import { isForPeople } from '../staged/gates/gateKinds';
import { gatesOf } from './runGates';
import type { RunAssessment } from './runInputs';
import { tallyOf } from './runTally';
import type { StageStateCode } from './stateCodes';
import type { Counts, GateMarkView, GateView, StageBarView } from './views';

/** One stage as every screen shows it. */
export interface StageModel {
  readonly stage: StageProgress;
  /** Absent: the removal stage. */
  readonly config?: StageConfig;
  readonly index: number;
  readonly slots: number;
  readonly state: StageStateCode;
  readonly clusters: readonly ClusterModel[];
  readonly counts: Counts;
  readonly before: readonly GateView[];
  readonly after: readonly GateView[];
}

/** The stages in order; the removal stage comes last, and only where it has clusters. */
export function stagesOf(assessment: RunAssessment): StageModel[] {
  const { progress } = assessment;
  if (progress?.plan === undefined) return [];
  const { plan, deletion } = progress;
  const stages = progress.stages.map((stage, index) =>
    reportStage(assessment, { stage, index, config: plan.stages[index] }),
  );
  if (deletion.clusters.length === 0) return stages;
  return [...stages, reportStage(assessment, { stage: deletion, index: stages.length })];
}

interface Place {
  readonly stage: StageProgress;
  readonly index: number;
  readonly config?: StageConfig;
}

function reportStage(assessment: RunAssessment, { stage, index, config }: Place): StageModel {
  const total = stage.clusters.length;
  const slots = config === undefined ? total : usableSlots(config.maxConcurrency, total);
  const clusters = clustersOf(assessment, stage, slots);
  const before = gatesOf(assessment, stage, 'before');
  const after = gatesOf(assessment, stage, 'after');
  const model = { stage, index, slots, clusters, counts: countStates(clusters), before, after };
  return { ...model, ...(config && { config }), state: stageState(assessment, model) };
}

export function countStates(items: Iterable<{ readonly state: string }>): Counts {
  const counts: Counts = {};
  for (const { state } of items) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/**
 * ui §2, *Stage*.
 *
 *   behind the one that the run is in     → notStarted; notReached where the run is over
 *   stopped beats failing, failing beats stuck, both beat waiting
 *   an approval and a clock hold it       → waitingForApproval
 *   its clusters wait for their upgrades  → waiting, unless one of them is being updated
 */
function stageState(assessment: RunAssessment, model: Omit<StageModel, 'state' | 'config'>): StageStateCode {
  const { stage, counts, before, after } = model;
  if (stage.failed !== undefined) return 'failed';
  if (stage.succeededAt !== undefined) return 'done';
  if (stage.phase?.kind === 'Ended') return 'ended';
  if (assessment.isOver) return 'notReached';
  if (!isAt(assessment, stage) || assessment.progress?.startedAt === undefined) return 'notStarted';
  const stopped = stoppedState(assessment);
  if (stopped !== undefined) return stopped;
  if (counts.failing) return 'failing';
  if (counts.stuck) return 'stuck';
  if (stage.enteredAt === undefined) return entryState(assessment);
  const isBegun = isStageBegun(stage);
  const gates = isBegun ? (stage.updatedAt === undefined ? [] : after) : before;
  const open = gates.filter(isOpen);
  if (open.some(isForPeople)) return 'waitingForApproval';
  if (open.length > 0) return 'waiting';
  const has = (wanted: BlockerCause) => assessment.blockers.some(({ cause }) => cause === wanted);
  const isIdle = counts.updating === undefined && has('ClusterUpgrading');
  return isIdle || (!isBegun && has('NotScheduledYet')) ? 'waiting' : 'updating';
}

/** In front of a stage, an earlier run or a schedule that is not settled may hold it. */
const entryState = ({ ahead, blockers }: RunAssessment): StageStateCode =>
  ahead !== undefined ||
  blockers.some(({ cause }) => cause === 'ApprovalRevoked' || cause === 'NotScheduledYet')
    ? 'waiting'
    : 'updating';

/** Asked to stop; only a pass knows whether everything is idle. */
export function stoppedState({ wanted, progress }: RunAssessment): 'stopping' | 'stopped' | undefined {
  if (wanted === 'Run') return undefined;
  return progress?.phase?.kind === 'Stopped' ? 'stopped' : 'stopping';
}

/** Since when it is stopped, or stopping; unknown until a pass has seen that it was asked to. */
export function stoppedSince({ progress }: Pick<RunAssessment, 'progress'>): Instant | undefined {
  const phase = progress?.phase;
  return phase?.kind === 'Stopped' || phase?.kind === 'Stopping' ? beginOf(phase) : undefined;
}

export const markOf = ({ kind, state, title }: GateView): GateMarkView => ({
  kind,
  state,
  ...(title !== undefined && { title }),
});

export const barOf = ({ stage, state, counts, before, after }: StageModel): StageBarView => ({
  name: stage.name,
  ...(isRemovalStage(stage) && { isRemoval: true }),
  state,
  total: stage.clusters.length,
  counts,
  tally: tallyOf(counts),
  gatesBefore: before.map(markOf),
  gatesAfter: after.map(markOf),
});

/** The selector as kubectl writes it; `undefined` where the stage selects nothing. */
export const selectorInWords = ({ labelSelector }: Pick<StageConfig, 'labelSelector'>) =>
  labelSelector === undefined ? undefined : toLabelQuery(labelSelector) || 'every cluster';

export const endOf = ({ succeededAt, failed, ended, initializationFailed }: RunProgress) =>
  succeededAt ?? failed?.at ?? ended?.at ?? initializationFailed?.at;

export const timesOfStage = ({ startedAt, updatedAt, succeededAt, failed }: StageProgress) => {
  const endedAt = succeededAt ?? failed?.at;
  return {
    ...(startedAt !== undefined && { startedAt: toRfc3339(startedAt) }),
    ...(updatedAt !== undefined && { updatedAt: toRfc3339(updatedAt) }),
    ...(endedAt !== undefined && { endedAt: toRfc3339(endedAt) }),
  };
};
