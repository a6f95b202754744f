import type {
  ClusterSelectorTerm,
  LabelSelector,
  PlacementPolicy,
  PlacementSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { wantedCount } from '../schedule/wantedCount';
import { countOf, joinAnd, listOf } from './words';

/**
 * A scheduling policy in one sentence; rules for which there are no words are counted.
 *
 *   (no policy)                                     → Picks every cluster
 *   PickN 3, environment = production               → Picks 3 clusters where environment = production
 *   PickAll, two required terms                     → Picks every cluster where a = 1 or b = 2
 *   PickFixed a, b                                  → Picks the clusters a, b
 *   … a spread constraint, two preferences          → …, at most 1 apart over region, and 2 more rules
 */
export function policyInWords(policy: PlacementPolicy | undefined): string {
  const type = policy?.placementType ?? 'PickAll';
  if (type === 'PickFixed') return fixedInWords(policy?.clusterNames ?? []);
  const subject = type === 'PickN' ? countOf(wantedCount(policy) ?? 0, 'cluster') : 'every cluster';
  const terms =
    policy?.affinity?.clusterAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.clusterSelectorTerms ??
    [];
  const where = terms.length === 0 ? '' : ` where ${terms.map(termInWords).join(' or ')}`;
  const rules = [...spreadInWords(policy), ...moreInWords(policy)].map(rule => `, ${rule}`);
  return `Picks ${subject}${where}${rules.join('')}`;
}

function fixedInWords(names: readonly string[]): string {
  if (names.length === 0) return 'Picks no cluster: the list of names is empty';
  return `Picks the ${names.length === 1 ? 'cluster' : 'clusters'} ${listOf(names)}`;
}

function termInWords({ labelSelector, propertySelector }: ClusterSelectorTerm): string {
  const labels = labelSelector === undefined ? [] : labelsInWords(labelSelector);
  const properties = (propertySelector?.matchExpressions ?? []).map(
    ({ name, operator, values }) => `${propertyName(name)} ${OPERATORS[operator]} ${values.join(', ')}`,
  );
  const parts = [...labels, ...properties];
  return parts.length === 0 ? 'anything holds' : joinAnd(parts);
}

const OPERATORS = { Gt: '>', Ge: '≥', Eq: '=', Ne: '≠', Lt: '<', Le: '≤' } as const;

/** `resources.kubernetes-fleet.io/available-cpu` → `available-cpu`. */
const propertyName = (name: string) => name.slice(name.lastIndexOf('/') + 1);

export function labelsInWords({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string[] {
  const exact = Object.entries(matchLabels).map(([key, value]) => `${key} = ${value}`);
  const rules = matchExpressions.map(({ key, operator, values = [] }) => {
    switch (operator) {
      case 'In':
        return values.length === 1 ? `${key} = ${values[0]}` : `${key} in (${values.join(', ')})`;
      case 'NotIn':
        return values.length === 1 ? `${key} ≠ ${values[0]}` : `${key} not in (${values.join(', ')})`;
      case 'Exists':
        return `${key} is set`;
      default:
        return `${key} is not set`;
    }
  });
  return [...exact, ...rules];
}

const spreadInWords = (policy: PlacementPolicy | undefined) =>
  (policy?.topologySpreadConstraints ?? [])
    .filter(({ whenUnsatisfiable = 'DoNotSchedule' }) => whenUnsatisfiable === 'DoNotSchedule')
    .map(({ topologyKey, maxSkew = 1 }) => `at most ${maxSkew} apart over ${topologyKey}`);

/** Preferences, soft spreads and tolerations decide little by themselves: how many there are is enough. */
function moreInWords(policy: PlacementPolicy | undefined): string[] {
  const preferred =
    policy?.affinity?.clusterAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.length ?? 0;
  const soft = (policy?.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway',
  ).length;
  const count = preferred + soft + (policy?.tolerations?.length ?? 0);
  return count === 0 ? [] : [`and ${countOf(count, 'more rule')}`];
}

/** How changes reach the clusters, in one sentence. */
export function strategyInWords({ strategy }: Pick<PlacementSpec, 'strategy'>): string {
  if (strategy?.type === 'External') return 'Moves by update runs only';
  const { maxUnavailable = '25%', maxSurge = '25%' } = strategy?.rollingUpdate ?? {};
  return `Moves by itself: at most ${maxUnavailable} of its clusters without it, at most ${maxSurge} more than wanted`;
}
