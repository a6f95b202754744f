import {
  stateCondition,
  type Condition,
  type ConditionStatus,
  type SequenceConditions,
  type SequenceReason,
  type Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** What is stated of an object of the kinds of sequences. */
export interface SequenceClaim {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
}

/** Where and when claims are stated, and what stands there now. */
export interface SequenceStatement extends Statement {
  readonly previous?: readonly Condition[];
}

/** A claim of the closed list of conditions; any other does not compile. */
export const claim = <
  Kind extends keyof SequenceConditions,
  Type extends keyof SequenceConditions[Kind] & string,
  Status extends keyof SequenceConditions[Kind][Type] & ConditionStatus,
>(
  _kind: Kind,
  type: Type,
  status: Status,
  [reason, message]: readonly [reason: SequenceReason<Kind, Type, Status>, message: string],
): SequenceClaim => ({ type, status, reason: String(reason), message });

/** The conditions to write; foreign ones stay, and `lastTransitionTime` moves only when a status flips. */
export function stateClaims(
  claims: readonly SequenceClaim[],
  { previous = [], ...statement }: SequenceStatement,
): readonly Condition[] {
  const ours = claims.map(one =>
    stateCondition(
      one,
      previous.find(({ type }) => type === one.type),
      statement,
    ),
  );
  return [...ours, ...previous.filter(({ type }) => !claims.some(one => one.type === type))];
}
