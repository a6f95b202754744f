import type { ConditionStatus, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Phase, StagedProgress, StagedStage } from './state';

/** An item that was started this long ago and is not done counts as stuck (C/UR-114). */
export const STUCK_AFTER_MS = 5 * 60_000;

/** The status of Progressing in a phase. */
export const statusOfPhase = (kind: Phase['kind']): ConditionStatus =>
  kind === 'Running' ? 'True' : kind === 'Stopping' ? 'Unknown' : 'False';

/** The next phase; `since` stays while that status stays. */
export function moveTo(phase: Phase | undefined, kind: Phase['kind'], now: Instant): Phase {
  if (phase?.kind === kind) return phase;
  const isSameStatus = phase !== undefined && statusOfPhase(phase.kind) === statusOfPhase(kind);
  return isSameStatus && phase.since !== now ? { kind, since: phase.since, at: now } : { kind, since: now };
}

/** When the run or stage came to be what it is, which may be later than the status it has. */
export const beginOf = ({ at, since }: Phase): Instant => at ?? since;

/** The stage that the run is at, or about to enter; `undefined` once every stage has succeeded. */
export const currentStage = <S extends { readonly succeededAt?: Instant }>({
  stages,
}: {
  readonly stages: readonly S[];
}): S | undefined => stages.find(stage => stage.succeededAt === undefined);

/** The progress with one of its stages (the removal included) replaced by a newer version of itself. */
export function withStage(progress: StagedProgress, stage: StagedStage): StagedProgress {
  if (stage.name === progress.removal.name) return { ...progress, removal: stage };
  return { ...progress, stages: progress.stages.map(old => (old.name === stage.name ? stage : old)) };
}
