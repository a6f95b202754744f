import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility } from '../cluster/eligibility';
import type { ClusterFacts } from '../cluster/facts';
import type { FilterResult } from './filterResult';
import { clusterEligibility, eligibilityObservation } from './filters/clusterEligibility';

interface NamedCluster {
  readonly clusterName: string;
  /** Absent where the fleet has no such cluster. */
  readonly cluster: ClusterFacts | undefined;
  readonly now: Instant;
}

/** The two questions of a fixed list: is it named, can it take something (A/SCH-092). */
export function explainNames(
  names: readonly string[],
  { clusterName, cluster, now }: NamedCluster,
): FilterResult[] {
  const { name: eligibility } = clusterEligibility;
  const wanted = names.length === 0 ? 'no cluster' : names.join(', ');
  const named = { filter: 'ClusterNames', seen: clusterName, wanted };
  if (!names.includes(clusterName)) {
    const message = `Cluster "${clusterName}" is not named by the policy`;
    return [
      { ...named, outcome: 'refused', code: 'NotNamed', message },
      { filter: eligibility, outcome: 'notLookedAt' },
    ];
  }
  if (cluster === undefined) {
    const message = `Specified cluster "${clusterName}" is not found`;
    return [
      { ...named, outcome: 'refused', seen: 'no such cluster in the fleet', code: 'NotFound', message },
      { filter: eligibility, outcome: 'notLookedAt' },
    ];
  }
  const verdict = decideEligibility(cluster, now);
  const asked = { filter: eligibility, ...eligibilityObservation(cluster, now) };
  return [
    { ...named, outcome: 'passed' },
    verdict.ok
      ? { ...asked, outcome: 'passed' }
      : { ...asked, outcome: 'refused', code: 'NotYetEligible', message: verdict.message },
  ];
}
