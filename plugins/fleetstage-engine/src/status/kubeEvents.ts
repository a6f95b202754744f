import { isTrue, type Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { PlacementFacts } from '../state/placement';
import { stepsOf, type Step } from './clusterConditions';
import { firstUnmet } from './firstUnmet';

/** What a Kubernetes Event says. */
export interface EventWords {
  readonly reason: string;
  readonly message: string;
}

/** Of each step, as requirement 001 prints it (RUL 35, A/EV-001); availability is reported as the end of the rollout. */
const OF_STEP: Readonly<Record<Exclude<Step, 'Available'>, EventWords>> = {
  RolloutStarted: {
    reason: 'PlacementRolloutStarted',
    message: 'Started rolling out the latest resources',
  },
  Overridden: {
    reason: 'PlacementOverriddenSucceeded',
    message: 'Placement has been successfully overridden',
  },
  WorkSynchronized: {
    reason: 'PlacementWorkSynchronized',
    message: 'Work(s) have been created or updated successfully for the selected cluster(s)',
  },
  Applied: {
    reason: 'PlacementApplied',
    message: 'Resources have been applied to the selected cluster(s)',
  },
  DiffReported: {
    reason: 'PlacementDiffReported',
    message: 'Configuration differences have been reported for the selected cluster(s)',
  },
};

const AVAILABLE: EventWords = {
  reason: 'PlacementAvailable',
  message: 'Resources are available on the selected cluster(s)',
};

const COMPLETED = 'PlacementRolloutCompleted';

/** Both finalizers are off a deleted placement (A/ST-081). */
export const FINALIZERS_REMOVED: EventWords = {
  reason: 'PlacementCleanupFinalizerRemoved',
  message: 'Deleted the snapshots and removed the placement cleanup finalizer',
};

/** All reasons, in the order in which things happen. */
export const EVENT_REASONS: readonly string[] = [
  ...Object.values(OF_STEP).map(({ reason }) => reason),
  AVAILABLE.reason,
  COMPLETED,
  FINALIZERS_REMOVED.reason,
];

/**
 * The events of a published status: one per condition that is True at the placement's generation, and one
 * for the end of the rollout. Where too few clusters were found the rollout never ends, and availability is reported.
 */
export function kubeEvents(
  placement: PlacementFacts,
  conditions: readonly Condition[] | undefined,
): EventWords[] {
  const { generation } = placement;
  const steps = stepsOf(placement.spec.strategy?.applyStrategy);
  const isMet = (step: Step) => isTrue(conditions, `${kindOfPlacement(placement)}${step}`, generation);
  const isDiff = steps.includes('DiffReported');
  const met = steps.filter(step => step !== 'Available').filter(isMet);
  const end = firstUnmet(placement, conditions) === undefined ? [completed(isDiff)] : [];
  const available = end.length === 0 && !isDiff && isMet('Available') ? [AVAILABLE] : [];
  return [...met.map(step => OF_STEP[step]), ...available, ...end];
}

const completed = (isDiff: boolean): EventWords => ({
  reason: COMPLETED,
  message: isDiff
    ? 'Placement has finished the rollout process and reached the desired status'
    : 'Resources are available in the selected clusters',
});
