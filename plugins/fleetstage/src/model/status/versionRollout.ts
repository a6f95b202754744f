import Block from '@mui/icons-material/Block';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import HourglassTop from '@mui/icons-material/HourglassTop';
import PauseCircle from '@mui/icons-material/PauseCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import SkipNext from '@mui/icons-material/SkipNext';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import Sync from '@mui/icons-material/Sync';
import Timer from '@mui/icons-material/Timer';
import Warning from '@mui/icons-material/Warning';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { CellShape } from './cell';
import type { StatusLook } from './words';

export type UpgradeState = Schemas['UpgradeState'];
export type StagePhase = Schemas['VersionStagePhase'];
type Look = Omit<StatusLook, 'label'>;

const rollouts = {
  upgrading: { icon: Sync, tone: 'info', isEnd: false },
  failing: { icon: ErrorIcon, tone: 'error', isEnd: false },
  soaking: { icon: Timer, tone: 'info', isEnd: false },
  forcedSoaking: { icon: Timer, tone: 'warning', isEnd: false },
  waitingForNextStage: { icon: HourglassEmpty, tone: 'info', isEnd: false },
  waiting: { icon: HourglassEmpty, tone: 'info', isEnd: false },
  held: { icon: HourglassEmpty, tone: 'warning', isEnd: false },
  paused: { icon: PauseCircle, tone: 'warning', isEnd: false },
  completed: { icon: CheckCircle, tone: 'success', isEnd: true },
  cancelled: { icon: StopCircleOutlined, tone: 'neutral', isEnd: true },
} as const satisfies Record<string, Look>;

/** What a rollout does or waits for, in one word. */
export type RolloutState = keyof typeof rollouts;

type RolloutFacts = Pick<
  Schemas['VersionRolloutSummary'],
  'phase' | 'reason' | 'currentStagePhase' | 'counts' | 'waitsFor'
>;

/** Trouble beats what else happens; a cause that no clock and no engine ends is held. */
export function rolloutState({
  phase,
  reason,
  currentStagePhase,
  counts,
  waitsFor,
}: RolloutFacts): RolloutState {
  if (phase === 'Completed') return 'completed';
  if (phase === 'Cancelled') return 'cancelled';
  if (phase === 'Paused') return reason === 'WaitingForNextStage' ? 'waitingForNextStage' : 'paused';
  if (counts.failed > 0) return 'failing';
  if (currentStagePhase === 'ForcedSoaking') return 'forcedSoaking';
  if (currentStagePhase === 'Soaking') return 'soaking';
  if (counts.running > 0 || waitsFor === undefined) return 'upgrading';
  const { actor, until } = waitsFor;
  return actor !== undefined && actor !== 'engine' && until === undefined ? 'held' : 'waiting';
}

export const rolloutStatus = (state: RolloutState): StatusLook<`rollout.${RolloutState}`> => ({
  label: `rollout.${state}`,
  ...rollouts[state],
});

const stages = {
  Pending: { icon: RadioButtonUnchecked, tone: 'neutral', isEnd: false },
  Running: { icon: Sync, tone: 'info', isEnd: false },
  Soaking: { icon: Timer, tone: 'info', isEnd: false },
  ForcedSoaking: { icon: Timer, tone: 'warning', isEnd: false },
  Paused: { icon: PauseCircle, tone: 'warning', isEnd: false },
  Completed: { icon: CheckCircle, tone: 'success', isEnd: true },
  Skipped: { icon: SkipNext, tone: 'neutral', isEnd: true },
  Cancelled: { icon: StopCircleOutlined, tone: 'neutral', isEnd: true },
} as const satisfies Record<StagePhase, Look>;

type StageWord = StagePhase | 'Failing' | 'CompletedByForce' | 'Waiting';
export type VersionStageLabel = `stage.${StageWord}`;

interface StageFacts {
  readonly phase: StagePhase;
  readonly counts: Schemas['TargetCounts'];
  readonly forced?: boolean;
  /** The rollout waits until another one has left the stage. */
  readonly isAtDoor?: boolean;
}

