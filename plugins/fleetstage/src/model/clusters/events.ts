import AddCircleOutline from '@mui/icons-material/AddCircleOutline';
import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Edit from '@mui/icons-material/Edit';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import LabelOff from '@mui/icons-material/LabelOff';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import LockOpen from '@mui/icons-material/LockOpen';
import Logout from '@mui/icons-material/Logout';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import Sync from '@mui/icons-material/Sync';
import Key from '@mui/icons-material/VpnKey';
import Warning from '@mui/icons-material/Warning';
import WifiOff from '@mui/icons-material/WifiOff';
import type { ClusterTimelineEvent } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UNKNOWN_LOOK, type EventLook } from '../eventLook';

/** What the engine and people write into the timeline of a member; the words are under the same names. */
const looks = {
  clusterJoinAsked: { icon: AddCircleOutline, tone: 'neutral' },
  joinTokenIssued: { icon: Key, tone: 'neutral' },
  clusterJoined: { icon: CheckCircle, tone: 'success' },
  heartbeatLost: { icon: WifiOff, tone: 'error' },
  heartbeatBack: { icon: CheckCircle, tone: 'success' },
  clusterUnhealthy: { icon: Warning, tone: 'warning' },
  clusterHealthy: { icon: CheckCircle, tone: 'success' },
  clusterUpdated: { icon: Edit, tone: 'neutral' },
  tainted: { icon: LabelOutlined, tone: 'neutral' },
  untainted: { icon: LabelOff, tone: 'neutral' },
  drainAsked: { icon: Block, tone: 'info' },
  drainStarted: { icon: Sync, tone: 'info' },
  drainBlocked: { icon: HourglassEmpty, tone: 'warning' },
  drained: { icon: CheckCircle, tone: 'success' },
  uncordonAsked: { icon: LockOpen, tone: 'neutral' },
  drainEnded: { icon: LockOpen, tone: 'neutral' },
  evicted: { icon: RemoveCircleOutline, tone: 'neutral' },
  evictionBlocked: { icon: HourglassEmpty, tone: 'warning' },
  leaveAsked: { icon: Logout, tone: 'warning' },
  clusterLeft: { icon: Logout, tone: 'neutral' },
} as const satisfies Record<ClusterTimelineEvent, EventLook>;

export type ClusterEvent = keyof typeof looks;

const isKnown = (event: string): event is ClusterEvent => Object.hasOwn(looks, event);

/** Nothing for an event of a later engine: it keeps its own name. */
export const knownClusterEvent = (event: string): ClusterEvent | undefined =>
  isKnown(event) ? event : undefined;

export const clusterEventLook = (event: string): EventLook => (isKnown(event) ? looks[event] : UNKNOWN_LOOK);
