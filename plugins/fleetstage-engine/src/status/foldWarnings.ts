import { condition, type ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Several warnings are one condition, which says all of them. */
export function foldWarnings(warnings: ConditionClaim[]): ConditionClaim[] {
  if (warnings.length <= 1) return warnings;
  const message = warnings.map(warning => warning.message).join('; ');
  return [condition('FleetstageWarning', 'True', 'FleetstageSeveralWarnings', message)];
}
