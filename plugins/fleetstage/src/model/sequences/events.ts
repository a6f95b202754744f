import AddCircleOutline from '@mui/icons-material/AddCircleOutline';
import Block from '@mui/icons-material/Block';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Edit from '@mui/icons-material/Edit';
import FastForward from '@mui/icons-material/FastForward';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import NewReleases from '@mui/icons-material/NewReleases';
import PauseCircle from '@mui/icons-material/PauseCircle';
import PlayCircleOutline from '@mui/icons-material/PlayCircleOutline';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import Replay from '@mui/icons-material/Replay';
import SkipNext from '@mui/icons-material/SkipNext';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import Sync from '@mui/icons-material/Sync';
import Timer from '@mui/icons-material/Timer';
import Warning from '@mui/icons-material/Warning';
import type {
  SequenceTimelineEvent,
  VersionRolloutTimelineEvent,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UNKNOWN_LOOK, type EventLook } from '../eventLook';

/** What the engine and people write into the timelines of sequences and of rollouts; the words are under the same names. */
const looks = {
  VersionDesignated: { icon: NewReleases, tone: 'info' },
  RolloutCreated: { icon: AddCircleOutline, tone: 'info' },
  ClusterUpgradeStarted: { icon: Sync, tone: 'info' },
  ClusterUpgradeSucceeded: { icon: CheckCircle, tone: 'success' },
  ClusterUpgradeFailed: { icon: Cancel, tone: 'error' },
  ClusterIneligible: { icon: Block, tone: 'neutral' },
  ClusterBlocked: { icon: HourglassEmpty, tone: 'warning' },
  StageStarted: { icon: PlayCircleOutline, tone: 'info' },
  StageSoaking: { icon: Timer, tone: 'info' },
  StageForcedSoaking: { icon: Timer, tone: 'warning' },
  SoakChanged: { icon: Timer, tone: 'neutral' },
  StageCompleted: { icon: CheckCircle, tone: 'success' },
  StageForceCompleted: { icon: FastForward, tone: 'warning' },
  StageSkipped: { icon: SkipNext, tone: 'neutral' },
  RolloutWaiting: { icon: HourglassEmpty, tone: 'info' },
  RolloutPaused: { icon: PauseCircle, tone: 'warning' },
  RolloutResumed: { icon: PlayCircleOutline, tone: 'info' },
  RolloutSuperseded: { icon: StopCircleOutlined, tone: 'neutral' },
  RolloutCancelled: { icon: StopCircleOutlined, tone: 'neutral' },
  RolloutCompleted: { icon: CheckCircle, tone: 'success' },
  SequenceChanged: { icon: Edit, tone: 'neutral' },
  sequenceCreated: { icon: AddCircleOutline, tone: 'neutral' },
  sequenceUpdated: { icon: Edit, tone: 'neutral' },
  sequenceDeleted: { icon: RemoveCircleOutline, tone: 'warning' },
  suspendAsked: { icon: PauseCircle, tone: 'warning' },
  resumeAsked: { icon: PlayCircleOutline, tone: 'neutral' },
  versionStartAsked: { icon: NewReleases, tone: 'neutral' },
  pauseAsked: { icon: PauseCircle, tone: 'warning' },
  cancelAsked: { icon: StopCircleOutlined, tone: 'warning' },
  forceCompleteAsked: { icon: FastForward, tone: 'warning' },
  soakOverrideAsked: { icon: Timer, tone: 'neutral' },
  skipAsked: { icon: SkipNext, tone: 'neutral' },
  unskipAsked: { icon: Replay, tone: 'neutral' },
  retryAsked: { icon: Replay, tone: 'neutral' },
  ignoreMaintenanceAsked: { icon: Warning, tone: 'warning' },
  heedMaintenanceAsked: { icon: CheckCircle, tone: 'neutral' },
  gone: { icon: RemoveCircleOutline, tone: 'neutral' },
} as const satisfies Record<SequenceTimelineEvent | VersionRolloutTimelineEvent, EventLook>;

export type VersionEvent = keyof typeof looks;

const isKnown = (event: string): event is VersionEvent => Object.hasOwn(looks, event);

/** Nothing for an event of a later engine: it keeps its own name. */
export const knownVersionEvent = (event: string): VersionEvent | undefined =>
  isKnown(event) ? event : undefined;

export const versionEventLook = (event: string): EventLook => (isKnown(event) ? looks[event] : UNKNOWN_LOOK);
