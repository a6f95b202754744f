import { isUrlIn, type PolicyRule } from './rules';

const ALL = '*';

/** Whoever holds these may hand on anything. */
export const FULL_AUTHORITY: readonly PolicyRule[] = [
  { verbs: [ALL], apiGroups: [ALL], resources: [ALL] },
  { verbs: [ALL], nonResourceURLs: [ALL] },
];

/**
 * What `wanted` allows beyond `held`, one right a line, sorted; empty: nothing.
 *
 *   held   get,list pods                  wanted   get,delete pods,secrets
 *   → {APIGroups:[""], Resources:["pods"], Verbs:["delete"]}
 *     {APIGroups:[""], Resources:["secrets"], Verbs:["get" "delete"]}
 */
export function explainMissing(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): string[] {
  const missing = wanted.flatMap(toSingleRights).filter(right => !held.some(rule => covers(rule, right)));
  return [...new Set(mergeVerbs(missing).map(toText))].sort();
}

/** How many single rights the rules are made of. */
export const countRights = (rules: readonly PolicyRule[]): number =>
  rules.reduce((sum, rule) => {
    const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
    const things = apiGroups.length * resources.length * Math.max(1, resourceNames.length);
    return sum + verbs.length * (things + nonResourceURLs.length);
  }, 0);

/** A rule as the rights that it is made of: one verb on one thing each. */
function toSingleRights(rule: PolicyRule): PolicyRule[] {
  const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const ofResources = apiGroups.flatMap(group =>
    resources.flatMap(resource =>
      verbs.flatMap(verb => {
        const right = { apiGroups: [group], resources: [resource], verbs: [verb] };
        return resourceNames.length === 0
          ? [right]
          : resourceNames.map(name => ({ ...right, resourceNames: [name] }));
      }),
    ),
  );
  const ofPaths = nonResourceURLs.flatMap(url =>
    verbs.map(verb => ({ nonResourceURLs: [url], verbs: [verb] })),
  );
  return [...ofResources, ...ofPaths];
}

const holdsAll = (held: readonly string[] = [], wanted: readonly string[] = []) =>
  held.includes(ALL) || wanted.every(each => held.includes(each));

/** Whether one rule alone gives all of a single right. */
function covers(held: PolicyRule, right: PolicyRule): boolean {
  const { resources = [], resourceNames = [], nonResourceURLs = [] } = right;
  return (
    holdsAll(held.verbs, right.verbs) &&
    holdsAll(held.apiGroups, right.apiGroups) &&
    resources.every(resource => coversResource(held.resources ?? [], resource)) &&
    coversNames(held.resourceNames ?? [], resourceNames) &&
    nonResourceURLs.every(url => (held.nonResourceURLs ?? []).some(each => isUrlIn(each, url)))
  );
}

function coversResource(held: readonly string[], wanted: string): boolean {
  if (held.includes(ALL) || held.includes(wanted)) return true;
  const slash = wanted.indexOf('/');
  return slash >= 0 && held.includes(`${ALL}${wanted.slice(slash)}`);
}

function coversNames(held: readonly string[], wanted: readonly string[]): boolean {
  if (held.length === 0) return true;
  return wanted.length > 0 && wanted.every(name => held.includes(name));
}

/** Rights on the same thing become one rule, in the place of the first of them. */
function mergeVerbs(rights: readonly PolicyRule[]): PolicyRule[] {
  const merged = new Map<string, PolicyRule>();
  const others: PolicyRule[] = [];
  for (const right of rights) {
    if (right.nonResourceURLs) {
      others.push(right);
      continue;
    }
    const key = JSON.stringify([right.apiGroups, right.resources, right.resourceNames]);
    const known = merged.get(key);
    // A verb that two rules ask for is listed twice.
    const verbs = [...(known?.verbs ?? []), ...(right.verbs ?? [])];
    merged.set(key, { ...right, verbs });
  }
  return [...merged.values(), ...others];
}

function toText(rule: PolicyRule): string {
  const parts: readonly [string, readonly string[] | undefined][] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const shown = parts.flatMap(([name, list]) =>
    list && list.length > 0 ? [`${name}:${shownList(list)}`] : [],
  );
  return `{${shown.join(', ')}}`;
}

/** As Go prints a list of texts in quotes. */
export const shownList = (list: readonly string[]): string =>
  `[${list.map(each => JSON.stringify(each)).join(' ')}]`;
