import { createHash } from 'node:crypto';
import { ApiError, type ResourceType } from '../contracts';
import { builtinSubresource } from '../schema/builtin';
import { compareVersions } from '../schema/versionOrder';
import { serverVersion } from './serverVersion';

interface Discovered {
  readonly body: unknown;
  readonly contentType: string;
  /** Of what clients keep, and ask for again only when it changes. */
  readonly etag?: string;
}

interface Version {
  readonly version: string;
  readonly types: readonly ResourceType[];
}

interface Group {
  readonly name: string;
  /** In order of preference. */
  readonly versions: readonly Version[];
}

interface Subresource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  /** Where it is of another group than its resource. */
  readonly group?: string;
  readonly version?: string;
}

const JSON_TYPE = 'application/json';

const known = new WeakMap<readonly ResourceType[], readonly Group[]>();

/** Clusters that serve the same kinds share one list of types, and with it their groups. */
function groupsOf(types: readonly ResourceType[]): readonly Group[] {
  let groups = known.get(types);
  if (!groups) {
    groups = toGroups(types);
    known.set(types, groups);
  }
  return groups;
}

function toGroups(types: readonly ResourceType[]): readonly Group[] {
  const groups = new Map<string, Map<string, ResourceType[]>>();
  for (const type of types) {
    const versions = groups.get(type.group) ?? new Map<string, ResourceType[]>();
    groups.set(type.group, versions);
    versions.set(type.version, [...(versions.get(type.version) ?? []), type]);
  }
  return [...groups].map(([name, versions]) => ({
    name,
    versions: [...versions]
      .map(([version, list]) => ({ version, types: list }))
      .sort((a, b) => compareVersions(a.version, b.version)),
  }));
}

const groupVersion = (group: string, version: string) => (group === '' ? version : `${group}/${version}`);

function subresourceOf(type: ResourceType, name: string): Subresource {
  const builtin = type.isCustom ? undefined : builtinSubresource(type, name);
  if (builtin) return builtin;
  const verbs = ['get', 'patch', 'update'];
  if (name === 'scale') return { name, kind: 'Scale', group: 'autoscaling', version: 'v1', verbs };
  return { name, kind: type.kind, verbs };
}

const subresourcesOf = (type: ResourceType): readonly Subresource[] =>
  type.subresources.map(name => subresourceOf(type, name));

const isElsewhere = (type: ResourceType, { group, version }: Subresource) =>
  version !== undefined && (version !== type.version || (group ?? '') !== type.group);

/** Group and version in which a real server stores these, where that is not the one served. */
const STORED_AS: Readonly<Record<string, string>> = {
  'events.k8s.io/events': '/v1',
  'apiextensions.k8s.io/customresourcedefinitions': 'apiextensions.k8s.io/v1beta1',
  'admissionregistration.k8s.io/mutatingadmissionpolicies': 'admissionregistration.k8s.io/v1beta1',
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': 'admissionregistration.k8s.io/v1beta1',
};

/** It shows clients that the version changes in which objects are stored. */
function storageHash({ group, plural, kind, version, storageVersion }: ResourceType): string {
  const stored = STORED_AS[`${group}/${plural}`] ?? `${group}/${storageVersion ?? version}`;
  return createHash('sha256').update(`${stored}/${kind}`).digest().subarray(0, 8).toString('base64');
}

function toResource(type: ResourceType): readonly object[] {
  const { plural, singular, isNamespaced, kind, verbs, shortNames, categories } = type;
  const resource = {
    name: plural,
    singularName: singular,
    namespaced: isNamespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    storageVersionHash: storageHash(type),
  };
  const subresources = subresourcesOf(type).map(sub => ({
    name: `${plural}/${sub.name}`,
    singularName: '',
    namespaced: isNamespaced,
    ...(isElsewhere(type, sub) ? { group: sub.group, version: sub.version } : {}),
    kind: sub.kind,
    verbs: sub.verbs,
  }));
  return [resource, ...subresources];
}

function toApiGroup({ name, versions }: Group) {
  const list = versions.map(({ version }) => ({ groupVersion: groupVersion(name, version), version }));
  return { name, versions: list, preferredVersion: list[0] };
}

/** The oldest of these lists names no version. */
const toResourceList = (group: string, { version, types }: Version) => ({
  kind: 'APIResourceList',
  ...(group === '' ? {} : { apiVersion: 'v1' }),
  groupVersion: groupVersion(group, version),
  resources: types.flatMap(toResource),
});

