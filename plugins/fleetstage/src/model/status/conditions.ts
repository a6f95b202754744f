import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Tone } from './tone';

type Condition = Schemas['Condition'];

const APPLY_TRACK = [
  'Scheduled',
  'RolloutStarted',
  'Overridden',
  'WorkSynchronized',
  'Applied',
  'Available',
] as const;
const REPORT_TRACK = [
  'Scheduled',
  'RolloutStarted',
  'Overridden',
  'WorkSynchronized',
  'DiffReported',
] as const;

export type TrackType = (typeof APPLY_TRACK)[number] | 'DiffReported';
/** `held` is a False that nobody has to repair: the rollout waits its turn. */
export type TrackMark = 'isTrue' | 'isFalse' | 'isUnknown' | 'notReached' | 'held';

export interface TrackStep {
  readonly type: TrackType;
  readonly mark: TrackMark;
  readonly condition?: Condition;
}

/** A placement's conditions in their order; types of single objects carry a prefix, which is of no interest here. */
export function conditionTrack(
  conditions: readonly Condition[],
  mode?: 'apply' | 'report',
): readonly TrackStep[] {
  const find = (type: TrackType) =>
    conditions.find(c => c.type === type || c.type.endsWith(`Placement${type}`));
  const isReport = mode === 'report' || (mode === undefined && find('DiffReported') !== undefined);
  return (isReport ? REPORT_TRACK : APPLY_TRACK).map(type => {
    const condition = find(type);
    return { type, mark: markOf(type, condition), condition };
  });
}

/** The first condition that is not True, for the words beside the track. */
export const firstOpen = (steps: readonly TrackStep[]): TrackStep | undefined =>
  steps.find(step => step.mark !== 'isTrue' && step.condition !== undefined);

/** How loud a False is: missing clusters warn, and so does what is not available where that is trouble; the rest are errors. */
export function falseTone({ type }: Pick<TrackStep, 'type'>, trouble?: Schemas['Trouble']): Tone {
  if (type === 'Scheduled') return 'warning';
  if (type !== 'Available') return 'error';
  return trouble ? 'warning' : 'info';
}

function markOf(type: TrackType, condition: Condition | undefined): TrackMark {
  if (condition === undefined) return 'notReached';
  if (condition.status === 'True') return 'isTrue';
  if (condition.status === 'Unknown') return 'isUnknown';
  return type === 'RolloutStarted' ? 'held' : 'isFalse';
}
