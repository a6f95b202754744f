import {
  DELETION_STAGE,
  plus,
  toRfc3339,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES } from '../desired/desired';
import { contentIdOf } from '../desired/revision';
import type { Binding, ResourceSnapshot } from '../state/placement';
import { readinessOf } from '../rollout/readiness';
import { isInSync } from '../updaterun/observationOf';
import { STUCK_AFTER_MS } from '../staged/progress';
import type { ClusterProgress, StageProgress } from '../updaterun/state';
import { hasFinalCause } from '../work/cause/finalCause';
import type { WorkReport } from '../work/report';
import { isSilent } from './clusterView';
import { describeFailure } from './describeFailure';
import type { RunAssessment } from './runInputs';
import type { RunClusterStateCode } from './stateCodes';
import { ageInWords, sentence } from '../words';

/** One cluster of a run: its state, since when, and one sentence why. */
export interface ClusterTold {
  readonly cluster: ClusterProgress;
  readonly state: RunClusterStateCode;
  readonly since?: Instant;
  readonly cause?: string;
}

export const isRemovalStage = ({ name }: StageProgress) => name === DELETION_STAGE;

/** Every cluster of a stage in plan order; who waits for a slot is only known of the stage as a whole. */
export function clustersOf(scene: RunAssessment, stage: StageProgress, slots: number): ClusterTold[] {
  const told = stage.clusters.map(cluster => reportCluster(scene, stage, cluster));
  return isAt(scene, stage) && scene.isMoving ? withWaiting(scene, { stage, told, slots }) : told;
}

export const isAt = ({ at }: RunAssessment, stage: StageProgress) => at?.stage.name === stage.name;

function reportCluster(scene: RunAssessment, stage: StageProgress, cluster: ClusterProgress): ClusterTold {
  const { startedAt, succeededAt, failed } = cluster;
  const isRemoval = isRemovalStage(stage);
  if (failed !== undefined)
    return { cluster, state: 'failed', since: failed.at, cause: sentence(failed.message) };
  if (succeededAt !== undefined)
    return { cluster, state: isRemoval ? 'removed' : 'updated', since: succeededAt };
  if (startedAt === undefined) return { cluster, state: 'notStarted' };
  if (scene.isOver) {
    const { failed: broke, ended } = scene.progress ?? {};
    if (broke === undefined && ended !== undefined) {
      const cause = 'The run was ended before this cluster was done.';
      return { cluster, state: 'ended', since: ended.at, cause };
    }
    const cause = 'The run failed before this cluster was done.';
    return { cluster, state: 'failed', since: broke?.at ?? startedAt, cause };
  }
  if (isRemoval) return { cluster, state: 'removing', since: startedAt };
  return { cluster, ...observe(scene, cluster.cluster, startedAt) };
}

/**
 * What a started cluster shows of the revision that it was given (ui §2, *Cluster in a run*).
 *
 *   an error is being tried again, however long → failing, since the error
 *   not available for a cause that is final     → stuck, since it is not available
 *   started 5 minutes ago, no error known       → stuck, since then
 *   anything else                               → updating, with its step
 */
function observe(scene: RunAssessment, name: string, startedAt: Instant): Omit<ClusterTold, 'cluster'> {
  const { now } = scene;
  const report = scene.reportOf.get(name);
  const binding = scene.bindingOf.get(name);
  const readiness = binding && readinessOf(binding, report, { settleMs: 0, now });
  if (readiness?.kind === 'failed') {
    return {
      state: 'failing',
      since: readiness.since,
      cause: describeFailure(report) ?? sentence(readiness.message),
    };
  }
  const step = stepOf(scene, { name, binding, report });
  if (report !== undefined && report.revision === binding?.revision && hasFinalCause(report)) {
    const since = Math.max(startedAt, report.available?.at ?? startedAt) as Instant;
    return { state: 'stuck', since, cause: step };
  }
  const stuckAt = plus(startedAt, STUCK_AFTER_MS);
  if (now >= stuckAt && readiness?.kind !== 'ready' && readiness?.kind !== 'settling') {
    return { state: 'stuck', since: stuckAt, cause: `${step} Updating for ${ageInWords(now - startedAt)}.` };
  }
  return { state: 'updating', since: startedAt, cause: step };
}

interface Seen {
  readonly name: string;
  readonly binding: Binding | undefined;
  readonly report: WorkReport | undefined;
}

