import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KeptPast, TargetMemory } from '../state/rolloutMemory';
import type { DesiredUpgrade, SequenceSettings, UpgradeAnswer } from '../state/sequenceState';
import type { ClusterView, UnitView } from './clusterView';

export interface SeenTarget {
  readonly view: ClusterView | undefined;
  readonly unit: UnitView | undefined;
  /** What the rollout has asked the provider for, where it concerns the target. */
  readonly upgrade: DesiredUpgrade | undefined;
  readonly now: Instant;
  readonly settings: SequenceSettings;
}

type Started = Extract<KeptPast, { kind: 'Started' }>;

/**
 * What became of an upgrade that was asked for (D/TG-001…005, D/PRV-012). Whether it is done, `judgeTarget` says.
 *
 *     refused, the cluster is not ready      → not begun; asked again later
 *     the call failed, the provider gave up  → Failed; tried again until the attempts are used up
 *     anything changed                       → the clock of NoProgress begins anew
 */
export function advancePast(memory: TargetMemory, seen: SeenTarget): TargetMemory {
  const { past } = memory;
  if (past.kind !== 'Started') return memory;
  const { upgrade, unit, view, now } = seen;
  const answer = past.acceptedAt === undefined ? answerTo(past, upgrade) : undefined;
  if (answer?.kind === 'Refused' && answer.reason !== 'AlreadyAtOrAbove')
    return withRefusal(memory, seen, { ...answer, reason: answer.reason });
  if (answer?.kind === 'Failed') return withFailure(memory, seen, 'RefusedByProvider', answer.message);
  const accepted: Started = answer === undefined ? past : { ...past, acceptedAt: answer.at };
  const { acceptedAt } = accepted;
  const isAnswered = acceptedAt !== undefined && (view?.observedAt ?? acceptedAt) > acceptedAt;
  if (isAnswered && unit?.failed !== undefined)
    return withFailure(memory, seen, 'UpgradeFailed', unit.failed);
  const operation = answer?.kind === 'Accepted' ? answer.operation : undefined;
  const isMoving = unit !== undefined && unit.sign !== past.sign;
  return {
    ...memory,
    ...(operation !== undefined && { operation }),
    past: isMoving ? { ...accepted, progressAt: now, sign: unit.sign } : accepted,
  };
}

/** A later request for other pools of the cluster includes those that are under way. */
const answerTo = ({ at }: Started, upgrade: DesiredUpgrade | undefined): UpgradeAnswer | undefined =>
  upgrade === undefined || upgrade.requestedAt < at ? undefined : upgrade.answer;

type Refused = Extract<UpgradeAnswer, { kind: 'Refused' }>;

function withRefusal(
  memory: TargetMemory,
  { view, settings, now }: SeenTarget,
  { reason, message, at }: Refused & { readonly reason: Exclude<Refused['reason'], 'AlreadyAtOrAbove'> },
): TargetMemory {
  const { startedAt: _, from: __, ...rest } = memory;
  const count = (memory.refusal?.count ?? 0) + 1;
  return {
    ...rest,
    past: { kind: 'Untouched' },
    attempts: Math.max(0, memory.attempts - 1),
    refusal: {
      reason,
      message,
      at,
      until: plus(now, backOff(count, settings)),
      count,
      ...(view?.generation !== undefined && { generation: view.generation }),
    },
  };
}

function withFailure(
  memory: TargetMemory,
  { now, settings }: SeenTarget,
  cause: 'UpgradeFailed' | 'RefusedByProvider',
  message: string,
): TargetMemory {
  const isLast = memory.attempts >= settings.maxAttempts;
  return {
    ...memory,
    past: {
      kind: 'Failed',
      at: now,
      cause,
      message,
      ...(!isLast && { nextAttemptAt: plus(now, backOff(memory.attempts, settings)) }),
    },
  };
}

/** 5, 10, 20 minutes …, up to the longest. */
export const backOff = (
  attempt: number,
  { retryFirstMs, retryMostMs }: Pick<SequenceSettings, 'retryFirstMs' | 'retryMostMs'>,
): number => Math.min(retryMostMs, retryFirstMs * 2 ** Math.min(20, Math.max(0, attempt - 1)));
