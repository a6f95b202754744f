import {
  failure,
  ok,
  parseLabelSelector,
  parsePropertySelector,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterSelectorTerm, Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { pass, refuse } from '../../decision';
import type { FilterPlugin } from '../plugin';

type Term = (cluster: ClusterFacts) => boolean;

/**
 * The required terms of the policy's cluster affinity: one of them must match; inside a term the labels and all
 * properties must (A/SCH-040…047).
 */
export const requiredAffinity: FilterPlugin = {
  name: 'ClusterAffinity',
  prepare: ({ policy }) => {
    const terms =
      policy.affinity?.clusterAffinity?.requiredDuringSchedulingIgnoredDuringExecution
        ?.clusterSelectorTerms ?? [];
    if (terms.length === 0) return ok(() => pass);
    const matchers: Term[] = [];
    for (const term of terms) {
      const matcher = parseTerm(term);
      if (!matcher.ok) return failure(`a required cluster affinity term is invalid: ${matcher.error}`);
      matchers.push(matcher.value);
    }
    return ok(cluster =>
      matchers.some(matches => matches(cluster))
        ? pass
        : refuse(
            'AffinityMismatch',
            'cluster does not match with any of the required cluster affinity terms',
          ),
    );
  },
};

function parseTerm(term: ClusterSelectorTerm): Result<Term> {
  const labels = parseLabelSelector(term.labelSelector ?? {});
  if (!labels.ok) return labels;
  const properties = parsePropertySelector(term.propertySelector ?? { matchExpressions: [] });
  if (!properties.ok) return properties;
  return ok(cluster => labels.value(cluster.labels) && properties.value(cluster));
}