/** A stage that failed upgrades hold open is loud; one that was forced says so for good. */
export function versionStageStatus({
  phase,
  counts,
  forced,
  isAtDoor,
}: StageFacts): StatusLook<VersionStageLabel> {
  if (phase === 'Running' && counts.failed > 0)
    return { label: 'stage.Failing', icon: ErrorIcon, tone: 'error', isEnd: false };
  if (phase === 'Completed' && forced)
    return { label: 'stage.CompletedByForce', ...stages.Completed, tone: 'warning' };
  if (isAtDoor && (phase === 'Pending' || phase === 'Paused'))
    return { label: 'stage.Waiting', icon: HourglassEmpty, tone: 'info', isEnd: false };
  return { label: `stage.${phase}`, ...stages[phase] };
}

type TargetLook = Look & { readonly cell: CellShape };

const targets = {
  Failed: { icon: Cancel, tone: 'error', isEnd: false, cell: 'cross' },
  Paused: { icon: PauseCircle, tone: 'warning', isEnd: false, cell: 'bang' },
  Running: { icon: Sync, tone: 'info', isEnd: false, cell: 'half' },
  Pending: { icon: HourglassEmpty, tone: 'neutral', isEnd: false, cell: 'dot' },
  Ineligible: { icon: Block, tone: 'neutral', isEnd: true, cell: 'outline' },
  Skipped: { icon: SkipNext, tone: 'neutral', isEnd: true, cell: 'outline' },
  Removed: { icon: RemoveCircleOutline, tone: 'neutral', isEnd: true, cell: 'outline' },
  Succeeded: { icon: CheckCircle, tone: 'success', isEnd: true, cell: 'filled' },
} as const satisfies Record<UpgradeState, TargetLook>;

/** Trouble first, then what moves, then the rest: order of legends and counts. */
export const upgradeStates = Object.keys(targets) as readonly UpgradeState[];

export type UpgradeLabel = `target.${UpgradeState | 'NotStarted' | 'Stuck'}`;

/** What waits for its stage has not begun; an upgrade without progress is stuck. */
export function upgradeStatus(
  state: UpgradeState,
  reason?: string,
): TargetLook & { readonly label: UpgradeLabel } {
  if (state === 'Pending' && reason === 'WaitingForStage')
    return { ...targets.Pending, label: 'target.NotStarted', icon: RadioButtonUnchecked, cell: 'outline' };
  if (state === 'Running' && reason === 'NoProgress')
    return { ...targets.Running, label: 'target.Stuck', icon: Warning, tone: 'warning', cell: 'bang' };
  return { label: `target.${state}`, ...targets[state] };
}

/** `TargetCounts` by state. */
export const countOf = (counts: Schemas['TargetCounts'], state: UpgradeState): number =>
  counts[state.toLowerCase() as keyof Schemas['TargetCounts']];

/** Those of a rollout that are to be upgraded: what cannot or need not be is named beside them. */
export const toUpgrade = ({ total, skipped, ineligible, removed }: Schemas['TargetCounts']): number =>
  total - skipped - ineligible - removed;

const sequences = {
  Active: { icon: CheckCircle, tone: 'success', isEnd: false },
  Warning: { icon: Warning, tone: 'warning', isEnd: false },
  Error: { icon: ErrorIcon, tone: 'error', isEnd: false },
  Initializing: { icon: HourglassTop, tone: 'info', isEnd: false },
  Suspended: { icon: PauseCircle, tone: 'warning', isEnd: false },
  Deleting: { icon: StopCircleOutlined, tone: 'neutral', isEnd: false },
} as const satisfies Record<string, Look>;

export type SequenceWord = keyof typeof sequences;

type SequenceFacts = Pick<Schemas['SequenceSummary'], 'state' | 'isSuspended' | 'isDeleting'>;

/** A suspension is said where nothing is wrong. */
export function sequenceStatus({
  state,
  isSuspended,
  isDeleting,
}: SequenceFacts): StatusLook<`sequence.${SequenceWord}`> {
  const word = isDeleting ? 'Deleting' : isSuspended && state !== 'Error' ? 'Suspended' : state;
  return { label: `sequence.${word}`, ...sequences[word] };
}
