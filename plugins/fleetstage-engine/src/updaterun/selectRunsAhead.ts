import { isRunOver } from './progress';
import type { RunProgress, RunTrouble, SiblingRun, StageProgress } from './state';

/**
 * The runs that must leave before this one may enter a stage (RUL 4): all that took their turn earlier and still hold
 * the stage of the same place, or a stage with one of its clusters. Because of the second half two runs never write to
 * one cluster at the same time, even where labels moved it to another stage between their plans.
 *
 *   run-1 in canary, run-2 (later) before staging    → none: staging was left
 *   run-1 in canary, run-2 before canary             → run-1, gates included
 *   run-1 stopped in canary                          → run-1: stopping does not let others pass
 *   before the deletion stage (`stageIndex` = stages) → every run that took its turn earlier
 */
export function selectRunsAhead(
  progress: RunProgress,
  stageIndex: number,
  siblings: readonly SiblingRun[],
): readonly SiblingRun[] {
  const own = new Set((progress.stages[stageIndex] ?? progress.deletion).clusters.map(c => c.cluster));
  const turn = progress.turn ?? Infinity;
  return siblings.filter(({ progress: other }) => {
    if (other?.turn === undefined || other.turn >= turn || isRunOver(other)) return false;
    const isHeld = (stage: StageProgress, index: number) =>
      stage.succeededAt === undefined &&
      (index <= stageIndex || stage.clusters.some(c => own.has(c.cluster)));
    return stageIndex >= other.stages.length || other.stages.some(isHeld);
  });
}

/** The next free place in the line: after every run of the placement that has one and is not over. */
export function nextTurn(siblings: readonly SiblingRun[]): number {
  const taken = siblings.flatMap(({ progress }) =>
    progress?.turn === undefined || isRunOver(progress) ? [] : [progress.turn],
  );
  return 1 + Math.max(0, ...taken);
}

/** Why a run does not go on by itself: somebody has to resume, repair or end it. */
export function haltReason({ progress }: Pick<SiblingRun, 'progress'>): 'stopped' | RunTrouble | undefined {
  switch (progress?.phase?.kind) {
    case 'Stopped':
    case 'Stopping':
      return 'stopped';
    case 'Stuck':
      return progress.trouble ?? 'stuck';
    default:
      return progress?.trouble;
  }
}

/** What dialogs say of a run that others wait for: one whose clusters fail is as stuck as one whose clusters are late. */
export function haltOf(sibling: Pick<SiblingRun, 'progress'>): 'stopped' | 'stuck' | undefined {
  const reason = haltReason(sibling);
  return reason === 'failing' ? 'stuck' : reason;
}
