import {
  fromRfc3339,
  toRfc3339,
  type Condition,
  type ConditionStatus,
  type Instant,
  type SequenceConditions,
  type SequenceReason,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** What is stated of an object of the kinds of sequences. */
export interface SequenceClaim {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
}

/** Where and when claims are stated, and what stands there now. */
export interface SequenceStatement {
  readonly generation: number;
  readonly now: Instant;
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
  { generation, now, previous = [] }: SequenceStatement,
): readonly Condition[] {
  const ours = claims.map((one): Condition => {
    const old = previous.find(({ type }) => type === one.type);
    const since = old?.status === one.status ? fromRfc3339(old.lastTransitionTime) : undefined;
    const { type, status, reason, message } = one;
    return {
      type,
      status,
      observedGeneration: generation,
      lastTransitionTime: toRfc3339(since ?? now),
      reason,
      message,
    };
  });
  return [...ours, ...previous.filter(({ type }) => !claims.some(one => one.type === type))];
}
