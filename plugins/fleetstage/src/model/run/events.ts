import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import HowToReg from '@mui/icons-material/HowToReg';
import Lock from '@mui/icons-material/Lock';
import LockOpen from '@mui/icons-material/LockOpen';
import PauseCircle from '@mui/icons-material/PauseCircle';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Replay from '@mui/icons-material/Replay';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import Sync from '@mui/icons-material/Sync';
import ThumbDownAlt from '@mui/icons-material/ThumbDownAlt';
import Timer from '@mui/icons-material/Timer';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { RunTimelineEvent } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UNKNOWN_LOOK, type EventLook } from '../eventLook';

export type TimelineEvent = Schemas['TimelineEvent'];
export type EventKind = 'people' | 'gates' | 'clusters' | 'run';

interface RunEventLook extends EventLook {
  readonly kind: EventKind;
}

const looks = {
  created: { icon: PlayArrow, tone: 'neutral', kind: 'run' },
  initialized: { icon: CheckCircle, tone: 'neutral', kind: 'run' },
  initializationFailed: { icon: Cancel, tone: 'error', kind: 'run' },
  started: { icon: PlayArrow, tone: 'info', kind: 'run' },
  stopped: { icon: PauseCircle, tone: 'warning', kind: 'run' },
  stopping: { icon: PauseCircle, tone: 'warning', kind: 'run' },
  resumed: { icon: PlayArrow, tone: 'info', kind: 'run' },
  succeeded: { icon: CheckCircle, tone: 'success', kind: 'run' },
  failed: { icon: Cancel, tone: 'error', kind: 'run' },
  stageStarted: { icon: PlayArrow, tone: 'info', kind: 'run' },
  stageUpdated: { icon: CheckCircle, tone: 'neutral', kind: 'run' },
  stageSucceeded: { icon: CheckCircle, tone: 'success', kind: 'run' },
  clusterStarted: { icon: Sync, tone: 'info', kind: 'clusters' },
  clusterSucceeded: { icon: CheckCircle, tone: 'success', kind: 'clusters' },
  clusterFailed: { icon: ErrorIcon, tone: 'error', kind: 'clusters' },
  clusterUnavailable: { icon: ErrorIcon, tone: 'warning', kind: 'clusters' },
  clusterReleased: { icon: CheckCircle, tone: 'success', kind: 'clusters' },
  approvalRequested: { icon: HowToReg, tone: 'warning', kind: 'gates' },
  approved: { icon: HowToReg, tone: 'success', kind: 'gates' },
  rejected: { icon: ThumbDownAlt, tone: 'error', kind: 'gates' },
  approvalRevoked: { icon: HowToReg, tone: 'neutral', kind: 'gates' },
  waitElapsed: { icon: Timer, tone: 'success', kind: 'gates' },
  gateWaiting: { icon: Lock, tone: 'warning', kind: 'gates' },
  gateOpened: { icon: LockOpen, tone: 'success', kind: 'gates' },
  blocked: { icon: HourglassEmpty, tone: 'warning', kind: 'run' },
  retried: { icon: Replay, tone: 'info', kind: 'clusters' },
  endAsked: { icon: StopCircleOutlined, tone: 'warning', kind: 'run' },
  ended: { icon: StopCircleOutlined, tone: 'neutral', kind: 'run' },
  deletionAsked: { icon: DeleteSweep, tone: 'neutral', kind: 'run' },
  gone: { icon: DeleteSweep, tone: 'neutral', kind: 'run' },
  endedOnHub: { icon: CheckCircle, tone: 'neutral', kind: 'run' },
  runCreated: { icon: PlayArrow, tone: 'neutral', kind: 'run' },
  startAsked: { icon: PlayArrow, tone: 'info', kind: 'run' },
  stopAsked: { icon: PauseCircle, tone: 'warning', kind: 'run' },
  resumeAsked: { icon: PlayArrow, tone: 'info', kind: 'run' },
  approvalGiven: { icon: HowToReg, tone: 'success', kind: 'gates' },
  approvalWithdrawn: { icon: HowToReg, tone: 'neutral', kind: 'gates' },
  waiting: { icon: HourglassEmpty, tone: 'neutral', kind: 'run' },
  running: { icon: Sync, tone: 'info', kind: 'run' },
  stuck: { icon: ErrorIcon, tone: 'warning', kind: 'run' },
} as const satisfies Record<RunTimelineEvent | 'created' | 'blocked', RunEventLook>;

const isKnown = (event: string): event is keyof typeof looks => Object.hasOwn(looks, event);

const UNKNOWN: RunEventLook = { ...UNKNOWN_LOOK, kind: 'run' };

export const eventLook = ({ event }: TimelineEvent): RunEventLook =>
  isKnown(event) ? looks[event] : UNKNOWN;

export const isEngine = ({ actor }: TimelineEvent) => actor.ref === 'engine';

export const knownEvents = Object.keys(looks);

interface EventFilter {
  readonly kind: string;
  readonly stage: string;
}

export function filterEvents(
  events: readonly TimelineEvent[],
  { kind, stage }: EventFilter,
): readonly TimelineEvent[] {
  return events.filter(event => {
    const isOfKind = kind === '' || (kind === 'people' ? !isEngine(event) : eventLook(event).kind === kind);
    return isOfKind && (stage === '' || event.stage === stage);
  });
}
