import type { ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import { causesWritten } from '../schedule/explainSchedule';
import { explainClaims, type FailingGroup } from './describeFailure';
import type { PlacementStateCode } from './stateCodes';
import { countOf, sentence } from '../words';

interface Shortage {
  readonly picked: number;
  readonly wanted: number;
  /** Of the Scheduled condition. */
  readonly message?: string | undefined;
}

/**
 * A placement short of clusters, and why, in one sentence (ui §5.1); the condition on the hub keeps KubeFleet's words.
 *
 *   Found 5 of 9 clusters: 1 tainted, 3 do not match the affinity.
 *
 * A message that no schedule of ours wrote follows as it is.
 */
export function explainShortage({ picked, wanted, message = '' }: Shortage): string {
  const found = `Found ${picked} of ${countOf(wanted, 'cluster')}`;
  const causes = causesWritten(message);
  if (causes === undefined) return `${found}. ${sentence(message)}`.trim();
  return causes.length === 0 ? `${found}.` : `${found}: ${causes.map(causeInWords).join(', ')}.`;
}

interface PlacementCounts {
  readonly state: PlacementStateCode;
  readonly wanted: number;
  readonly picked: number;
  readonly available: number;
  /** Clusters that the rollout does not reach because of what fails. */
  readonly held?: number;
}

/**
 * The first condition of a placement that is not True; where it is short of clusters, also what fails on those that it has,
 * the worse first (ui §2). Undefined where all are True.
 *
 *   Found 5 of 9 clusters: 1 tainted. Available on 4 of 5 clusters. member-2: Deployment shop/web: 0 of 2 replicas are available.
 *   member-2: Deployment shop/web: …; ImagePullBackOff: image web:bad not found. This holds the rollout to 6 more clusters.
 */
export function explainPlacement(
  claims: readonly ConditionClaim[],
  groups: readonly FailingGroup[],
  { state, wanted, picked, available, held = 0 }: PlacementCounts,
): string | undefined {
  const first = claims.find(({ status }) => status !== 'True');
  const holds = held === 0 ? '' : ` This holds the rollout to ${countOf(held, 'more cluster')}.`;
  if (first?.reason !== 'SchedulingPolicyUnfulfilled')
    return first?.message && `${explainClaims(first, groups)}${holds}`;
  const shortage = explainShortage({ picked, wanted, message: first.message });
  const failing = claims.find(
    ({ type, status }) => type !== first.type && status === 'False' && !type.endsWith('RolloutStarted'),
  );
  if (failing === undefined) return shortage;
  const failure = `${explainClaims(failing, groups)}${holds}`;
  return state === 'notEnoughClusters'
    ? `${shortage} Available on ${available} of ${countOf(picked, 'cluster')}. ${failure}`
    : `${failure} ${shortage}`;
}

/** Verbs of causes, of one cluster. */
const OF_ONE: readonly (readonly [RegExp, string])[] = [
  [/^do /, 'does '],
  [/^lack /, 'lacks '],
  [/^have /, 'has '],
  [/^wait /, 'waits '],
];

function causeInWords({ count, phrase }: { readonly count: number; readonly phrase: string }): string {
  const bare = phrase.replace(/^are /, '');
  const verb = count === 1 ? OF_ONE.find(([many]) => many.test(bare)) : undefined;
  return `${count} ${verb ? bare.replace(...verb) : bare}`;
}
