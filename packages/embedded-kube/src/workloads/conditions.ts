import { toTime, type Condition } from './objects';

export const findCondition = (
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined => conditions?.find(condition => condition.type === type);

type Claim = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/**
 * Sets a condition of a Deployment as its controller does: `lastUpdateTime` moves with the reason,
 * `lastTransitionTime` with the status; a condition that says the same again stays as it is, also in its place.
 */
export function claimCondition(
  conditions: readonly Condition[],
  claim: Claim,
  now: number,
): readonly Condition[] {
  const known = findCondition(conditions, claim.type);
  if (known?.status === claim.status && known.reason === claim.reason) return conditions;
  const time = toTime(now);
  const next: Condition = {
    ...claim,
    lastUpdateTime: time,
    lastTransitionTime: known?.status === claim.status ? known.lastTransitionTime : time,
  };
  return [...conditions.filter(({ type }) => type !== claim.type), next];
}