function stepOf(scene: RunAssessment, { name, binding, report }: Seen): string {
  const standing = scene.standingOf(name);
  if (standing !== undefined && isSilent(standing.state)) {
    return `No status from the cluster: ${standing.message ?? 'it does not answer.'}`;
  }
  if (binding === undefined) return 'The cluster is not placed any more.';
  if (report === undefined || report.revision !== binding.revision)
    return 'Sent; the cluster has not reported yet.';
  if (report.applied?.status !== 'True') return 'Being applied.';
  if (report.available?.status === 'True') return 'Available, being processed.';
  const failed = describeFailure(report);
  return failed ?? sentence(report.available?.message || 'applied, not available yet');
}

interface Queue {
  readonly stage: StageProgress;
  readonly told: ClusterTold[];
  readonly slots: number;
}

/**
 * Clusters whose turn has come and that something named holds: as many as slots are held by clusters that fail or are stuck,
 * or, in front of a stage that an earlier run has not left, the first wave.
 */
function withWaiting(scene: RunAssessment, { stage, told, slots }: Queue): ClusterTold[] {
  const troubled = told.filter(({ state }) => state === 'failing' || state === 'stuck');
  const held = troubled.length;
  const since = stage.phase?.since ?? scene.progress?.startedAt;
  const [count, cause] = scene.ahead
    ? [slots, `Blocked by the earlier run ${scene.ahead.name}.`]
    : [held, held === 0 ? '' : `No free slot: ${held} of ${slots} held by ${holdersInWords(troubled)}.`];
  let left = Math.min(count, slots);
  return told.map(one => {
    if (one.state !== 'notStarted' || left <= 0) return one;
    left -= 1;
    return { ...one, state: 'waiting', cause, ...(since !== undefined && { since }) };
  });
}

/**
 * What holds slots:
 *
 *   one that fails          → c1, which is failing
 *   two that are stuck      → 2 stuck clusters
 *   one fails, one is stuck → 1 failing and 1 stuck cluster
 */
export function holdersInWords(troubled: readonly ClusterTold[]): string {
  const [first] = troubled;
  if (troubled.length === 1) return `${first.cluster.cluster}, which is ${first.state}`;
  const parts = (['failing', 'stuck'] as const).flatMap(state => {
    const count = troubled.filter(one => one.state === state).length;
    return count === 0 ? [] : [{ count, state }];
  });
  const last = parts[parts.length - 1].count;
  return `${parts.map(({ count, state }) => `${count} ${state}`).join(' and ')} ${last === 1 ? 'cluster' : 'clusters'}`;
}

/**
 * Index of the snapshot that a cluster runs, as last reported. A report of an earlier revision names it by a hash of content
 * and strategy, which only the snapshots that are kept can be compared with.
 */
export function snapshotOn(
  { resourceSnapshots }: Pick<RunAssessment, 'resourceSnapshots'>,
  binding: Binding | undefined,
  report: WorkReport | undefined,
): number | undefined {
  if (binding === undefined || report === undefined || report.isReleased) return undefined;
  if (report.revision === binding.revision) return binding.resourceIndex;
  const content = report.revision.split('-')[0];
  const { applyStrategy = {}, overrides = NO_OVERRIDES } = binding;
  const isSame = (snapshot: ResourceSnapshot) =>
    contentIdOf({ snapshot, applyStrategy, overrides }, binding) === content;
  return [...resourceSnapshots].reverse().find(isSame)?.index;
}

/** What a finished stage rests on now (ui §5.6): evidence of the run's own revision only. */
export function proofOf({ progress, bindingOf, reportOf, now }: RunAssessment, stage: StageProgress) {
  const plan = progress?.plan;
  if (plan === undefined || stage.updatedAt === undefined || isRemovalStage(stage)) return undefined;
  const ready = stage.clusters.flatMap(({ cluster }) => {
    const binding = bindingOf.get(cluster);
    const report = reportOf.get(cluster);
    if (binding === undefined || !isInSync(binding, plan)) return [];
    const { kind } = readinessOf(binding, report, { settleMs: 0, now });
    const at = report?.available?.at ?? report?.diffReported?.at;
    return (kind === 'ready' || kind === 'settling') && at !== undefined ? [{ cluster, at }] : [];
  });
  const names = new Set(ready.map(one => one.cluster));
  return {
    snapshot: plan.resourceIndex,
    total: stage.clusters.length,
    available: ready.length,
    missing: stage.clusters.map(one => one.cluster).filter(name => !names.has(name)),
    since: ready.reduce<Instant | undefined>((a, b) => (a === undefined || b.at > a ? b.at : a), undefined),
    sinceOf: new Map(ready.map(one => [one.cluster, one.at])),
  };
}

export const timeOf = (at: Instant | undefined) => (at === undefined ? undefined : toRfc3339(at));
