import type { Condition, ConditionStatus } from '../api/meta';
import { fromRfc3339, toRfc3339, type Instant } from '../values/instant';
import { catalogue, type Catalogue, type ConditionType } from './catalogue';

type StatusOf<T extends ConditionType> = keyof Catalogue[T] & ConditionStatus;
type ReasonOf<T extends ConditionType, S extends StatusOf<T>> = Catalogue[T][S] extends readonly (infer R)[]
  ? R & string
  : never;

/** What the engine states; where and when it was stated is added by `mergeConditions`. */
export interface ConditionClaim {
  readonly type: ConditionType;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
  /** When the status became what it is, where the engine knows. */
  readonly at?: Instant;
}

/**
 * A claim of the catalogue; any other triple does not compile.
 *
 *     condition('Available', 'True', 'AllWorkAreAvailable', '3 of 3 works are available')
 *     condition('Initialized', 'True', 'UpdateRunInitializedSuccessfully', 'initialized', run.plan.at)
 */
export function condition<T extends ConditionType, S extends StatusOf<T>>(
  type: T,
  status: S,
  reason: ReasonOf<T, S>,
  message: string,
  at?: Instant,
): ConditionClaim {
  return { type, status, reason, message, ...(at !== undefined && { at }) };
}

/** Where and when claims are stated. */
export interface Statement {
  /** Generation of the object that was decided on. */
  readonly generation: number;
  readonly now: Instant;
}

/**
 * The conditions to write: the claims, and foreign conditions as they were. Ours that are not claimed any more go.
 * `lastTransitionTime` moves only when the status flips: to `at` of the claim, or to now. The order is the
 * catalogue's, foreign ones last, so that equal truths are equal lists.
 *
 *     previous [Applied True since 10:00], claims [Applied True]  → [Applied True since 10:00]
 *     previous [Applied True since 10:00], claims [Applied False] → [Applied False since now]
 *     previous [Foreign, Applied True],    claims []              → [Foreign]
 */
export function mergeConditions(
  previous: readonly Condition[] | undefined,
  claims: readonly ConditionClaim[],
  statement: Statement,
): Condition[] {
  const before = new Map((previous ?? []).map(old => [old.type, old]));
  const ours = [...claims]
    .sort((a, b) => position(a.type) - position(b.type))
    .map(claim => stateCondition(claim, before.get(claim.type), statement));
  const foreign = (previous ?? []).filter(old => !isOurs(old.type));
  return [...ours, ...foreign];
}

/**
 * Whether the condition is there and True; with a generation, only if it was stated for exactly that generation, so an
 * answer to an earlier version of the object does not count.
 */
export function isTrue(
  conditions: readonly Condition[] | undefined,
  type: string,
  generation?: number,
): boolean {
  const found = conditions?.find(candidate => candidate.type === type);
  if (found?.status !== 'True') return false;
  return generation === undefined || found.observedGeneration === generation;
}

/** Whether we write conditions of this type; all others are foreign and stay. */
export const isOurs = (type: string) => Object.hasOwn(catalogue, type);

const TYPES = Object.keys(catalogue);
const position = (type: ConditionType) => TYPES.indexOf(type);

/** One condition, of whatever kind of object; `lastTransitionTime` moves only when the status flips. */
export function stateCondition(
  claim: Omit<ConditionClaim, 'type'> & { readonly type: string },
  old: Condition | undefined,
  { generation, now }: Statement,
): Condition {
  const { type, status, reason, message, at = now } = claim;
  // A time that cannot be read would be refused by the API server for ever; it is stated anew.
  const since = old?.status === status ? fromRfc3339(old.lastTransitionTime) : undefined;
  return {
    type,
    status,
    observedGeneration: generation,
    lastTransitionTime: toRfc3339(since ?? at),
    reason,
    message,
  };
}
