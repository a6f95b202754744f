import {
  DELETION_STAGE,
  type ConditionStatus,
  type Instant,
  type UpdateRunSpec,
  type UpdateRunState,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Phase, RunFacts, RunProgress, StageProgress } from './state';

/** A cluster that was started this long ago and is not done counts as stuck (C/UR-114). */
export const STUCK_AFTER_MS = 5 * 60_000;

/** The memory of a run that nobody has looked at yet. */
export const newProgress: RunProgress = {
  stages: [],
  deletion: { name: DELETION_STAGE, clusters: [], before: [], after: [] },
};

/** Finished, failed, ended or never initialized: nothing will ever happen to this run again (C/RL-015, RL-017). */
export const isRunOver = (progress: RunProgress) =>
  progress.succeededAt !== undefined ||
  progress.failed !== undefined ||
  progress.ended !== undefined ||
  progress.initializationFailed !== undefined;

/** What people want of a run: what its spec names, else what it named last, else Run (RUL 1, 51). */
export const wantedState = (
  { state }: Pick<UpdateRunSpec, 'state'>,
  progress: Pick<RunProgress, 'heldState'> | undefined,
): UpdateRunState => state ?? progress?.heldState ?? 'Run';

/** The progress that remembers which state its spec names; without one it remembers the one before (RUL 51). */
export function withHeldState(progress: RunProgress, { state }: Pick<UpdateRunSpec, 'state'>): RunProgress {
  if (state === undefined) return progress;
  const { heldState: _, ...rest } = progress;
  return state === 'Run' ? rest : { ...rest, heldState: state };
}

/**
 * The hub tells of an end that the progress does not know. A status is published after the progress it shows was
 * committed, so a database that is behind it has lost something.
 */
export const isBehindHub = (run: Pick<RunFacts, 'hasEnded'>, progress: RunProgress | undefined) =>
  run.hasEnded === true && (progress === undefined || !isRunOver(progress));

/** The status of Progressing that a phase stands for. */
export const statusOfPhase = (kind: Phase['kind']): ConditionStatus =>
  kind === 'Running' ? 'True' : kind === 'Stopping' ? 'Unknown' : 'False';

/** The next phase; `since` stays while the status it stands for stays. */
export function moveTo(phase: Phase | undefined, kind: Phase['kind'], now: Instant): Phase {
  if (phase?.kind === kind) return phase;
  const isSameStatus = phase !== undefined && statusOfPhase(phase.kind) === statusOfPhase(kind);
  return isSameStatus && phase.since !== now ? { kind, since: phase.since, at: now } : { kind, since: now };
}

/** When the run or stage came to be what it is, which may be later than the status it has. */
export const beginOf = ({ at, since }: Phase): Instant => at ?? since;

/** The stage that the run is at, or about to enter; `undefined` once every stage has succeeded. */
export const currentStage = (progress: RunProgress): StageProgress | undefined =>
  progress.stages.find(stage => stage.succeededAt === undefined);

/** The progress with one of its stages (the deletion stage included) replaced by a newer version of itself. */
export function withStage(progress: RunProgress, stage: StageProgress): RunProgress {
  if (stage.name === DELETION_STAGE) return { ...progress, deletion: stage };
  return { ...progress, stages: progress.stages.map(old => (old.name === stage.name ? stage : old)) };
}
