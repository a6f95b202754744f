import {
  condition,
  formatDuration,
  parseDuration,
  plus,
  toRfc3339,
  type Instant,
  type StageTask,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GateDecision, GateProgress, GateInput, GateViewInput, TaskGateKind } from './gate';
import type { GateStatus, GateStateCode } from './gateStatus';

/** Shorter waits cannot be written into the status (C/ST-011). */
const SHORTEST_WAIT_MS = 1000;

const elapsed = condition('WaitTimeElapsed', 'True', 'AfterStageTaskWaitTimeElapsed', '');

/**
 * Lets a time go by after a stage. The clock runs from the moment at which all items are done, stopped or not (RUL 7).
 *
 *   1m, items done at 12:00  → open at 12:01
 */
export const timedWait: TaskGateKind<'wait'> = {
  type: 'TimedWait',
  shownAs: 'wait',
  isForPeople: false,
  sides: ['afterStage'],
  fresh: { type: 'TimedWait', waitTime: '1h' },
  findIssue,
  normalize: task => ({ type: 'TimedWait', waitTime: formatDuration(waitMsOf(task)) }),
  plan: task => ({ kind: 'TimedWait', waitMs: waitMsOf(task) }),
  decide,
  use: () => [],
  findRevocation: () => undefined,
  restore: () => [],
  preview: ({ waitMs = 0 }) => ({ kind: 'wait', waitSeconds: toSeconds(waitMs) }),
  show,
  explain: ({ stage, beganAt, endsAt }) => ({
    cause: 'WaitTime',
    actor: 'engine',
    message: `The wait after ${stage} is not over.`,
    ...(beganAt && { since: beganAt }),
    ...(endsAt && { until: endsAt }),
  }),
  sayPlanned: ({ waitSeconds }) => `wait ${waitSeconds} s`,
  sayNext: () => 'a wait',
  claims: ({ doneAt }) => [{ claim: elapsed, at: doneAt }],
  besideApproval: ({ stage }, left) =>
    `The wait after ${stage} still counts${left === undefined ? '' : `, for ${left} more`}; the approval takes effect then.`,
};

/** 0 where it is no duration, which `findIssue` refuses. */
function waitMsOf({ waitTime = '' }: StageTask): number {
  const parsed = parseDuration(waitTime);
  return parsed.ok ? parsed.value : 0;
}

const toSeconds = (ms: number) => Math.round(ms / 1000);

function findIssue({ waitTime }: StageTask, at: string): string | undefined {
  if (waitTime === undefined) return `${at}.waitTime: a TimedWait needs a duration such as 1h or 90s`;
  const parsed = parseDuration(waitTime);
  if (!parsed.ok) return `${at}.waitTime: ${parsed.error}`;
  return parsed.value < SHORTEST_WAIT_MS
    ? `${at}.waitTime: ${waitTime} is too short; a TimedWait lasts at least one second`
    : undefined;
}

function decide(gate: GateProgress, { now, stage }: GateInput): GateDecision {
  if (gate.doneAt !== undefined) return { kind: 'open', gate };
  const since = stage.updatedAt ?? now;
  const until = plus(since, gate.waitMs ?? 0);
  if (until <= now) {
    const events = [{ event: 'waitElapsed', task: 'TimedWait' }] as const;
    return { kind: 'open', gate: { ...gate, doneAt: now }, events };
  }
  const message = `stage "${stage.name}" waits until its time is over`;
  return { kind: 'waiting', gate, blocker: { cause: 'WaitTime', message, since, until }, wakeAt: until };
}

function show({ waitMs = 0, doneAt }: GateProgress, input: GateViewInput): Omit<GateStatus, 'kind'> {
  const began = input.stage.updatedAt;
  const ends = began === undefined ? undefined : plus(began, waitMs);
  return {
    state: stateOf(input, { began, ends, isDone: doneAt !== undefined }),
    waitSeconds: toSeconds(waitMs),
    ...(began !== undefined && { beganAt: toRfc3339(began) }),
    ...(ends !== undefined && { endsAt: toRfc3339(ends) }),
    ...(doneAt !== undefined && { doneAt: toRfc3339(doneAt) }),
  };
}

interface Times {
  readonly began: Instant | undefined;
  readonly ends: Instant | undefined;
  readonly isDone: boolean;
}

function stateOf({ now, overAt }: GateViewInput, { began, ends, isDone }: Times): GateStateCode {
  // The pass that counts the end may come a moment after it; the end of a run comes before both.
  if (isDone || (ends !== undefined && ends <= (overAt ?? now))) return 'elapsed';
  if (overAt === undefined) return began === undefined ? 'notBegun' : 'counting';
  return began === undefined ? 'notReached' : 'cutShort';
}
