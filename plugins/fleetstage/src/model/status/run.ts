import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import DoNotDisturbAlt from '@mui/icons-material/DoNotDisturbAlt';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import HourglassTop from '@mui/icons-material/HourglassTop';
import HowToReg from '@mui/icons-material/HowToReg';
import PauseCircle from '@mui/icons-material/PauseCircle';
import PauseCircleOutline from '@mui/icons-material/PauseCircleOutline';
import PlayCircleOutline from '@mui/icons-material/PlayCircleOutline';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import Sync from '@mui/icons-material/Sync';
import Timer from '@mui/icons-material/Timer';
import Warning from '@mui/icons-material/Warning';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { StatusLook } from './words';

export type RunState = Schemas['RunState'];
export type StageState = Schemas['StageState'];

const runs: Record<RunState, Omit<StatusLook, 'label'>> = {
  preparing: { icon: HourglassTop, tone: 'info', isEnd: false },
  readyToStart: { icon: PlayCircleOutline, tone: 'neutral', isEnd: false },
  couldNotPrepare: { icon: Cancel, tone: 'error', isEnd: true },
  updating: { icon: Sync, tone: 'info', isEnd: false },
  waitingForApproval: { icon: HowToReg, tone: 'warning', isEnd: false },
  waiting: { icon: Timer, tone: 'info', isEnd: false },
  failing: { icon: ErrorIcon, tone: 'error', isEnd: false },
  stuck: { icon: Warning, tone: 'warning', isEnd: false },
  stopping: { icon: PauseCircleOutline, tone: 'warning', isEnd: false },
  stopped: { icon: PauseCircle, tone: 'warning', isEnd: false },
  succeeded: { icon: CheckCircle, tone: 'success', isEnd: true },
  failed: { icon: Cancel, tone: 'error', isEnd: true },
  ended: { icon: StopCircleOutlined, tone: 'neutral', isEnd: true },
};

const stages: Record<StageState, Omit<StatusLook, 'label'>> = {
  notStarted: { icon: RadioButtonUnchecked, tone: 'neutral', isEnd: false },
  waitingForApproval: { icon: HowToReg, tone: 'warning', isEnd: false },
  waiting: { icon: Timer, tone: 'info', isEnd: false },
  updating: { icon: Sync, tone: 'info', isEnd: false },
  failing: { icon: ErrorIcon, tone: 'error', isEnd: false },
  stuck: { icon: Warning, tone: 'warning', isEnd: false },
  stopping: { icon: PauseCircleOutline, tone: 'warning', isEnd: false },
  stopped: { icon: PauseCircle, tone: 'warning', isEnd: false },
  done: { icon: CheckCircle, tone: 'success', isEnd: true },
  failed: { icon: Cancel, tone: 'error', isEnd: true },
  ended: { icon: StopCircleOutlined, tone: 'neutral', isEnd: true },
  notReached: { icon: DoNotDisturbAlt, tone: 'neutral', isEnd: true },
};

/** The run has come to it. */
export const isBegun = (state: StageState) => state !== 'notStarted' && state !== 'notReached';

/** What a run waits for first. */
export type WaitsFor = Pick<Schemas['Blocker'], 'actor' | 'until'>;

/** No clock holds it: an earlier run that gets on, or something that a person has to see to. */
function heldLook({ actor, until }: WaitsFor): Pick<StatusLook, 'icon' | 'tone'> | undefined {
  if (actor !== undefined && actor !== 'engine') return { icon: HourglassEmpty, tone: 'warning' };
  return until === undefined ? { icon: HourglassEmpty, tone: 'info' } : undefined;
}

/** A run that waits looks like what it waits for: a clock runs, or somebody has to act. */
export const runStatus = (state: RunState, waitsFor?: WaitsFor): StatusLook<`run.${RunState}`> => ({
  label: `run.${state}`,
  ...runs[state],
  ...(state === 'waiting' && waitsFor && heldLook(waitsFor)),
});

type StageWord = StageState | 'doneEmpty' | 'removing';
export type StageLabel = `stage.${StageWord}`;
export type StageSaid = `stageSaid.${StageWord}`;

/** The words of a stage's state within a sentence. */
export const stageSaid = (label: StageLabel) => label.replace('stage.', 'stageSaid.') as StageSaid;

export interface StageFacts {
  readonly isRemoval?: boolean;
  readonly total?: number;
  /** Of its run, where it waits in this stage. */
  readonly waitsFor?: WaitsFor;
}

/** A stage without clusters is done quietly; the removal stage removes. */
export function stageStatus(
  state: StageState,
  { isRemoval = false, total = 1, waitsFor }: StageFacts = {},
): StatusLook<StageLabel> {
  if (state === 'done' && total === 0) return { label: 'stage.doneEmpty', ...stages.done, tone: 'neutral' };
  if (state === 'updating' && isRemoval) return { label: 'stage.removing', ...stages.updating };
  return {
    label: `stage.${state}`,
    ...stages[state],
    ...(state === 'waiting' && waitsFor && heldLook(waitsFor)),
  };
}
