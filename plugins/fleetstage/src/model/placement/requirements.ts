import {
  isJsonObject,
  parseLabelSelector,
  toLabelQuery,
  type JsonObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

type Labels = Readonly<Record<string, string>>;
type Rule = { key: string; operator: string; values?: readonly string[] };

export interface Requirement {
  readonly key: string;
  /** As a label query, e.g. `region in (neu,weu)`. */
  readonly wanted: string;
  /** The values, one of which is wanted; absent for other rules. */
  readonly values?: readonly string[];
  /** What the cluster carries; absent where it has no such label. */
  readonly seen?: string;
  readonly isMet: boolean;
}

export interface PolicyFacts {
  readonly type: 'PickAll' | 'PickN' | 'PickFixed';
  /** Label rules of each required term; one term has to match. */
  readonly terms: readonly (readonly Rule[])[];
  readonly hasProperties: boolean;
}

/** What the page reads of a placement's policy. */
export function readPolicy(manifest: JsonObject): PolicyFacts {
  const policy = objectAt(objectAt(manifest, 'spec'), 'policy');
  const affinity = objectAt(objectAt(policy, 'affinity'), 'clusterAffinity');
  const required = objectAt(affinity, 'requiredDuringSchedulingIgnoredDuringExecution');
  const terms = listAt(required, 'clusterSelectorTerms').filter(isJsonObject);
  const type = policy.placementType;
  return {
    type: type === 'PickN' || type === 'PickFixed' ? type : 'PickAll',
    terms: terms.map(term => rulesOf(objectAt(term, 'labelSelector'))),
    hasProperties: terms.some(term => isJsonObject(term.propertySelector)),
  };
}

/** Keys of the labels that the policy spreads over, then of those that it asks for or prefers; each once. */
export function readPolicyLabels(manifest: JsonObject): readonly string[] {
  const policy = objectAt(objectAt(manifest, 'spec'), 'policy');
  const affinity = objectAt(objectAt(policy, 'affinity'), 'clusterAffinity');
  const spread = listAt(policy, 'topologySpreadConstraints').filter(isJsonObject);
  const preferred = listAt(affinity, 'preferredDuringSchedulingIgnoredDuringExecution').filter(isJsonObject);
  const rules = [
    ...readPolicy(manifest).terms.flat(),
    ...preferred.flatMap(({ preference }) =>
      isJsonObject(preference) ? rulesOf(objectAt(preference, 'labelSelector')) : [],
    ),
  ];
  return [
    ...new Set([...spread.map(({ topologyKey }) => String(topologyKey)), ...rules.map(({ key }) => key)]),
  ];
}

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key];
  return isJsonObject(value) ? value : {};
};

const listAt = (object: JsonObject, key: string): readonly unknown[] => {
  const value = object[key];
  return Array.isArray(value) ? value : [];
};

function rulesOf(selector: JsonObject): Rule[] {
  const exact = Object.entries(objectAt(selector, 'matchLabels')).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [String(value)],
  }));
  const others = listAt(selector, 'matchExpressions')
    .filter(isJsonObject)
    .map(({ key, operator, values }) => ({
      key: String(key),
      operator: String(operator),
      ...(Array.isArray(values) && { values: values.map(String) }),
    }));
  return [...exact, ...others];
}

/**
 * What the policy asks of the labels beside what a cluster has: of several terms the one that it comes closest to.
 *
 *   environment=production, region in (weu,neu) and a cluster in asw → environment is met, region is asw
 */
export function compareLabels({ terms }: PolicyFacts, labels: Labels): readonly Requirement[] {
  const compared = terms.map(rules => rules.map(rule => compareRule(rule, labels)));
  const missing = (requirements: readonly Requirement[]) => requirements.filter(({ isMet }) => !isMet).length;
  return compared.sort((a, b) => missing(a) - missing(b)).at(0) ?? [];
}

function compareRule({ key, operator, values }: Rule, labels: Labels): Requirement {
  const isEqual = operator === 'In' && values?.length === 1;
  const selector = isEqual
    ? { matchLabels: { [key]: values[0] } }
    : { matchExpressions: [{ key, operator: operatorOf(operator), values }] };
  const matches = parseLabelSelector(selector);
  const seen = labels[key];
  return {
    key,
    wanted: toLabelQuery(selector),
    isMet: matches.ok && matches.value(labels),
    ...(operator === 'In' && values && { values }),
    ...(seen !== undefined && { seen }),
  };
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

const operatorOf = (text: string) => OPERATORS.find(one => one === text) ?? 'In';
