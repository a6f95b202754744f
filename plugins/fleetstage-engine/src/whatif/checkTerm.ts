import {
  parseLabelSelector,
  parsePropertyLookup,
  parsePropertySelector,
  type ClusterSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { explainContradiction } from './explainContradiction';

const NAME =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*|[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)(\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)*$/;
const LONGEST_NAME = 317;

/** What the hub would refuse of a term (A/WH-022, WH-032…040); it begins with the field. */
export function checkTerm(
  { labelSelector, propertySelector, propertySorter }: ClusterSelectorTerm,
  at: string,
  role: 'required' | 'preferred',
): string | undefined {
  if (propertySorter && role === 'required')
    return `${at}.propertySorter ranks clusters and cannot be required; move it to preferredDuringSchedulingIgnoredDuringExecution or remove it`;
  if (propertySelector && role === 'preferred')
    return `${at}.propertySelector is for requirements; move it to requiredDuringSchedulingIgnoredDuringExecution or use a propertySorter`;
  const labels = parseLabelSelector(labelSelector ?? {});
  if (!labels.ok) return `${at}.labelSelector: ${labels.error}; correct it`;
  const rules = propertySelector?.matchExpressions ?? [];
  for (const [i, { name }] of rules.entries()) {
    const wrong = checkPropertyName(name, `${at}.propertySelector.matchExpressions[${i}].name`);
    if (wrong !== undefined) return wrong;
    const parsed = parsePropertySelector({ matchExpressions: [rules[i]] });
    if (!parsed.ok) return `${at}.propertySelector.matchExpressions[${i}]: ${parsed.error}; correct it`;
  }
  const contradiction = explainContradiction(rules);
  if (contradiction !== undefined) return `${at}.propertySelector.matchExpressions: ${contradiction}`;
  return propertySorter && checkPropertyName(propertySorter.name, `${at}.propertySorter.name`);
}

/** Also of a property that a change gives to a cluster. */
export function checkPropertyName(name: string, at: string): string | undefined {
  if (name.length > LONGEST_NAME || !NAME.test(name))
    return `${at}: "${name}" is not a property name such as "kubernetes-fleet.io/node-count"; correct the name`;
  const lookup = parsePropertyLookup(name);
  return lookup.ok ? undefined : `${at}: ${lookup.error}`;
}