/** Built-in kinds are listed without group and version, as by a real server. */
const responseKind = (type: ResourceType, kind: string) =>
  type.isCustom ? { group: type.group, version: type.version, kind } : { group: '', version: '', kind };

function toAggregated(type: ResourceType): object {
  const subresources = subresourcesOf(type).map(sub => ({
    subresource: sub.name,
    responseKind: isElsewhere(type, sub)
      ? { group: sub.group ?? '', version: sub.version, kind: sub.kind }
      : responseKind(type, sub.kind),
    verbs: sub.verbs,
  }));
  return {
    resource: type.plural,
    responseKind: responseKind(type, type.kind),
    scope: type.isNamespaced ? 'Namespaced' : 'Cluster',
    singularResource: type.singular,
    verbs: type.verbs,
    ...(type.shortNames.length > 0 ? { shortNames: type.shortNames } : {}),
    ...(type.categories.length > 0 ? { categories: type.categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}

function aggregate(groups: readonly Group[]): Discovered {
  const items = groups.map(({ name, versions }) => ({
    metadata: name === '' ? {} : { name },
    versions: versions.map(({ version: served, types }) => ({
      version: served,
      resources: types.map(toAggregated),
      freshness: 'Current',
    })),
  }));
  return {
    body: {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      items,
    },
    contentType: `${JSON_TYPE};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`,
  };
}

const ACCEPTED =
  'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf';

const isAggregated = (clause: string) =>
  clause.includes('apidiscovery.k8s.io') && /;\s*v=v2\s*(;|$)/.test(clause);

/** @throws ApiError 406 for a form of discovery that is no longer served */
function wantsAggregated(accept: string): boolean {
  const clauses = accept.split(',');
  if (clauses.some(isAggregated)) return true;
  const isOther = (clause: string) => clause.includes('apidiscovery.k8s.io');
  if (accept !== '' && clauses.every(isOther)) throw new ApiError(406, 'NotAcceptable', ACCEPTED);
  return false;
}

const aggregates = new WeakMap<readonly ResourceType[], Map<string, Discovered>>();

/** Clusters that serve the same kinds share it. */
function aggregated(root: 'api' | 'apis', types: readonly ResourceType[]): Discovered {
  const made = aggregates.get(types) ?? new Map<string, Discovered>();
  aggregates.set(types, made);
  let found = made.get(root);
  if (!found) {
    const document = aggregate(groupsUnder(root, types));
    const hash = createHash('sha512').update(JSON.stringify(document.body)).digest('hex').toUpperCase();
    found = { ...document, etag: `"${hash}"` };
    made.set(root, found);
  }
  return found;
}

const groupsUnder = (root: 'api' | 'apis', types: readonly ResourceType[]) =>
  groupsOf(types).filter(({ name }) => (name === '') === (root === 'api'));

function discoverAll(root: 'api' | 'apis', accept: string, types: readonly ResourceType[]): Discovered {
  const groups = groupsUnder(root, types);
  if (wantsAggregated(accept)) return aggregated(root, types);
  const body =
    root === 'api'
      ? {
          kind: 'APIVersions',
          versions: groups.flatMap(group => group.versions.map(({ version: v }) => v)),
          serverAddressByClientCIDRs: [],
        }
      : { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(toApiGroup) };
  return { body, contentType: JSON_TYPE };
}

/**
 * What kinds there are, for the paths `/api`, `/apis`, `/api/v1`, `/apis/<group>` and `/apis/<group>/<version>`, and
 * `/version`; `undefined` for any other path and for what is not served. `/api` and `/apis` list everything at once to
 * clients that accept it.
 */
export function discover(
  path: string,
  accept: string,
  types: readonly ResourceType[],
): Discovered | undefined {
  const [root, first, second, ...rest] = path.split('/').filter(Boolean);
  if (rest.length > 0) return undefined;
  if (root === 'version' && first === undefined) return { body: serverVersion(), contentType: JSON_TYPE };
  if (root !== 'api' && root !== 'apis') return undefined;
  if (first === undefined) return discoverAll(root, accept, types);
  const [groupName, versionName] = root === 'api' ? ['', first] : [first, second];
  if (root === 'api' && second !== undefined) return undefined;
  if (root === 'apis' && groupName === '') return undefined;
  const group = groupsOf(types).find(({ name }) => name === groupName);
  if (!group) return undefined;
  if (versionName === undefined)
    return { body: { kind: 'APIGroup', apiVersion: 'v1', ...toApiGroup(group) }, contentType: JSON_TYPE };
  const version = group.versions.find(served => served.version === versionName);
  return version && { body: toResourceList(groupName, version), contentType: JSON_TYPE };
}
