import { count, findCondition, missing, part, type Probe } from './probe';

/** The controller has counted, and condition and number agree; a budget that allows nothing is available (B/AV-017). */
export const podDisruptionBudget: Probe = live => {
  const condition = findCondition(live, 'DisruptionAllowed');
  const isAllowed = count(part(live, 'status').disruptionsAllowed) > 0;
  const isInAgreement = isAllowed
    ? condition?.status === 'True' && condition.reason === 'SufficientPods'
    : condition?.status === 'False' && condition.reason === 'InsufficientPods';
  return missing(!isInAgreement && 'its disruptions are not counted yet');
};
