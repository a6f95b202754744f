import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker } from '../decision';
import { selectRunsAhead, standingOf } from './selectRunsAhead';
import type { RunProgress, SiblingRun } from './state';

/**
 * The run's own rule of who may enter a stage next (the removal included, at `index` = number of stages): an earlier run of
 * the placement that has not left it keeps it out (RUL 4).
 */
export function findEntryHold(
  progress: RunProgress,
  siblings: readonly SiblingRun[],
  { index, since }: { readonly index: number; readonly since: Instant | undefined },
): Blocker | undefined {
  const [ahead] = selectRunsAhead(progress, index, siblings);
  if (ahead === undefined) return undefined;
  const stage = progress.stages[index] ?? progress.deletion;
  return { cause: 'EarlierRun', message: explainAhead(ahead, stage.name), since };
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
