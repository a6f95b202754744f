import {
  canonicalJson,
  DELETION_STAGE,
  fromRfc3339,
  type ClusterUpdatingStatus,
  type Condition,
  type Instant,
  type StageConfig,
  type StageTask,
  type StageTaskStatus,
  type StageUpdatingStatus,
  type UpdateRunStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MatchedOverrides } from '../desired/desired';
import { freezeOverrides } from '../desired/frozenOverrides';
import type { GateProgress, Side } from '../staged/gates/gate';
import { findGateKind } from '../staged/gates/gateKinds';
import type { PlacementFacts } from '../state/placement';
import { completeStrategy } from '../work/planApply';
import type { ClusterProgress, RunPlan, RunProgress, StageProgress } from './state';
import { normalizeStage } from './validateStrategy';

/** A run that another controller has begun, as its status on the hub says. */
export interface ForeignRun {
  readonly name: string;
  readonly status: UpdateRunStatus | undefined;
  readonly placement: Pick<PlacementFacts, 'uid' | 'spec'>;
  /** Whom the strategy names for approvals, as of now. */
  readonly approvers: readonly string[];
  /** What the override snapshots that it froze for a cluster say there; `undefined`: that is not known any more. */
  readonly overridesOf: (cluster: ClusterUpdatingStatus) => MatchedOverrides | undefined;
}

/**
 * The memory of a run that KubeFleet has begun, so that it goes on where it was: the snapshot that it froze, clusters that are
 * done, approvals under the names that they were asked for. Planned anew it would take the newest content, also to clusters
 * that are done.
 *
 *   initialized, canary done, waits for an approval → that, and the same request
 *   never initialized                               → undefined: it is planned as any run
 *   it has succeeded or failed                      → undefined: that is final without a memory, too
 *   a status that does not fit its own strategy      → undefined
 */
export function adoptRun(run: ForeignRun): RunProgress | undefined {
  const { status = {} } = run;
  const initialized = trueAt(status.conditions, 'Initialized');
  if (initialized === undefined || isEnded(status)) return undefined;
  const plan = planOf(run, status, initialized);
  const stages = status.stagesStatus ?? [];
  if (plan === undefined || !isSamePlan(plan.stages, stages)) return undefined;
  const startedAt = stages.map(stage => fromRfc3339(stage.startTime)).find(at => at !== undefined);
  return {
    seenAt: initialized,
    plan,
    ...(startedAt !== undefined && { startedAt }),
    stages: plan.stages.map((config, index) => toStage(run.name, config, stages[index])),
    deletion: {
      name: DELETION_STAGE,
      clusters: (status.deletionStageStatus?.clusters ?? []).map(toCluster),
      before: [],
      after: [],
    },
  };
}

const isEnded = ({ conditions = [] }: UpdateRunStatus) =>
  conditions.some(({ type, status }) => type === 'Succeeded' && status !== 'Unknown');

const isSamePlan = (planned: readonly StageConfig[], shown: readonly StageUpdatingStatus[]) =>
  canonicalJson(planned.map(({ name }) => name)) === canonicalJson(shown.map(({ stageName }) => stageName));

function planOf(
  { placement, approvers, overridesOf }: ForeignRun,
  status: UpdateRunStatus,
  at: Instant,
): RunPlan | undefined {
  const resourceIndex = toIndex(status.resourceSnapshotIndexUsed);
  const policyIndex = toIndex(status.policySnapshotIndexUsed);
  const stages = status.stagedUpdateStrategySnapshot?.stages.map(normalizeStage);
  if (resourceIndex === undefined || policyIndex === undefined || stages === undefined) return undefined;
  const clusters = (status.stagesStatus ?? []).flatMap(stage => stage.clusters);
  const matched = clusters.map(cluster => [cluster.clusterName, overridesOf(cluster)] as const);
  const known = matched.flatMap(([name, found]) => (found === undefined ? [] : [[name, found] as const]));
  if (known.length < matched.length) return undefined;
  const names = clusters.map(({ clusterName }) => clusterName);
  const overrides = freezeOverrides(new Map(known), names);
  const now = placement.spec.strategy?.applyStrategy ?? {};
  const frozen = status.appliedStrategy ?? {};
  // A default that one of the two leaves out is no change of the strategy, which would fail the run.
  const isSame = canonicalJson(completeStrategy(now)) === canonicalJson(completeStrategy(frozen));
  return {
    at,
    placementUid: placement.uid,
    policyIndex,
    clusterCount: status.policyObservedClusterCount ?? clusters.length,
    resourceIndex,
    applyStrategy: isSame ? now : frozen,
    ...(overrides && { overrides }),
    stages,
    approvers,
  };
}

