import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RolloutMembership } from '../assignment/reassign';
import type { RolloutFacts } from '../eligibility/targetFacts';
import type { TargetMemory } from '../state/rolloutMemory';
import type { DesiredUpgrade } from '../state/sequenceState';
import type { KubeVersion } from '../versions/version';

/** What else than the target itself a judgement reads, as far as it changes during one pass. */
export interface JudgementBasis extends Pick<RolloutMembership, 'stage' | 'standing'> {
  readonly upgrade: DesiredUpgrade | undefined;
  readonly state: RolloutFacts['state'];
  readonly pausedBy: RolloutFacts['pausedBy'];
  readonly isStageEntered: boolean;
  readonly entryAt: Instant | undefined;
  readonly controlPlaneComing: KubeVersion | undefined;
  readonly busyWith: string | undefined;
}

export interface Judgement {
  readonly basis: JudgementBasis;
  /** Absent: it is not listed any more. */
  readonly target: TargetMemory | undefined;
  readonly remindAt: Instant | undefined;
}

/** Of one pass, by the target before: the pass follows a rollout again when anything has changed, and that is nothing for most targets. */
export type Judgements = Map<TargetMemory, Judgement>;

export const isSameBasis = (a: JudgementBasis, b: JudgementBasis): boolean =>
  a.upgrade === b.upgrade &&
  a.state === b.state &&
  a.pausedBy === b.pausedBy &&
  a.isStageEntered === b.isStageEntered &&
  a.entryAt === b.entryAt &&
  a.controlPlaneComing === b.controlPlaneComing &&
  a.busyWith === b.busyWith &&
  a.stage === b.stage &&
  a.standing === b.standing;
