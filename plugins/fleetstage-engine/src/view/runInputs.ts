import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { memberStatus, type MemberStatus } from './clusterView';
import { isEarlierRun } from '../blocker/causes';
import type { ClusterFacts } from '../cluster/facts';
import type { Blocker } from '../decision';
import type { Binding, ResourceSnapshot } from '../state/placement';
import type { GateFacts } from '../staged/gates/gateFacts';
import { currentStage } from '../staged/progress';
import { isRunOver, wantedState } from '../updaterun/progress';
import type { RunFacts, RunProgress, SiblingRun, StageProgress } from '../updaterun/state';
import type { WorkReport } from '../work/report';

/**
 * All that a screen may know of one run. Lists leave out what they do not show: bindings and reports of clusters that are
 * not in the middle of their update, the fleet, the snapshots.
 */
export interface RunInputs {
  readonly run: RunFacts;
  readonly progress: RunProgress | undefined;
  readonly bindings: readonly Binding[];
  readonly reports: readonly WorkReport[];
  readonly gateFacts: GateFacts;
  readonly siblings: readonly SiblingRun[];
  readonly clusters: readonly ClusterFacts[];
  readonly resourceSnapshots: readonly ResourceSnapshot[];
  /** Of the newest decision about the run. */
  readonly blockers: readonly Blocker[];
}

/** The position of a run: `at` is the stage that it is in, or in front of. */
export interface RunAssessment extends RunInputs {
  readonly now: Instant;
  readonly at: { readonly stage: StageProgress; readonly index: number } | undefined;
  readonly isOver: boolean;
  /** How and when it came to be over before it had succeeded. */
  readonly over?: { readonly how: 'ended' | 'failed'; readonly at: Instant };
  /** What people want of it now. */
  readonly wanted: 'Initialize' | 'Run' | 'Stop';
  /** It is executing: begun, not over, not asked to stop. */
  readonly isMoving: boolean;
  /** The row of an earlier run that is waited for, whose name is its subject (RUL 4). */
  readonly ahead?: Blocker;
  /** The row that names a cluster under way, or one that waits for its upgrade. */
  readonly heldOf: ReadonlyMap<string, Blocker>;
  readonly bindingOf: ReadonlyMap<string, Binding>;
  readonly reportOf: ReadonlyMap<string, WorkReport>;
  readonly factsOf: ReadonlyMap<string, ClusterFacts>;
  readonly statusOf: (cluster: string) => MemberStatus | undefined;
}

export function assessRun(inputs: RunInputs, now: Instant): RunAssessment {
  const { run, progress } = inputs;
  const at = placeOf(progress);
  const isOver = progress !== undefined && isRunOver(progress);
  const wanted = wantedState(run.spec, progress);
  const isMoving = progress?.startedAt !== undefined && !isOver && wanted === 'Run';
  // A row of an earlier version names no run until the next pass.
  const ahead = isMoving
    ? inputs.blockers.find(one => isEarlierRun(one) && one.subject !== undefined)
    : undefined;
  const factsOf = new Map(inputs.clusters.map(facts => [facts.name, facts]));
  return {
    ...inputs,
    now,
    at,
    isOver,
    ...(progress && overOf(progress)),
    wanted,
    isMoving,
    ...(ahead && { ahead }),
    heldOf: new Map(
      inputs.blockers.filter(isOfCluster).flatMap(row => (row.clusters ?? []).map(name => [name, row])),
    ),
    bindingOf: new Map(inputs.bindings.map(binding => [binding.cluster, binding])),
    reportOf: new Map(inputs.reports.map(report => [report.cluster, report])),
    factsOf,
    statusOf: name => {
      const facts = factsOf.get(name);
      return facts && memberStatus(facts, now);
    },
  };
}

/** When and why a run ended before it had succeeded. */
export const failureOf = ({ failed, ended, initializationFailed }: RunProgress) =>
  initializationFailed ?? failed ?? ended;

function overOf(progress: RunProgress): Pick<RunAssessment, 'over'> {
  const failure = failureOf(progress);
  if (failure === undefined) return {};
  return { over: { how: failure === progress.ended ? 'ended' : 'failed', at: failure.at } };
}

function placeOf(progress: RunProgress | undefined): RunAssessment['at'] {
  if (progress?.plan === undefined) return undefined;
  const stage = currentStage(progress) ?? progress.deletion;
  const index = progress.stages.indexOf(stage);
  return { stage, index: index < 0 ? progress.stages.length : index };
}

const isOfCluster = ({ cause }: Blocker) =>
  cause === 'ClusterUpdating' ||
  cause === 'ClusterFailing' ||
  cause === 'ClusterStuck' ||
  cause === 'ClusterUpgrading';
