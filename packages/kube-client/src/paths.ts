import { InvalidPathError } from './kubeErrors';
import type { ApiResource, GroupVersionKind } from './kubeObject';

/** Names one object. */
export interface ObjectName {
  /** Ignored for cluster-scoped kinds. */
  readonly namespace?: string;
  readonly name: string;
}

/** `/api/v1`, `/apis/apps/v1`. @throws InvalidPathError */
export function groupVersionPath({ group, version }: Pick<GroupVersionKind, 'group' | 'version'>): string {
  const root = group === '' ? '/api' : `/apis/${segment('group', group)}`;
  return `${root}/${segment('version', version)}`;
}

/** `/apis/apps/v1/namespaces/web/deployments`. @throws InvalidPathError */
export function collectionPath(resource: ApiResource, namespace: string | undefined): string {
  const scope = resource.namespaced && namespace ? `/namespaces/${segment('namespace', namespace)}` : '';
  return `${groupVersionPath(resource)}${scope}/${segment('resource', resource.plural)}`;
}

/** `/apis/apps/v1/namespaces/web/deployments/app/status`. @throws InvalidPathError */
export function objectPath(
  resource: ApiResource,
  { namespace, name }: ObjectName,
  subresource?: string,
): string {
  const path = `${collectionPath(resource, namespace)}/${segment('name', name)}`;
  return subresource === undefined ? path : `${path}/${segment('subresource', subresource)}`;
}

/**
 * Why API servers take no such path segment, in their words. Percent-encoding would not help: URL parsers fold `%2e%2e`
 * like `..`, servers decode `%2F` before they split the path, and ill-formed text has no encoding.
 */
export function findSegmentFault(value: string): string | undefined {
  if (value === '') return 'may not be empty';
  if (value === '.' || value === '..') return `may not be '${value}'`;
  const character = /[/%]/.exec(value)?.[0];
  if (character !== undefined) return `may not contain '${character}'`;
  return /\p{Surrogate}/u.test(value) ? 'must be well-formed text' : undefined;
}

/** One encoded segment of a path. @throws InvalidPathError */
function segment(what: string, value: string): string {
  const fault = findSegmentFault(value);
  if (fault === undefined) return encodeURIComponent(value);
  throw new InvalidPathError(
    `${what} ${JSON.stringify(value)} is invalid: it ${fault}; nothing was asked of the cluster`,
  );
}

/**
 * The URL of a request, if it is the intended one: the last guard before the wire, also for paths that were not made here.
 *
 * @throws InvalidPathError where a URL parser makes another path of it
 */
export function toUrl(server: string, path: string): URL {
  const url = new URL(server + path);
  if (path.startsWith('/') && `${url.pathname}${url.search}`.endsWith(path) && url.hash === '') return url;
  throw new InvalidPathError(
    `path ${JSON.stringify(path)} is invalid: a URL does not keep it; nothing was asked of the cluster`,
  );
}

/** The name alone: targets of calls are often whole objects. */
export const nameOf = ({ name, namespace }: ObjectName): ObjectName => ({
  name,
  ...(namespace ? { namespace } : {}),
});
