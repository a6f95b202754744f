import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { strategySeverity } from '@fleetstage/backstage-plugin-fleetstage-engine';

type Problem = Schemas['StrategyProblem'];

export interface UseOfStrategy {
  /** `name`, or `namespace/name`. */
  readonly placement: string;
  /** Problems that would keep a run of it from being prepared. */
  readonly problems: readonly Problem[];
}

/** Clusters that the reader sees, and what a run with them would meet. */
export interface Previewed {
  /** Empty: all clusters. */
  readonly placement: string;
  readonly problems: readonly Problem[];
}

/** The placements that use the strategy, those in trouble first; of the one that is previewed the preview is newer. */
export function usesOf(
  placements: readonly string[],
  warnings: readonly Schemas['StrategyWarning'][],
  previewed?: Previewed,
): readonly UseOfStrategy[] {
  return placements
    .map(placement => ({
      placement,
      problems:
        previewed?.placement === placement
          ? riskyOf(previewed.problems)
          : riskyOf(warnings.filter(one => one.placement === placement)),
    }))
    .sort((a, b) => b.problems.length - a.problems.length || (a.placement < b.placement ? -1 : 1));
}

/** Runs that would fail to prepare if the strategy were saved: of a placement, or of whichever has the clusters. */
export interface SaveRisk {
  readonly placement?: string;
  readonly problems: readonly Problem[];
}

/**
 * What is repeated before saving: the placements in trouble, and what the preview shows beside them. Clusters that no
 * placement brings to the strategy count only where it has no placement yet.
 */
export function risksOf(uses: readonly UseOfStrategy[], previewed?: Previewed): readonly SaveRisk[] {
  const ofUses = uses.filter(({ problems }) => problems.length > 0);
  if (previewed === undefined || uses.some(({ placement }) => placement === previewed.placement))
    return ofUses;
  const { placement } = previewed;
  const problems = riskyOf(previewed.problems);
  if (problems.length === 0 || (placement === '' && uses.length > 0)) return ofUses;
  return [...ofUses, { ...(placement !== '' && { placement }), problems }];
}

const riskyOf = <P extends Problem>(problems: readonly P[]) =>
  problems.filter(one => strategySeverity(one) === 'risky');
