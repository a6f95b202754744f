import { isFlag } from '../text';
import { parseLabelSelector } from '../api/labelSelector';

/** The attributes of a request, in the terms of rules. */
export type Attributes = ResourceAttributes | PathAttributes;

export interface ResourceAttributes {
  readonly kind: 'resource';
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty: the resource itself. */
  readonly subresource: string;
  /** Empty: none, or all. */
  readonly namespace: string;
  /** Empty: a collection. */
  readonly name: string;
}

export interface PathAttributes {
  readonly kind: 'path';
  readonly verb: string;
  readonly path: string;
}

export interface Asked {
  readonly method: string;
  /** Below the cluster, its escapes read. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
const OF_NAMESPACES = ['status', 'finalize'];
/** Verbs of old that are part of the path. */
const IN_PATH = ['watch', 'proxy'];

/** Any path below `/api/v1` or `/apis/<group>/<version>` is a resource, whether it is served or not. */
export function attributesOf(asked: Asked): Attributes {
  const { path } = asked;
  const parts = path.replace(/^\/+|\/+$/g, '').split('/');
  const isGrouped = parts[0] === 'apis';
  const prefix = isGrouped ? 3 : 2;
  if ((parts[0] !== 'api' && !isGrouped) || parts.length <= prefix)
    return { kind: 'path', verb: asked.method.toLowerCase(), path };
  const [group, version] = isGrouped ? [parts[1], parts[2]] : ['', parts[1]];
  const below = parts.slice(prefix);
  const verb = IN_PATH.includes(below[0]) ? (below.shift() ?? '') : (VERBS[asked.method] ?? '');
  return { kind: 'resource', group, version, ...named(below, { verb, query: asked.query }) };
}

function named(
  parts: readonly string[],
  { verb, query }: { readonly verb: string; readonly query: URLSearchParams },
): Omit<ResourceAttributes, 'kind' | 'group' | 'version'> {
  const namespace = parts[0] === 'namespaces' ? (parts[1] ?? '') : '';
  const isWithin = parts[0] === 'namespaces' && parts.length > 2 && !OF_NAMESPACES.includes(parts[2]);
  const [resource = '', name = '', below = ''] = isWithin ? parts.slice(2) : parts;
  const place = { namespace, resource, subresource: verb === 'proxy' ? '' : below };
  if (name !== '') return { ...place, name, verb };
  if (verb === 'delete') return { ...place, name, verb: 'deletecollection' };
  if (verb !== 'get') return { ...place, name, verb };
  return { ...place, name: selectedName(query), verb: asksToWatch(query) ? 'watch' : 'list' };
}

/** A collection of one is asked for as that one; where the options cannot be read nothing is selected. */
function selectedName(query: URLSearchParams): string {
  const terms = (query.get('fieldSelector') ?? '').split(',').filter(term => term !== '');
  const parsed = terms.map(term => /^([^=!]*)(!=|==?)([^=]*)$/.exec(term));
  if (terms.length === 0 || parsed.includes(null) || !isReadable(query)) return '';
  const found = parsed.find(term => term?.[1] === 'metadata.name' && term[2] !== '!=');
  const name = found?.[3] ?? '';
  return /[/%]|^\.\.?$/.test(name) ? '' : name;
}

function isReadable(query: URLSearchParams): boolean {
  if (['limit', 'timeoutSeconds'].some(option => !/^[+-]?\d+$/.test(query.get(option) ?? '0'))) return false;
  try {
    parseLabelSelector(query.get('labelSelector') ?? undefined);
    return true;
  } catch {
    // Whoever reads the selector says what is wrong with it.
    return false;
  }
}

/** A collection is followed unless the option says that it is not. */
export const asksToWatch = (query: URLSearchParams) => isFlag(query.get('watch'));
