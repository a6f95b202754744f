import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever, type Blocker } from '../decision';
import { selectRunsAhead, haltReason } from './selectRunsAhead';
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
  return { ...explainAhead(ahead, stage.name), subject: ahead.name, since };
}

/**
 *   run-1 gets on            → it is waited for
 *   run-1 stopped            → resume or end it
 *   run-1 stuck, or failing  → repair its clusters, or end it
 */
function explainAhead(ahead: SiblingRun, stage: string): Pick<Blocker, 'cause' | 'message' | 'brief'> {
  const { name } = ahead;
  const entered = `stage "${stage}" is entered after the earlier run "${name}" of the same placement has left it`;
  const blocked = `${stage} is blocked by the earlier run ${name}`;
  const reason = haltReason(ahead);
  switch (reason) {
    case 'stopped':
      return {
        cause: 'EarlierRunStopped',
        message: `${entered}, which is stopped: resume or end it`,
        brief: `${blocked}, which is stopped. Resume or end that run.`,
      };
    case 'stuck':
    case 'failing':
      return {
        cause: 'EarlierRunStuck',
        message: `${entered}, which is ${reason}: repair its clusters, or end it`,
        brief: `${blocked}, which is ${reason}. Repair its clusters, or end that run.`,
      };
    case undefined:
      return {
        cause: 'EarlierRun',
        message: entered,
        brief: `${stage} begins when the earlier run ${name} has left it.`,
      };
    default:
      return assertNever(reason);
  }
}
