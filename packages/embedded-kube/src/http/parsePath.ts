/** What is asked for as it was sent: dots in it are names like others, and a second slash begins no host. */
export function splitTarget(target: string): { readonly pathname: string; readonly search: string } {
  if (!target.startsWith('/')) return new URL(target, 'https://fleet');
  const mark = target.indexOf('?');
  if (mark < 0) return { pathname: target, search: '' };
  return { pathname: target.slice(0, mark), search: target.slice(mark) };
}

/** `/clusters/<name>/…`. */
export function splitCluster(path: string): { readonly cluster: string; readonly rest: string } | undefined {
  const parsed = /^\/clusters\/([^/]+)(\/.*)?$/.exec(path);
  return parsed ? { cluster: decodePath(parsed[1]) ?? parsed[1], rest: parsed[2] ?? '/' } : undefined;
}

/** What a path below a cluster names; not yet whether there is such a type. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Empty: none, or all. */
  readonly namespace: string;
  readonly name?: string;
  readonly subresource?: string;
  /** The old way to ask for a watch. */
  readonly isWatch?: boolean;
}

/**
 * `/apis/apps/v1/namespaces/web/deployments/app/status`, `/api/v1/nodes`; `undefined` for what is no resource's path.
 * Objects named `namespaces` are namespaces themselves up to the third part: `/api/v1/namespaces/web/status`.
 * Paths of watches begin with `watch`: `/api/v1/watch/namespaces/web/pods`.
 */
export function parseResourcePath(path: string): ResourcePath | undefined {
  const [root, ...parts] = path.replace(/\/$/, '').split('/').slice(1);
  if (parts.includes('')) return undefined;
  if (root === 'api') return parseBelow('', parts[0], parts.slice(1));
  if (root === 'apis') return parseBelow(parts[0], parts[1], parts.slice(2));
  return undefined;
}

const OF_NAMESPACES = ['status', 'finalize'];

function parseBelow(group: string, version: string, all: readonly string[]): ResourcePath | undefined {
  const isWatch = all[0] === 'watch';
  const parts = isWatch ? all.slice(1) : all;
  if (group === undefined || version === undefined || parts.length === 0) return undefined;
  const isInNamespace = parts[0] === 'namespaces' && parts.length > 2 && !OF_NAMESPACES.includes(parts[2]);
  const [namespace, rest] = isInNamespace ? [parts[1], parts.slice(2)] : ['', parts];
  const [plural, name, subresource, ...more] = rest;
  if (more.length > 0) return undefined;
  return {
    group,
    version,
    plural,
    namespace,
    ...(name === undefined ? {} : { name }),
    ...(subresource === undefined ? {} : { subresource }),
    ...(isWatch ? { isWatch } : {}),
  };
}

/** `undefined`: an escape is broken. A slash that is escaped parts as any other. */
export function decodePath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
