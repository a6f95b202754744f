import type {
  ClusterSelectorTerm,
  LabelSelector,
  PlacementPolicy,
  PlacementSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { wantedCount } from '../schedule/wantedCount';
import { countOf, joinAnd, listOf } from '../words';

/**
 * A scheduling policy in one sentence; what there are no words for, e.g. a field of a later version, is counted.
 *
 *   (no policy)                                     → Picks every cluster
 *   PickN 3, environment = production               → Picks 3 clusters where environment = production
 *   PickN, no number                                → Picks an unset number of clusters
 *   PickAll, two required terms                     → Picks every cluster where a = 1 or b = 2
 *   PickFixed a, b                                  → Picks the clusters a, b
 *   … preferred terms                               → …, preferring region = weu (40) and the most available-cpu (20)
 *   … spread, must and may                          → …, at most 1 apart over region, if possible at most 2 apart over zone
 *   … a toleration                                  → …, tolerating gpu
 *   … a field that nobody knows                     → …, and 1 more rule
 */
export function policyInWords(policy: PlacementPolicy | undefined): string {
  const type = policy?.placementType ?? 'PickAll';
  if (type === 'PickFixed') return fixedInWords(policy?.clusterNames ?? []);
  const terms =
    affinityOf(policy)?.requiredDuringSchedulingIgnoredDuringExecution?.clusterSelectorTerms ?? [];
  // A term without any rule matches every cluster, whatever the other terms say.
  const isAny = terms.some(term => termInWords(term) === '');
  const where = terms.length === 0 || isAny ? '' : ` where ${terms.map(termInWords).join(' or ')}`;
  const subject = type === 'PickN' ? numberInWords(policy, where === '') : 'every cluster';
  const rules = [
    ...preferredInWords(policy),
    ...spreadInWords(policy),
    ...toleratedInWords(policy),
    ...moreInWords(policy),
  ].map(rule => `, ${rule}`);
  return `Picks ${subject}${where}${rules.join('')}`;
}

/** Without a number, which the hub refuses, it asks for none; an editor may have it so. */
function numberInWords(policy: PlacementPolicy | undefined, isAlone: boolean): string {
  if (policy?.numberOfClusters === undefined) return 'an unset number of clusters';
  const count = wantedCount(policy) ?? 0;
  return isAlone && count === 1 ? 'any 1 cluster' : countOf(count, 'cluster');
}

const affinityOf = (policy: PlacementPolicy | undefined) => policy?.affinity?.clusterAffinity;

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
  return joinAnd(parts);
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

function preferredInWords(policy: PlacementPolicy | undefined): string[] {
  const preferred = affinityOf(policy)?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  if (preferred.length === 0) return [];
  const words = preferred.map(({ weight, preference }) => `${preferenceInWords(preference)} (${weight})`);
  return [`preferring ${joinAnd(words)}`];
}

function preferenceInWords({ labelSelector, propertySorter }: ClusterSelectorTerm): string {
  const labels = labelSelector === undefined ? [] : labelsInWords(labelSelector);
  const sorted =
    propertySorter === undefined
      ? []
      : [
          `the ${propertySorter.sortOrder === 'Ascending' ? 'least' : 'most'} ${propertyName(propertySorter.name)}`,
        ];
  const parts = [...labels, ...sorted];
  return parts.length === 0 ? 'any cluster' : parts.join(' with ');
}

const spreadInWords = (policy: PlacementPolicy | undefined) =>
  (policy?.topologySpreadConstraints ?? []).map(({ topologyKey, maxSkew = 1, whenUnsatisfiable }) => {
    const rule = `at most ${maxSkew} apart over ${topologyKey}`;
    return whenUnsatisfiable === 'ScheduleAnyway' ? `if possible ${rule}` : rule;
  });

function toleratedInWords(policy: PlacementPolicy | undefined): string[] {
  const taints = (policy?.tolerations ?? []).map(({ key = '', operator = 'Equal', value = '' }) => {
    if (key === '') return 'every taint';
    return operator === 'Exists' || value === '' ? key : `${key}=${value}`;
  });
  return taints.length === 0 ? [] : [`tolerating ${joinAnd(taints)}`];
}

const KNOWN: ReadonlySet<string> = new Set([
  'placementType',
  'clusterNames',
  'numberOfClusters',
  'affinity',
  'topologySpreadConstraints',
  'tolerations',
] satisfies (keyof PlacementPolicy)[]);

function moreInWords(policy: PlacementPolicy | undefined): string[] {
  const count = Object.keys(policy ?? {}).filter(key => !KNOWN.has(key)).length;
  return count === 0 ? [] : [`and ${countOf(count, 'more rule')}`];
}

/** How changes reach the clusters, in one sentence. */
export function strategyInWords({ strategy }: Pick<PlacementSpec, 'strategy'>): string {
  if (strategy?.type === 'External') return 'Managed by update runs';
  const { maxUnavailable = '25%', maxSurge = '25%' } = strategy?.rollingUpdate ?? {};
  return `Rolling update: max unavailable ${maxUnavailable}, max surge ${maxSurge}`;
}
