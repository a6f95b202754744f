import type { ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import type { Binding } from '../state/placement';
import { describeFailure } from '../work/cause/describeFailure';
import type { WorkReport } from '../work/report';
import { countOf, sentence } from '../words';

/** Clusters in the same state, with the binding of one of them; its cluster is `''` where it is not known. */
export interface FailingGroup {
  readonly binding?: Pick<Binding, 'cluster'>;
  readonly count: number;
  readonly report?: Pick<WorkReport, 'failed'>;
}

/**
 * Where objects of a placement fail: a cluster, its object and the cause; undefined where no object is known to fail.
 *
 *   member-2: Deployment ui-bad/api: 0 of 2 replicas are available; ImagePullBackOff: …. And 3 more clusters.
 */
export function describeFailures(groups: readonly FailingGroup[]): string | undefined {
  const failing = groups.filter(({ report }) => report !== undefined && report.failed.length > 0);
  const [first] = [...failing].sort((a, b) => b.count - a.count || compareText(nameOf(a), nameOf(b)));
  const failure = describeFailure(first?.report);
  if (first === undefined || failure === undefined) return undefined;
  const others = failing.reduce((sum, { count }) => sum + count, 0) - 1;
  const more = others > 0 ? ` And ${countOf(others, 'more cluster')}.` : '';
  return `${nameOf(first) && `${nameOf(first)}: `}${failure}${more}`;
}

const nameOf = ({ binding }: FailingGroup) => binding?.cluster ?? '';

const FAILING = /(Applied|Available)$/;
const isFailing = ({ type, status }: ConditionClaim) => status === 'False' && FAILING.test(type);

/** A condition of a placement in the words of pages: on the hub it counts clusters and names a field, here it says the cause. */
export const explainClaims = (claim: ConditionClaim, groups: readonly FailingGroup[]): string =>
  (isFailing(claim) ? describeFailures(groups) : undefined) ?? sentence(claim.message ?? '');

/** The same for one cluster. */
export const explainClaim = (claim: ConditionClaim, report: WorkReport | undefined): string =>
  (isFailing(claim) ? describeFailure(report) : undefined) ?? sentence(claim.message ?? '');
