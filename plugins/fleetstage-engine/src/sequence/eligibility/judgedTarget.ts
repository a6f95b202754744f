import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { judgeTarget } from './judgeTarget';
import type { RolloutFacts, TargetFacts } from './targetFacts';
import type { TargetVerdict } from './targetVerdict';

/** A target with what is true of it, as the selection of a version for a stage reads it. */
export interface JudgedTarget {
  readonly cluster: string;
  readonly nodePool?: string;
  readonly verdict: TargetVerdict;
  /**
   * The version is too far ahead of the cluster, and the cluster counts for the bound of its stage (D/RO-043, RO-044, RO-046).
   * A cluster that has opted out does not: it would hold the others back for ever.
   */
  readonly isBehind: boolean;
}

const BEHIND: readonly TargetVerdict['reason'][] = [
  'MinorSkew',
  'AboveControlPlane',
  'WaitingForControlPlane',
];

export const isBehind = (
  { reason }: Pick<TargetVerdict, 'reason'>,
  { isOptedOut }: Pick<TargetFacts, 'isOptedOut'>,
): boolean => BEHIND.includes(reason) && !isOptedOut;

/** Judges the targets of a stage for one rollout; ignored clusters are left out. */
export const judgeTargets = (
  targets: readonly TargetFacts[],
  rollout: RolloutFacts,
  now: Instant,
): readonly JudgedTarget[] =>
  targets.flatMap(facts => {
    const verdict = judgeTarget(facts, rollout, now);
    if (verdict === undefined) return [];
    return [
      {
        cluster: facts.cluster,
        ...(facts.nodePool !== undefined && { nodePool: facts.nodePool }),
        verdict,
        isBehind: isBehind(verdict, facts),
      },
    ];
  });
