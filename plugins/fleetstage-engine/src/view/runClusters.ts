import { DELETION_STAGE, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES } from '../desired/desired';
import { contentIdOf } from '../desired/revision';
import type { Binding, ResourceSnapshot } from '../state/placement';
import type { ClusterProgress, StageProgress } from '../updaterun/state';
import type { WorkReport } from '../work/report';
import type { RunAssessment } from './runInputs';
import type { RunClusterStateCode } from './stateCodes';
import { sentence, sentenceWithNames } from '../words';

/** One cluster of a run: its state, since when, and one sentence why. */
export interface ClusterModel {
  readonly cluster: ClusterProgress;
  readonly state: RunClusterStateCode;
  readonly since?: Instant;
  readonly cause?: string;
}

export const isRemovalStage = ({ name }: StageProgress) => name === DELETION_STAGE;

/** Every cluster of a stage in plan order; who waits for a slot is only known of the stage as a whole. */
export function clustersOf(assessment: RunAssessment, stage: StageProgress, slots: number): ClusterModel[] {
  const model = stage.clusters.map(cluster => reportCluster(assessment, stage, cluster));
  return isAt(assessment, stage) && assessment.isMoving
    ? withWaiting(assessment, { stage, model, slots })
    : model;
}

export const isAt = ({ at }: RunAssessment, stage: StageProgress) => at?.stage.name === stage.name;

function reportCluster(
  assessment: RunAssessment,
  stage: StageProgress,
  cluster: ClusterProgress,
): ClusterModel {
  const { startedAt, succeededAt, failed } = cluster;
  const isRemoval = isRemovalStage(stage);
  if (failed !== undefined)
    return { cluster, state: 'failed', since: failed.at, cause: sentence(failed.message) };
  if (succeededAt !== undefined)
    return { cluster, state: isRemoval ? 'removed' : 'updated', since: succeededAt };
  if (startedAt === undefined) return { cluster, ...readUpgrade(assessment, cluster.cluster) };
  if (assessment.isOver) {
    const { failed: broke, ended } = assessment.progress ?? {};
    if (broke === undefined && ended !== undefined) {
      const cause = 'The run was ended before this cluster was done.';
      return { cluster, state: 'ended', since: ended.at, cause };
    }
    const cause = 'The run failed before this cluster was done.';
    return { cluster, state: 'failed', since: broke?.at ?? startedAt, cause };
  }
  if (isRemoval) return { cluster, state: 'removing', since: startedAt };
  return { cluster, ...readHeld(assessment, cluster.cluster, startedAt) };
}

/**
 * What the row says that names a started cluster (ui §2, *Cluster in a run*); without one nobody has decided since it was
 * started.
 *
 *   ClusterFailing  → failing
 *   ClusterStuck    → stuck
 *   ClusterUpdating → updating, with its step
 */
function readHeld(
  { heldOf }: RunAssessment,
  name: string,
  startedAt: Instant,
): Omit<ClusterModel, 'cluster'> {
  const row = heldOf.get(name);
  if (row === undefined) return { state: 'updating', since: startedAt };
  return {
    state: row.cause === 'ClusterFailing' ? 'failing' : row.cause === 'ClusterStuck' ? 'stuck' : 'updating',
    since: row.since ?? startedAt,
    cause: sentence(row.brief ?? row.message),
  };
}

/** Not started, as its turn has not come, or as the cluster is being upgraded. */
function readUpgrade({ heldOf, isMoving }: RunAssessment, name: string): Omit<ClusterModel, 'cluster'> {
  const row = heldOf.get(name);
  if (!isMoving || row?.cause !== 'ClusterUpgrading') return { state: 'notStarted' };
  const { message, since } = row;
  return {
    state: 'waiting',
    cause: sentenceWithNames(message, [name]),
    ...(since !== undefined && { since }),
  };
}

interface Queue {
  readonly stage: StageProgress;
  readonly model: ClusterModel[];
  readonly slots: number;
}

/**
 * Clusters whose turn has come and that something named holds: as many as slots are held by clusters that fail or are stuck,
 * or, in front of a stage that an earlier run has not left, the first wave.
 */
function withWaiting(assessment: RunAssessment, { stage, model, slots }: Queue): ClusterModel[] {
  const troubled = model.filter(({ state }) => state === 'failing' || state === 'stuck');
  const held = troubled.length;
  const since = stage.phase?.since ?? assessment.progress?.startedAt;
  const [count, cause] = assessment.ahead
    ? [slots, `Blocked by the earlier run ${assessment.ahead.subject}.`]
    : [held, held === 0 ? '' : `No free slot: ${held} of ${slots} held by ${holdersInWords(troubled)}.`];
  let left = Math.min(count, slots);
  return model.map(one => {
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
export function holdersInWords(troubled: readonly ClusterModel[]): string {
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
