/** `/clusters/<name>/…`. */
export function splitCluster(path: string): { readonly cluster: string; readonly rest: string } | undefined {
  const parsed = /^\/clusters\/([^/]+)(\/.*)?$/.exec(path);
  return parsed ? { cluster: decodePart(parsed[1]), rest: parsed[2] ?? '/' } : undefined;
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
}

/**
 * `/apis/apps/v1/namespaces/web/deployments/app/status`, `/api/v1/nodes`; `undefined` for what is no resource's path.
 * Objects named `namespaces` are namespaces themselves up to the third part: `/api/v1/namespaces/web/status`.
 */
export function parseResourcePath(path: string): ResourcePath | undefined {
  const [root, ...parts] = path.split('/').slice(1).map(decodePart);
  if (parts.includes('')) return undefined;
  if (root === 'api') return parseBelow('', parts[0], parts.slice(1));
  if (root === 'apis') return parseBelow(parts[0], parts[1], parts.slice(2));
  return undefined;
}

const OF_NAMESPACES = ['status', 'finalize'];

function parseBelow(group: string, version: string, parts: readonly string[]): ResourcePath | undefined {
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
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A broken escape names nothing; as it stands it is not found.
    return part;
  }
}
