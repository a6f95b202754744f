import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassTop from '@mui/icons-material/HourglassTop';
import KeyOff from '@mui/icons-material/KeyOff';
import LinkOff from '@mui/icons-material/LinkOff';
import Logout from '@mui/icons-material/Logout';
import Warning from '@mui/icons-material/Warning';
import WifiOff from '@mui/icons-material/WifiOff';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { CellShape } from './cell';
import type { Acts, StatusLook } from './words';

export type MemberState = Schemas['ClusterState'];

type Look = Omit<StatusLook, 'label'> & { readonly cell: CellShape; readonly acts: Acts };

const looks: Record<MemberState, Look> = {
  unreachable: { icon: WifiOff, tone: 'error', isEnd: false, cell: 'cross', acts: 'clusterOwner' },
  notJoined: { icon: LinkOff, tone: 'error', isEnd: false, cell: 'cross', acts: 'operator' },
  credentialsRefused: { icon: KeyOff, tone: 'error', isEnd: false, cell: 'cross', acts: 'operator' },
  noHeartbeat: { icon: ErrorIcon, tone: 'error', isEnd: false, cell: 'cross', acts: 'clusterOwner' },
  unhealthy: { icon: Warning, tone: 'warning', isEnd: false, cell: 'bang', acts: 'clusterOwner' },
  joining: { icon: HourglassTop, tone: 'info', isEnd: false, cell: 'half', acts: 'clusterOwner' },
  leaving: { icon: Logout, tone: 'neutral', isEnd: false, cell: 'dash', acts: 'engine' },
  healthy: { icon: CheckCircle, tone: 'success', isEnd: false, cell: 'filled', acts: 'engine' },
};

export const memberStatus = (state: MemberState): Look & { readonly label: `member.${MemberState}` } => ({
  label: `member.${state}`,
  ...looks[state],
});

/** Trouble first. */
export const memberStates = Object.keys(looks) as readonly MemberState[];
