import {
  isSameJson,
  toRfc3339,
  type UpdateRunStatus,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { projectRun } from '../status/projectRun';
import type { RunProgress } from '../updaterun/state';
import type { GateNaming } from '../updaterun/namedGates';
import { normalizeStage } from '../updaterun/validateStrategy';
import { countRunSnapshots, type RunSnapshotsView } from './countSnapshots';
import { countBlocked, foldBlockers } from './foldBlockers';
import { runBlockers } from './runBlockers';
import { isRemovalStage, snapshotOn, type ClusterModel } from './runClusters';
import { proofOf } from './stageProof';
import { failureOf, assessRun, type RunAssessment, type RunInputs } from './runInputs';
import {
  barOf,
  countStates,
  endOf,
  selectorInWords,
  stagesOf,
  timesOfStage,
  type StageModel,
} from './runStages';
import { runState } from './runState';
import { isInFlight, tallyOf } from './runTally';
import { isSilent } from './clusterView';
import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunStateCode } from './stateCodes';
import type {
  BlockerView,
  ConditionView,
  Counts,
  PersonView,
  ProofView,
  RunClusterView,
  RunTallyView,
  StageBarView,
  StageView,
} from './views';

/** A run in a list. */
export interface RunSummaryView {
  scope: string;
  name: string;
  uid: string;
  placement: string;
  strategy: string;
  snapshot?: string;
  state: RunStateCode;
  isOver: boolean;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
  total: number;
  counts: Counts;
  tally: RunTallyView;
  stages: StageBarView[];
  waitsFor?: BlockerView;
}

/** A run on its page, without what needs the database or the person who asks. */
export interface RunView extends RunSummaryView, RunSnapshotsView {
  pipeline: StageView[];
  blockers: BlockerView[];
  /** Clusters that the blockers name, each once. */
  blockedClusters: number;
  /** Clusters of all stages, removals too. */
  allCounts: Counts;
  generation: number;
  isDeleting?: boolean;
  strategyThen?: Record<string, unknown>;
  conditions: ConditionView[];
  failure?: string;
  ended?: RunEndView;
}

/** That a person has ended it, and why (RUL 49). */
export interface RunEndView {
  at: string;
  /** Absent: by the annotation alone, so that nobody is known. */
  actor?: PersonView;
  reason: string;
}

/** What the parts of one view share: computed once, asked often. */
export interface RunModel {
  readonly assessment: RunAssessment;
  readonly stages: readonly StageModel[];
  readonly state: RunStateCode;
  readonly blockers: readonly BlockerView[];
  readonly blockedClusters: number;
}

export function buildRunModel(inputs: RunInputs, now: Instant): RunModel {
  const assessment = assessRun(inputs, now);
  const stages = stagesOf(assessment);
  const found = runBlockers(assessment, stages);
  return {
    assessment,
    stages,
    state: runState(assessment, stages),
    blockers: restFirst(foldBlockers(found)),
    blockedClusters: countBlocked(found),
  };
}

const isRest = ({ cause }: BlockerView) => cause === 'Stopped' || cause === 'Stopping';

/** An idle run waits for whoever stopped it, however many clusters fail: they count once it goes on. */
const restFirst = (blockers: readonly BlockerView[]) => [
  ...blockers.filter(isRest),
  ...blockers.filter(blocker => !isRest(blocker)),
];

export function summarizeRun({ assessment, stages, state, blockers }: RunModel): RunSummaryView {
  const { run, progress } = assessment;
  const planned = stages.filter(({ stage }) => !isRemovalStage(stage)).flatMap(({ clusters }) => clusters);
  const counts = countStates(planned);
  const endedAt = progress && endOf(progress);
  const index = progress?.plan?.resourceIndex ?? (run.spec.resourceSnapshotIndex || undefined);
  return {
    scope: run.namespace ?? '_',
    name: run.name,
    uid: run.uid,
    placement: run.spec.placementName,
    strategy: run.spec.stagedRolloutStrategyName,
    ...(index !== undefined && { snapshot: String(index) }),
    state,
    isOver: assessment.isOver,
    createdAt: toRfc3339(run.createdAt),
    ...(progress?.startedAt !== undefined && { startedAt: toRfc3339(progress.startedAt) }),
    ...(endedAt !== undefined && { endedAt: toRfc3339(endedAt) }),
    total: planned.length,
    counts,
    tally: tallyOf(counts),
    stages: stages.map(barOf),
    ...(blockers.length > 0 && { waitsFor: blockers[0] }),
  };
}

export interface RunViewOptions {
  /** Label with the region of a cluster. */
  readonly regionLabel?: string;
}

