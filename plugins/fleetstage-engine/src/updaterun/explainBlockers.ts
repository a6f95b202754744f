import type { Blocker } from '../decision';

const SHOWN_AT_MOST = 3;

/** Causes that requirement 000's empty messages must not hide (RUL 6, C/AP-013). */
const unusual: ReadonlySet<string> = new Set([
  'ApprovalEarly',
  'ApprovalRevoked',
  'ApprovalStale',
  'ClusterFailing',
  'ClusterStuck',
  'ClusterUpgrading',
  'GateWaiting',
  'NotScheduledYet',
]);

/** What is waited for, in one text: at most three sentences and how many there are beside them. */
export function explainBlockers(blockers: readonly Blocker[]): string {
  const sentences = [...new Set(blockers.map(({ message }) => message))];
  const shown = sentences.slice(0, SHOWN_AT_MOST).join('; ');
  const rest = sentences.length - SHOWN_AT_MOST;
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

/** The same for what needs a person; empty while everything progresses by itself. */
export const explainUnusual = (blockers: readonly Blocker[]) =>
  explainBlockers(blockers.filter(({ cause }) => unusual.has(cause)));
