import type { SvgIconComponent } from '@mui/icons-material';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import CompareArrows from '@mui/icons-material/CompareArrows';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassTop from '@mui/icons-material/HourglassTop';
import PauseCircleOutline from '@mui/icons-material/PauseCircleOutline';
import SearchOff from '@mui/icons-material/SearchOff';
import Warning from '@mui/icons-material/Warning';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { conditionTrack } from './conditions';
import { runStatus, type RunState } from './run';
import type { Tone } from './tone';
import type { StatusLook } from './words';

export type PlacementState = Schemas['PlacementState'];

export type Trouble = Schemas['Trouble'];

type Look = Omit<StatusLook, 'label'>;

const looks: Record<PlacementState, Look> = {
  invalid: { icon: Cancel, tone: 'error', isEnd: false },
  applyFailed: { icon: ErrorIcon, tone: 'error', isEnd: false },
  overrideFailed: { icon: ErrorIcon, tone: 'error', isEnd: false },
  notSent: { icon: ErrorIcon, tone: 'error', isEnd: false },
  diffFailed: { icon: ErrorIcon, tone: 'error', isEnd: false },
  notEnoughClusters: { icon: Warning, tone: 'warning', isEnd: false },
  noMatch: { icon: SearchOff, tone: 'neutral', isEnd: false },
  notAvailable: { icon: HourglassTop, tone: 'info', isEnd: false },
  held: { icon: PauseCircleOutline, tone: 'neutral', isEnd: false },
  deciding: { icon: HourglassTop, tone: 'info', isEnd: false },
  working: { icon: HourglassTop, tone: 'info', isEnd: false },
  deleting: { icon: DeleteSweep, tone: 'info', isEnd: false },
  diffReported: { icon: CompareArrows, tone: 'info', isEnd: false },
  available: { icon: CheckCircle, tone: 'success', isEnd: false },
};

const OF_TROUBLE: Record<Trouble['state'], { readonly tone: Tone; readonly icon: SvgIconComponent }> = {
  failing: { tone: 'error', icon: ErrorIcon },
  stuck: { tone: 'warning', icon: Warning },
};

/** Tones that trouble is louder than. */
const QUIET: ReadonlySet<Tone> = new Set(['info', 'neutral']);

/** A state that is trouble, as the engine says, looks like it wherever it is shown. */
export const placementStatus = (
  state: PlacementState,
  trouble?: Trouble,
): Look & { readonly label: `placement.${PlacementState}` } => ({
  label: `placement.${state}`,
  ...looks[state],
  ...(trouble && QUIET.has(looks[state].tone) && OF_TROUBLE[trouble.state]),
});

/** A strategy that holds nothing back but leaves the moving to runs is no hold: a run has to come, or to get there. */
export const waitsForRun = (state: PlacementState, conditions: readonly Schemas['Condition'][]) =>
  state === 'held' &&
  conditionTrack(conditions).some(({ type, mark }) => type === 'RolloutStarted' && mark === 'isUnknown');

/** States whose word says all, so that no message follows: of one that waits for a run the message on the hub counts clusters. */
export const saysItAll = (state: PlacementState, conditions: readonly Schemas['Condition'][]) =>
  state === 'available' || state === 'diffReported' || waitsForRun(state, conditions);

type UnfinishedRun = Exclude<RunState, 'couldNotPrepare' | 'succeeded' | 'failed' | 'ended'>;

const isUnfinished = (state: RunState): state is UnfinishedRun => !runStatus(state).isEnd;

/** What of a placement its look follows from. */
export interface PlacementFacts {
  readonly state: PlacementState;
  readonly trouble?: Trouble;
  readonly conditions?: readonly Schemas['Condition'][];
  readonly runIs?: Schemas['RunStatusSummary'];
}

type Label = `placement.${PlacementState | 'movesByRuns' | `run.${UnfinishedRun}`}`;

/**
 * The state of a placement in words: one answer for lists and pages. What only a run holds, and holds nothing else, says how
 * the run stands (ui §2).
 */
export function placementLook({
  state,
  trouble,
  conditions = [],
  runIs,
}: PlacementFacts): Look & { readonly label: Label } {
  if (state === 'held' && runIs !== undefined && isUnfinished(runIs.state)) {
    const { icon, tone } = runStatus(runIs.state, runIs.waitsFor);
    return { icon, tone, isEnd: false, label: `placement.run.${runIs.state}` };
  }
  const look = placementStatus(state, trouble);
  return waitsForRun(state, conditions) ? { ...look, label: 'placement.movesByRuns' } : look;
}

/** Trouble first. */
export const placementStates = Object.keys(looks) as readonly PlacementState[];
