import { findCondition } from '../conditions';
import { nothing, writeStatus, type Controller } from '../decision';
import {
  generationOf,
  isLeaving,
  isSelected,
  scaledBound,
  toTime,
  type Condition,
  type DisruptionBudget,
  type Pod,
} from '../objects';
import { isActive, isReady } from '../pods';

/** Counts the pods that a PodDisruptionBudget protects. */
export const decideBudget: Controller = (object, view) => {
  if (isLeaving(object)) return nothing;
  const budget = object as DisruptionBudget;
  const { minAvailable, maxUnavailable, selector } = budget.spec;
  const pods = view
    .pods(budget.metadata.namespace ?? '')
    .filter((pod: Pod) => isActive(pod) && isSelected(selector, pod.metadata.labels));
  const currentHealthy = pods.filter(isReady).length;
  const desiredHealthy =
    maxUnavailable === undefined
      ? scaledBound(minAvailable, pods.length, 'up', 1)
      : Math.max(0, pods.length - scaledBound(maxUnavailable, pods.length, 'up', 1));
  const disruptionsAllowed = pods.length > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0;
  const isAllowed = disruptionsAllowed > 0;
  const known = findCondition(budget.status?.conditions, 'DisruptionAllowed');
  const status = isAllowed ? 'True' : 'False';
  const condition: Condition & { readonly observedGeneration: number } = {
    type: 'DisruptionAllowed',
    status,
    reason: isAllowed ? 'SufficientPods' : 'InsufficientPods',
    message: '',
    observedGeneration: generationOf(budget),
    lastTransitionTime: known?.status === status ? known.lastTransitionTime : toTime(view.now),
  };
  return {
    writes: writeStatus(budget, {
      observedGeneration: generationOf(budget),
      currentHealthy,
      desiredHealthy,
      disruptionsAllowed,
      expectedPods: pods.length,
      conditions: [condition],
    }),
  };
};
