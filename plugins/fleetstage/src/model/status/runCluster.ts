import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import Sync from '@mui/icons-material/Sync';
import Warning from '@mui/icons-material/Warning';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { CellShape } from './cell';
import type { StatusLook } from './words';

export type RunClusterState = Schemas['RunClusterState'];

type Look = Omit<StatusLook, 'label'> & { readonly cell: CellShape };

const looks: Record<RunClusterState, Look> = {
  failed: { icon: Cancel, tone: 'error', isEnd: true, cell: 'cross' },
  failing: { icon: ErrorIcon, tone: 'error', isEnd: false, cell: 'cross' },
  stuck: { icon: Warning, tone: 'warning', isEnd: false, cell: 'bang' },
  // Its run was ended in the middle of it.
  ended: { icon: StopCircleOutlined, tone: 'warning', isEnd: true, cell: 'half' },
  updating: { icon: Sync, tone: 'info', isEnd: false, cell: 'half' },
  removing: { icon: DeleteSweep, tone: 'info', isEnd: false, cell: 'half' },
  waiting: { icon: HourglassEmpty, tone: 'neutral', isEnd: false, cell: 'dot' },
  notStarted: { icon: RadioButtonUnchecked, tone: 'neutral', isEnd: false, cell: 'outline' },
  updated: { icon: CheckCircle, tone: 'success', isEnd: true, cell: 'filled' },
  removed: { icon: RemoveCircleOutline, tone: 'success', isEnd: true, cell: 'filled' },
};

export const runClusterStatus = (
  state: RunClusterState,
): Look & { readonly label: `cluster.${RunClusterState}` } => ({
  label: `cluster.${state}`,
  ...looks[state],
});

/** Trouble first, then what moves, then the rest: order of rows, legends and counts. */
export const runClusterStates = Object.keys(looks) as readonly RunClusterState[];

export const isTrouble = (state: RunClusterState) =>
  state === 'failed' || state === 'failing' || state === 'stuck' || state === 'ended';
