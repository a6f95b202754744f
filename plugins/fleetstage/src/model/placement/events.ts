import AddCircleOutline from '@mui/icons-material/AddCircleOutline';
import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircle';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import Edit from '@mui/icons-material/Edit';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Hub from '@mui/icons-material/Hub';
import RemoveModerator from '@mui/icons-material/RemoveModerator';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import Shield from '@mui/icons-material/Shield';
import Sync from '@mui/icons-material/Sync';
import type { PlacementTimelineEvent } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UNKNOWN_LOOK, type EventLook } from '../eventLook';

/** What the engine and people write into the timeline of a placement; the words are under the same names. */
const looks = {
  policyChanged: { icon: Edit, tone: 'neutral' },
  placementCreated: { icon: AddCircleOutline, tone: 'neutral' },
  applyAsked: { icon: Sync, tone: 'info' },
  evictionAsked: { icon: Block, tone: 'info' },
  budgetSet: { icon: Shield, tone: 'neutral' },
  budgetDeleted: { icon: RemoveModerator, tone: 'warning' },
  deletionAsked: { icon: DeleteSweep, tone: 'warning' },
  placementUpdated: { icon: Edit, tone: 'neutral' },
  clustersPicked: { icon: Hub, tone: 'neutral' },
  scheduled: { icon: CheckCircle, tone: 'neutral' },
  rescheduled: { icon: CheckCircle, tone: 'neutral' },
  unscheduled: { icon: RemoveCircleOutline, tone: 'neutral' },
  advanced: { icon: Sync, tone: 'info' },
  confirmed: { icon: CheckCircle, tone: 'success' },
  blocked: { icon: HourglassEmpty, tone: 'warning' },
  released: { icon: Block, tone: 'warning' },
  evicted: { icon: Block, tone: 'warning' },
  evictionBlocked: { icon: HourglassEmpty, tone: 'warning' },
  forgotten: { icon: DeleteSweep, tone: 'neutral' },
  snapshotsPruned: { icon: DeleteSweep, tone: 'neutral' },
  error: { icon: ErrorIcon, tone: 'error' },
  removalHeld: { icon: HourglassEmpty, tone: 'error' },
  removalConfirmed: { icon: DeleteSweep, tone: 'warning' },
  removalReleased: { icon: Block, tone: 'warning' },
  gone: { icon: DeleteSweep, tone: 'neutral' },
} as const satisfies Record<PlacementTimelineEvent | 'error', EventLook>;

export type PlacementEvent = keyof typeof looks;

const isKnown = (event: string): event is PlacementEvent => Object.hasOwn(looks, event);

/** Nothing for an event of a later engine: it keeps its own name. */
export const knownEvent = (event: string): PlacementEvent | undefined => (isKnown(event) ? event : undefined);

export const placementEventLook = (event: string): EventLook =>
  isKnown(event) ? looks[event] : UNKNOWN_LOOK;
