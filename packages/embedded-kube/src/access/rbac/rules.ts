import type { Attributes } from '../attributes';

/** What a role allows; lists that are absent are empty. */
export interface PolicyRule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  /** None: whatever the name. */
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const holds = (list: readonly string[] | undefined, value: string): boolean =>
  list !== undefined && (list.includes(value) || list.includes('*'));

/**
 * Whether one rule alone is enough.
 *
 *   { verbs: [get], apiGroups: [''], resources: ['pods'] }  allows get of pods/x, not of pods/x/log
 *   { …, resources: ['*\/log'], resourceNames: ['x'] }      allows get of pods/x/log, not of pods/y/log
 *   { verbs: [get], nonResourceURLs: ['/api/*'] }           allows get of /api/v1, not of /api
 */
export function isAllowedBy(rule: PolicyRule, asked: Attributes): boolean {
  if (!holds(rule.verbs, asked.verb)) return false;
  if (asked.kind === 'path') return (rule.nonResourceURLs ?? []).some(url => isUrlIn(url, asked.path));
  const { group, resource, subresource, name } = asked;
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  return holds(rule.apiGroups, group) && isResourceIn(rule, whole) && isNameIn(rule, name);
}

function isResourceIn({ resources }: PolicyRule, whole: string): boolean {
  if (holds(resources, whole)) return true;
  const slash = whole.indexOf('/');
  return slash >= 0 && resources !== undefined && resources.includes(`*${whole.slice(slash)}`);
}

const isNameIn = ({ resourceNames = [] }: PolicyRule, name: string): boolean =>
  resourceNames.length === 0 || resourceNames.includes(name);

/** A star at the end matches any suffix, and alone matches everything. */
export const isUrlIn = (url: string, path: string): boolean =>
  url === '*' || url === path || (url.endsWith('*') && path.startsWith(withoutStars(url)));

function withoutStars(url: string): string {
  let end = url.length;
  while (url[end - 1] === '*') end -= 1;
  return url.slice(0, end);
}
