import type { ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import type { Binding } from '../state/placement';
import { describeFailure } from '../work/cause/describeFailure';
import { overrideProblem } from '../work/overrideFailure';
import type { WorkClaim, WorkReport } from '../work/report';
import { countOf, sentence, sentenceWithNames } from '../words';

/** Clusters in the same state, with the binding of one of them; its cluster is `''` where it is not known. */
export interface FailingGroup {
  readonly binding?: Pick<Binding, 'cluster'>;
  readonly count: number;
  readonly report?: Pick<WorkReport, 'failed' | 'overridden' | 'synchronized'>;
}

/**
 * Where objects of a placement fail: a cluster, its object and the cause; undefined where no object is known to fail.
 *
 *   member-2: Deployment ui-bad/api: 0 of 2 replicas are available; ImagePullBackOff: …. And 3 more clusters.
 */
export const describeFailures = (groups: readonly FailingGroup[]): string | undefined =>
  describeWidest(groups, describeFailure);

type Reported = FailingGroup['report'];

/** The cluster where most have it, what it has, and how many more there are. */
function describeWidest(
  groups: readonly FailingGroup[],
  describe: (report: Reported) => string | undefined,
): string | undefined {
  const failing = groups.flatMap(group => {
    const failure = describe(group.report);
    return failure === undefined ? [] : [{ ...group, failure }];
  });
  const [first] = failing.sort((a, b) => b.count - a.count || compareText(nameOf(a), nameOf(b)));
  if (first === undefined) return undefined;
  const others = failing.reduce((sum, { count }) => sum + count, 0) - 1;
  const more = others > 0 ? ` And ${countOf(others, 'more cluster')}.` : '';
  const failure = /[.!?]$/.test(first.failure) ? first.failure : `${first.failure}.`;
  return `${nameOf(first) && `${nameOf(first)}: `}${failure}${more}`;
}

const nameOf = ({ binding }: FailingGroup) => binding?.cluster ?? '';

/** By the condition that is False: what the report of a cluster says of it. */
const CAUSES: readonly (readonly [RegExp, (report: Reported) => string | undefined])[] = [
  [/(Applied|Available)$/, describeFailure],
  [/Overridden$/, report => problemIn(report?.overridden)],
  [/WorkSynchronized$/, report => problemIn(report?.synchronized)],
];

const problemIn = (claim: WorkClaim | undefined): string | undefined =>
  claim?.status === 'False' ? overrideProblem(claim.message) : undefined;

const causeOf = ({ type, status }: ConditionClaim) =>
  status === 'False' ? CAUSES.find(([step]) => step.test(type))?.[1] : undefined;

/** A condition of a placement in the words of pages: on the hub it counts clusters and names a field, here it says the cause. */
export function explainClaims(claim: ConditionClaim, groups: readonly FailingGroup[]): string {
  const describe = causeOf(claim);
  return (describe && describeWidest(groups, describe)) ?? sentence(claim.message ?? '');
}

/** The same for one cluster, whose name stays as it is at the beginning. */
export const explainClaim = (
  claim: ConditionClaim,
  report: WorkReport | undefined,
  cluster?: string,
): string => sentenceWithNames(causeOf(claim)?.(report) ?? claim.message ?? '', cluster ? [cluster] : []);
