import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import CompareArrows from '@mui/icons-material/CompareArrows';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassTop from '@mui/icons-material/HourglassTop';
import PauseCircleOutline from '@mui/icons-material/PauseCircleOutline';
import Warning from '@mui/icons-material/Warning';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { conditionTrack } from './conditions';
import type { Acts, StatusLook } from './words';

export type PlacementState = Schemas['PlacementState'];

type Look = Omit<StatusLook, 'label'> & { readonly acts: Acts };

const looks: Record<PlacementState, Look> = {
  invalid: { icon: Cancel, tone: 'error', isEnd: false, acts: 'appOwner' },
  applyFailed: { icon: ErrorIcon, tone: 'error', isEnd: false, acts: 'appOwner' },
  overrideFailed: { icon: ErrorIcon, tone: 'error', isEnd: false, acts: 'appOwner' },
  notSent: { icon: ErrorIcon, tone: 'error', isEnd: false, acts: 'operator' },
  diffFailed: { icon: ErrorIcon, tone: 'error', isEnd: false, acts: 'appOwner' },
  notEnoughClusters: { icon: Warning, tone: 'warning', isEnd: false, acts: 'appOwner' },
  notAvailable: { icon: HourglassTop, tone: 'info', isEnd: false, acts: 'clusterOwner' },
  held: { icon: PauseCircleOutline, tone: 'neutral', isEnd: false, acts: 'engine' },
  deciding: { icon: HourglassTop, tone: 'info', isEnd: false, acts: 'engine' },
  working: { icon: HourglassTop, tone: 'info', isEnd: false, acts: 'engine' },
  deleting: { icon: DeleteSweep, tone: 'info', isEnd: false, acts: 'engine' },
  diffReported: { icon: CompareArrows, tone: 'info', isEnd: false, acts: 'appOwner' },
  available: { icon: CheckCircle, tone: 'success', isEnd: false, acts: 'engine' },
};

export const placementStatus = (
  state: PlacementState,
): Look & { readonly label: `placement.${PlacementState}` } => ({
  label: `placement.${state}`,
  ...looks[state],
});

/** A strategy that holds nothing back but leaves the moving to runs is no hold. */
export const placementLabel = (state: PlacementState, conditions: readonly Schemas['Condition'][]) =>
  state === 'held' &&
  conditionTrack(conditions).some(({ type, mark }) => type === 'RolloutStarted' && mark === 'isUnknown')
    ? 'placement.movesByRuns'
    : placementStatus(state).label;

/** Trouble first. */
export const placementStates = Object.keys(looks) as readonly PlacementState[];
