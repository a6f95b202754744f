import type { Condition, UpdateRunState } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunProgress } from './state';

/** How a run is over. */
export type RunOutcome = 'succeeded' | 'couldNotPrepare' | 'ended' | 'failed';

const WORDS: Readonly<Record<RunOutcome, string>> = {
  succeeded: 'has succeeded',
  couldNotPrepare: 'could not be prepared',
  ended: 'was ended',
  failed: 'has failed',
};

/** `undefined`: it goes on. */
export function runOutcome(
  progress: Pick<RunProgress, 'succeededAt' | 'initializationFailed' | 'ended' | 'failed'> | undefined,
): RunOutcome | undefined {
  if (progress?.succeededAt !== undefined) return 'succeeded';
  if (progress?.initializationFailed !== undefined) return 'couldNotPrepare';
  if (progress?.ended !== undefined) return 'ended';
  return progress?.failed === undefined ? undefined : 'failed';
}

/** The same for who has only the run's object: as the conditions of its status say. */
export function shownOutcome(conditions: readonly Condition[] = []): RunOutcome | undefined {
  const of = (type: string) => conditions.find(one => one.type === type);
  const succeeded = of('Succeeded');
  if (succeeded?.status === 'True') return 'succeeded';
  if (of('Initialized')?.status === 'False') return 'couldNotPrepare';
  if (succeeded?.status !== 'False') return undefined;
  return succeeded.reason === 'FleetstageEnded' ? 'ended' : 'failed';
}

/** Why nothing about the run can be asked for any more. */
export const explainOutcome = (run: string, end: RunOutcome) =>
  `run "${run}" ${WORDS[end]}; nothing about it can change any more`;

/** Why a run cannot get from a state that it is in to another one (C/UR-013); `undefined`: it can. */
export const refuseRunState = (
  run: string,
  before: UpdateRunState,
  wanted: UpdateRunState,
): string | undefined =>
  before === 'Initialize' && wanted === 'Stop'
    ? `run "${run}" has not been started, so there is nothing to stop; start it, or delete it`
    : undefined;