function toStage(run: string, config: StageConfig, shown: StageUpdatingStatus): StageProgress {
  const clusters = shown.clusters.map(toCluster);
  const startedAt = fromRfc3339(shown.startTime);
  const succeededAt = trueAt(shown.conditions, 'Succeeded') ?? fromRfc3339(shown.endTime);
  const updatedAt = startedAt === undefined ? undefined : allDoneAt(clusters, startedAt);
  const gates = (side: Side) =>
    toGates(side === 'afterStage' ? config.afterStageTasks : config.beforeStageTasks, {
      ...{ run, stage: config.name, side },
      shown: side === 'afterStage' ? shown.afterStageTaskStatus : shown.beforeStageTaskStatus,
    });
  return {
    name: config.name,
    clusters,
    before: gates('beforeStage'),
    after: gates('afterStage'),
    ...(startedAt !== undefined && { enteredAt: startedAt, startedAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(succeededAt !== undefined && { succeededAt }),
  };
}

/** From here on waits after the stage count. */
function allDoneAt(clusters: readonly ClusterProgress[], startedAt: Instant): Instant | undefined {
  const done = clusters.flatMap(({ succeededAt }) => (succeededAt === undefined ? [] : [succeededAt]));
  if (done.length < clusters.length) return undefined;
  return done.reduce((latest, at) => (at > latest ? at : latest), startedAt);
}

function toCluster({ clusterName: cluster, conditions }: ClusterUpdatingStatus): ClusterProgress {
  const startedAt = trueAt(conditions, 'Started');
  const succeededAt = trueAt(conditions, 'Succeeded');
  return {
    cluster,
    ...(startedAt !== undefined && { startedAt }),
    ...(succeededAt !== undefined && { succeededAt }),
  };
}

interface GatePlace {
  readonly run: string;
  readonly stage: string;
  readonly side: Side;
  readonly shown: readonly StageTaskStatus[] | undefined;
}

/** Tasks and their statuses are in the same order; of a kind there is one at most (C/ST-013). */
const toGates = (tasks: readonly StageTask[] = [], { shown = [], ...place }: GatePlace) =>
  tasks.flatMap(task => {
    const planned = findGateKind(task.type)?.plan(task, place);
    const status = shown.find(({ type }) => type === task.type);
    return planned === undefined ? [] : [withStatus(planned, status)];
  });

function withStatus(gate: GateProgress, status: StageTaskStatus | undefined): GateProgress {
  const { approvalRequestName: request, conditions } = status ?? {};
  const requestedAt = trueAt(conditions, 'ApprovalRequestCreated');
  const doneAt = trueAt(conditions, 'ApprovalRequestApproved') ?? trueAt(conditions, 'WaitTimeElapsed');
  return {
    ...gate,
    ...(request !== undefined && { request }),
    ...(requestedAt !== undefined && { requestedAt }),
    ...(doneAt !== undefined && { doneAt }),
  };
}

/** Since when it says so; `undefined`: it does not. */
function trueAt(conditions: readonly Condition[] = [], wanted: string): Instant | undefined {
  const found = conditions.find(({ type, status }) => type === wanted && status === 'True');
  return found && fromRfc3339(found.lastTransitionTime);
}

const toIndex = (text = '') => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