export function viewRun(model: RunModel, options: RunViewOptions = {}): RunView {
  const { assessment, stages, blockers, blockedClusters } = model;
  const { run, progress } = assessment;
  const failure = progress && failureOf(progress)?.message;
  const status = progress === undefined ? {} : projectRun(run, progress, assessment.blockers);
  const pipeline = stages.map(stage => viewStage(assessment, stage, { ...options, status }));
  const planned = pipeline.filter(({ isRemoval }) => !isRemoval).flatMap(({ clusters }) => clusters);
  return {
    ...summarizeRun(model),
    pipeline,
    blockers: [...blockers],
    blockedClusters,
    allCounts: countStates(stages.flatMap(({ clusters }) => clusters)),
    ...countRunSnapshots(planned),
    generation: run.generation,
    ...(run.deletedAt !== undefined && { isDeleting: true }),
    ...(progress?.plan && { strategyThen: { stages: progress.plan.stages } }),
    conditions: [...(status.conditions ?? [])],
    ...(failure !== undefined && { failure }),
    ...(progress?.ended && { ended: viewEnd(progress.ended) }),
  };
}

const viewEnd = ({ at, actor, reason }: NonNullable<RunProgress['ended']>): RunEndView => ({
  at: toRfc3339(at),
  ...(actor !== undefined && { actor: { ref: actor } }),
  reason,
});

/** The strategy of today says something else than the copy that the run froze. */
export function isStrategyChanged(
  { progress }: Pick<RunAssessment, 'progress'>,
  today: UpdateStrategySpec | undefined,
  { gates }: Pick<GateNaming, 'gates'> = {},
) {
  const then = progress?.plan;
  if (then === undefined || today === undefined) return false;
  const now = { gates: gates?.ok === false ? gates.error : (gates?.value ?? {}) };
  return !isSameJson(
    { stages: then.stages, gates: then.gates ?? {} },
    { stages: today.stages.map(normalizeStage), ...now },
  );
}

interface StageOptions extends RunViewOptions {
  /** What is published of the run. */
  readonly status: UpdateRunStatus;
}

function viewStage(
  assessment: RunAssessment,
  model: StageModel,
  { status, ...options }: StageOptions,
): StageView {
  const { stage, config, index, state, slots, clusters, counts } = model;
  const proof = viewProof(assessment, model);
  const selector = config && selectorInWords(config);
  return {
    name: stage.name,
    index: index + 1,
    ...(isRemovalStage(stage) && { isRemoval: true }),
    state,
    ...(state === 'notReached' &&
      assessment.over && { message: `Not reached: the run ${assessment.over.how}.` }),
    ...(selector !== undefined && { selector }),
    ...(config && { concurrency: String(config.maxConcurrency ?? 1), slots }),
    ...(config?.sortingLabelKey !== undefined && { sortingLabel: config.sortingLabelKey }),
    total: clusters.length,
    counts,
    tally: tallyOf(counts),
    ...timesOfStage(stage),
    ...(proof && { proof }),
    clusters: clusters.map(one =>
      viewCluster(assessment, one, { ...options, orderLabel: config?.sortingLabelKey }),
    ),
    gatesBefore: [...model.before],
    gatesAfter: [...model.after],
    conditions: stageConditions(status, model),
  };
}

/** The conditions that are published of the stage, word for word. */
function stageConditions(status: UpdateRunStatus, { stage, index }: StageModel): ConditionView[] {
  const one = isRemovalStage(stage) ? status.deletionStageStatus : status.stagesStatus?.[index];
  return [...(one?.conditions ?? [])];
}

function viewProof(assessment: RunAssessment, { stage }: StageModel): ProofView | undefined {
  const proof = proofOf(assessment, stage);
  if (proof === undefined) return undefined;
  const isWhole = proof.available === proof.total && proof.since !== undefined;
  return {
    snapshot: String(proof.snapshot),
    available: proof.available,
    total: proof.total,
    ...(isWhole && proof.since !== undefined && { unbrokenSince: toRfc3339(proof.since) }),
  };
}

interface ClusterOptions extends RunViewOptions {
  readonly orderLabel?: string;
}

export function viewCluster(
  assessment: RunAssessment,
  model: ClusterModel,
  options: ClusterOptions,
): RunClusterView {
  const { cluster, state, since, cause } = model;
  const name = cluster.cluster;
  const report = assessment.reportOf.get(name);
  const labels = assessment.factsOf.get(name)?.labels ?? {};
  const status = assessment.statusOf(name);
  const endedAt = cluster.succeededAt ?? cluster.failed?.at;
  const snapshot = snapshotOn(assessment, assessment.bindingOf.get(name), report);
  const orderValue = options.orderLabel === undefined ? undefined : labels[options.orderLabel];
  const region = options.regionLabel === undefined ? undefined : labels[options.regionLabel];
  return {
    name,
    state,
    ...(isInFlight(state) && { isInFlight: true }),
    ...(cluster.startedAt !== undefined && { startedAt: toRfc3339(cluster.startedAt) }),
    ...(endedAt !== undefined && { endedAt: toRfc3339(endedAt) }),
    ...(since !== undefined && { since: toRfc3339(since) }),
    ...(cause !== undefined && { cause }),
    ...(snapshot !== undefined && { snapshot: String(snapshot) }),
    ...(orderValue !== undefined && { orderValue }),
    ...(region !== undefined && { region }),
    ...(status !== undefined && isSilent(status.state) && { noRecentStatus: true }),
    ...(report !== undefined && report.drifted.length > 0 && { isDrifted: true }),
  };
}
