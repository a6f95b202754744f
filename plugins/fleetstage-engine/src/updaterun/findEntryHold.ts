import type { Blocker } from '../decision';
import { findRevoked } from './decideTasks';
import type { RunContext } from './runContext';
import { selectRunsAhead, standingOf } from './selectRunsAhead';
import type { RunProgress, SiblingRun, StageProgress } from './state';

/**
 * What keeps the run from entering its next stage (the deletion stage included, at `stageIndex` = number of stages): a
 * schedule that is not settled, an earlier run that has not left it (RUL 4), an approval that was taken back (RUL 7).
 */
export function findEntryHold(
  ctx: RunContext,
  progress: RunProgress,
  stageIndex: number,
): Blocker | undefined {
  const previous: StageProgress | undefined = progress.stages[stageIndex - 1];
  const stage = progress.stages[stageIndex] ?? progress.deletion;
  const since = previous?.succeededAt ?? progress.startedAt;
  if (ctx.hold !== undefined) return { since, ...ctx.hold };
  const [ahead] = selectRunsAhead(progress, stageIndex, ctx.state.siblings);
  if (ahead !== undefined) return { cause: 'EarlierRun', message: explainAhead(ahead, stage.name), since };
  const revoked = findRevoked(ctx, previous?.after ?? []);
  if (revoked === undefined) return undefined;
  const message =
    `the approval of ClusterApprovalRequest "${revoked.name}" was taken back before stage "${stage.name}" started: ` +
    `approve it again to go on`;
  return { cause: 'ApprovalRevoked', message, since: revoked.since ?? since };
}

function explainAhead(ahead: SiblingRun, stage: string): string {
  const entered = `stage "${stage}" is entered after the earlier run "${ahead.name}" of the same placement has left it`;
  switch (standingOf(ahead)) {
    case 'stopped':
      return `${entered}, which is stopped: resume or end it`;
    case 'stuck':
      return `${entered}, which is stuck: repair its clusters, or end it`;
    default:
      return entered;
  }
}
