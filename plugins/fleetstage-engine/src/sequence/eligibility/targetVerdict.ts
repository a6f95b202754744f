import {
  OPEN_TARGET_STATES,
  type Instant,
  type TargetReason,
  type TargetState,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { sentence } from '../../words';

/** What is true of a target, and why: the state with one of its reasons (E §4.4). */
export type TargetVerdict = {
  readonly [State in TargetState]: {
    readonly state: State;
    readonly reason: TargetReason<State>;
    /** Names both versions, and what a person can do, where somebody can (D/EL-016). */
    readonly message: string;
    /** When time alone changes it, where that is known. */
    readonly until?: Instant;
  };
}[TargetState];

/** Whether the stage waits for it, forced soak aside (E/TR-001…008). */
export const holdsStage = ({ state }: Pick<TargetVerdict, 'state'>): boolean => OPEN.has(state);

const OPEN: ReadonlySet<TargetState> = new Set(OPEN_TARGET_STATES);

/** Whether its upgrade may begin as soon as a slot is free (D/EL-014). */
export const mayStart = ({ reason }: Pick<TargetVerdict, 'reason'>): boolean => reason === 'WaitingForSlot';

export const pending = (
  reason: TargetReason<'Pending'>,
  message: string,
  until?: Instant,
): TargetVerdict => ({
  state: 'Pending',
  reason,
  ...words(message, until),
});

export const running = (
  reason: TargetReason<'Running'>,
  message: string,
  until?: Instant,
): TargetVerdict => ({
  state: 'Running',
  reason,
  ...words(message, until),
});

export const paused = (reason: TargetReason<'Paused'>, message: string, until?: Instant): TargetVerdict => ({
  state: 'Paused',
  reason,
  ...words(message, until),
});

export const failed = (reason: TargetReason<'Failed'>, message: string, until?: Instant): TargetVerdict => ({
  state: 'Failed',
  reason,
  ...words(message, until),
});

export const succeeded = (
  reason: TargetReason<'Succeeded'>,
  message: string,
  until?: Instant,
): TargetVerdict => ({
  state: 'Succeeded',
  reason,
  ...words(message, until),
});

export const skipped = (
  reason: TargetReason<'Skipped'>,
  message: string,
  until?: Instant,
): TargetVerdict => ({
  state: 'Skipped',
  reason,
  ...words(message, until),
});

export const ineligible = (
  reason: TargetReason<'Ineligible'>,
  message: string,
  until?: Instant,
): TargetVerdict => ({
  state: 'Ineligible',
  reason,
  ...words(message, until),
});

export const removed = (
  reason: TargetReason<'Removed'>,
  message: string,
  until?: Instant,
): TargetVerdict => ({
  state: 'Removed',
  reason,
  ...words(message, until),
});

const words = (message: string, until: Instant | undefined) => ({
  message: sentence(message),
  ...(until !== undefined && { until }),
});
