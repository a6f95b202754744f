import {
  failure,
  ok,
  parseLabelSelector,
  parsePropertyLookup,
  parsePropertySelector,
  toLabelQuery,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ClusterSelectorTerm,
  LabelPredicate,
  PlacementPolicy,
  PropertyPredicate,
  Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { pass, refuse, type Verdict } from '../../decision';
import type { OwnVerdictCode } from '../../verdictCodes';
import { changesToMatch } from '../obstacle/changesToMatch';
import type { OwnFilterPlugin } from '../plugin';
import { findTypo } from './findTypo';

interface Term {
  readonly hasLabels: LabelPredicate;
  readonly hasProperties: PropertyPredicate;
}

const MISMATCH = 'cluster does not match with any of the required cluster affinity terms';

/**
 * The required terms of the policy's cluster affinity: one of them must match; inside a term the labels and all
 * properties must (A/SCH-040…047).
 */
export const requiredAffinity: OwnFilterPlugin = {
  name: 'ClusterAffinity',
  prepare: ({ policy }) => {
    const terms = requiredTerms(policy);
    if (terms.length === 0) return ok(() => pass);
    const parsed: Term[] = [];
    for (const [index, term] of terms.entries()) {
      const result = parseTerm(term);
      if (!result.ok) {
        const field = `requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms[${index}]`;
        return failure(`a required cluster affinity term is invalid (${field}): ${result.error}`);
      }
      parsed.push(result.value);
    }
    return ok(cluster => judge(parsed, cluster));
  },
  findObstacle: (cluster, { policy }) => {
    const terms = requiredTerms(policy);
    const ways = terms.map(term => changesToMatch(term, cluster));
    if (terms.length === 0 || ways.some(way => way?.length === 0)) return undefined;
    return {
      ways: ways.flatMap(way => (way ? [way] : [])),
      problem: 'No required term of the affinity can be met by labels and properties',
    };
  },
  explain: ({ policy, clusters }, cluster) => {
    const terms = requiredTerms(policy);
    if (terms.length === 0) return undefined;
    const wanted = terms.map(termInWords).join(', or ');
    const typo = findTypo(terms, cluster, clusters);
    return { seen: seenOf(terms, cluster), wanted: typo === undefined ? wanted : `${wanted}. ${typo}` };
  },
};

export const requiredTerms = ({ affinity }: PlacementPolicy): readonly ClusterSelectorTerm[] =>
  affinity?.clusterAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.clusterSelectorTerms ?? [];

/** Where a term fails by its properties alone, that is the nearer cause. */
function judge(terms: readonly Term[], cluster: ClusterFacts): Verdict<OwnVerdictCode> {
  const labelled = terms.filter(({ hasLabels }) => hasLabels(cluster.labels));
  if (labelled.some(({ hasProperties }) => hasProperties(cluster))) return pass;
  return refuse(labelled.length > 0 ? 'PropertyMismatch' : 'AffinityMismatch', MISMATCH);
}

function parseTerm({ labelSelector, propertySelector }: ClusterSelectorTerm): Result<Term> {
  const labels = parseLabelSelector(labelSelector ?? {});
  if (!labels.ok) return labels;
  const properties = parsePropertySelector(propertySelector ?? { matchExpressions: [] });
  if (!properties.ok) return properties;
  return ok({ hasLabels: labels.value, hasProperties: properties.value });
}

/** `env=prod,tier notin (a,b) and kubernetes-fleet.io/node-count Ge 4` */
export function termInWords({ labelSelector, propertySelector }: ClusterSelectorTerm): string {
  const parts = [
    toLabelQuery(labelSelector ?? {}),
    ...(propertySelector?.matchExpressions ?? []).map(
      ({ name, operator, values }) => `${name} ${operator} ${values.join(' ')}`,
    ),
  ].filter(part => part !== '');
  return parts.length === 0 ? 'any cluster' : parts.join(' and ');
}

/** The labels and properties that the terms name, as they are on the cluster. */
function seenOf(terms: readonly ClusterSelectorTerm[], cluster: ClusterFacts): string {
  const keys = terms.flatMap(({ labelSelector: { matchLabels = {}, matchExpressions = [] } = {} }) => [
    ...Object.keys(matchLabels),
    ...matchExpressions.map(({ key }) => key),
  ]);
  const names = terms.flatMap(({ propertySelector }) =>
    (propertySelector?.matchExpressions ?? []).map(({ name }) => name),
  );
  const labels = [...new Set(keys)].map(key =>
    Object.hasOwn(cluster.labels, key) ? `${key}=${cluster.labels[key]}` : `${key} not set`,
  );
  const properties = [...new Set(names)].map(name => {
    const lookup = parsePropertyLookup(name);
    return `${name} ${(lookup.ok && lookup.value(cluster)) || 'not known'}`;
  });
  return [...labels, ...properties].join(', ') || 'nothing is asked';
}
