import { ok, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility, silenceLimitMs } from '../../cluster/eligibility';
import type { ClusterFacts } from '../../cluster/facts';
import { refuse } from '../../decision';
import type { Obstacle, ObstacleContext } from '../obstacle/obstacle';
import type { FilterObservation, OwnFilterPlugin } from '../plugin';

/** Joined, heard of lately, healthy or only just not, and staying (A/SCH-055). */
export const clusterEligibility: OwnFilterPlugin = {
  name: 'ClusterEligibility',
  prepare: ({ now }) =>
    ok(cluster => {
      const verdict = decideEligibility(cluster, now);
      return verdict.ok ? verdict : refuse('NotEligible', verdict.message);
    }),
  findObstacle: eligibilityObstacle,
  explain: ({ now }, cluster) => eligibilityObservation(cluster, now),
};

/** A cluster that cannot take anything; leaving is for good (C/MC-060). */
export function eligibilityObstacle(
  cluster: ClusterFacts,
  { now }: Pick<ObstacleContext, 'now'>,
): Obstacle | undefined {
  const verdict = decideEligibility(cluster, now);
  if (verdict.ok) return undefined;
  if (cluster.isLeaving) return { ways: [], problem: 'The cluster is leaving the fleet' };
  return { ways: [[{ kind: 'mendCluster', problem: verdict.message }]] };
}

export function eligibilityObservation(cluster: ClusterFacts, now: Instant): FilterObservation {
  const verdict = decideEligibility(cluster, now);
  const limitMinutes = silenceLimitMs(cluster.heartbeatPeriodMs) / 60_000;
  return {
    seen: verdict.ok ? 'joined and healthy' : verdict.message,
    wanted: `joined, healthy, and heard of in the last ${limitMinutes} minutes`,
  };
}
