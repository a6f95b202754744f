import type {
  ClusterSelectorTerm,
  LabelSelectorRequirement,
  PropertySelectorRequirement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  parseLabelSelector,
  parsePropertyLookup,
  parsePropertySelector,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { groupBy } from '../../groupBy';
import type { SuggestedChange } from './obstacle';
import { valueThatSatisfies } from './valueThatSatisfies';

/** What has to change on a cluster for a term to match; empty where it does, `undefined` where nothing is known to help. */
export function changesToMatch(
  { labelSelector: { matchLabels = {}, matchExpressions = [] } = {}, propertySelector }: ClusterSelectorTerm,
  cluster: ClusterFacts,
): SuggestedChange[] | undefined {
  const exact = Object.entries(matchLabels).map(([key, value]): LabelSelectorRequirement => ({
    key,
    operator: 'In',
    values: [value],
  }));
  const labels = [...groupBy([...exact, ...matchExpressions], ({ key }) => key)];
  const properties = [...groupBy(propertySelector?.matchExpressions ?? [], ({ name }) => name)];
  const changes = [
    ...labels.map(([key, group]) => labelChanges(key, group, cluster)),
    ...properties.map(([name, group]) => propertyChanges(name, group, cluster)),
  ];
  const known = changes.flatMap(change => (change ? [change] : []));
  return known.length === changes.length ? known.flat() : undefined;
}

/** Values of a label that must only be there; the second where the first is forbidden. */
const ANY_VALUE = ['true', 'yes'];

/** One label for all that a term asks of its key: a value that is asked for, else none, else any. */
function labelChanges(
  key: string,
  matchExpressions: readonly LabelSelectorRequirement[],
  { labels }: ClusterFacts,
): SuggestedChange[] | undefined {
  const selector = parseLabelSelector({ matchExpressions: [...matchExpressions] });
  if (!selector.ok) return undefined;
  if (selector.value(labels)) return [];
  const wanted = matchExpressions.flatMap(({ operator, values = [] }) => (operator === 'In' ? values : []));
  if (selector.value({})) return [{ kind: 'setLabel', key }];
  const value = [...wanted, ...ANY_VALUE].find(one => selector.value({ [key]: one }));
  return value === undefined ? undefined : [{ kind: 'setLabel', key, value }];
}

/** One value for all that a term asks of its property. */
function propertyChanges(
  name: string,
  matchExpressions: readonly PropertySelectorRequirement[],
  cluster: ClusterFacts,
): SuggestedChange[] | undefined {
  const selector = parsePropertySelector({ matchExpressions: [...matchExpressions] });
  const lookup = parsePropertyLookup(name);
  if (!selector.ok || !lookup.ok) return undefined;
  if (selector.value(cluster)) return [];
  const from = lookup.value(cluster);
  const value = valueThatSatisfies(matchExpressions, from);
  return value === undefined
    ? undefined
    : [{ kind: 'setProperty', name, ...(from !== undefined && { from }), value }];
}
