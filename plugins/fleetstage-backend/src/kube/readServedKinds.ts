import type { GroupVersionKind, KubeClient } from '@fleetstage/kube-client';

/** One kind in one version, as a cluster serves it. */
export interface ServedKind extends GroupVersionKind {
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly isListable: boolean;
  readonly isWatchable: boolean;
  /** The version of this kind that the cluster prefers. */
  readonly isPreferred: boolean;
}

const AGGREGATED =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,' +
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';

interface AggregatedList {
  readonly kind?: string;
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    /** The preferred version first. */
    readonly versions?: readonly {
      readonly version: string;
      readonly resources?: readonly AggregatedResource[];
    }[];
  }[];
}
interface AggregatedResource {
  readonly resource: string;
  readonly responseKind?: { readonly kind: string; readonly group?: string; readonly version?: string };
  readonly scope: 'Namespaced' | 'Cluster';
  readonly verbs?: readonly string[];
}
interface GroupList {
  readonly groups?: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
    readonly preferredVersion?: { readonly version: string };
  }[];
}
interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs?: readonly string[];
  }[];
}

/** Every kind that the cluster serves, subresources left out: two requests, or one per group where it is an old one. */
export async function readServedKinds(client: KubeClient): Promise<ServedKind[]> {
  const [core, named] = await Promise.all(
    ['/api', '/apis'].map(path => readJson<AggregatedList>(client, path)),
  );
  if (core.kind === 'APIGroupDiscoveryList' && named.kind === 'APIGroupDiscoveryList') {
    return markPreferred([core, named].flatMap(fromAggregated));
  }
  return markPreferred(await readGroupByGroup(client));
}

function fromAggregated({ items = [] }: AggregatedList): ServedKind[] {
  return items.flatMap(({ metadata, versions = [] }) =>
    versions.flatMap(({ version, resources = [] }) =>
      resources.flatMap(({ resource, responseKind, scope, verbs = [] }) =>
        responseKind === undefined
          ? []
          : toServed(
              { group: metadata?.name ?? '', version, kind: responseKind.kind },
              { plural: resource, isNamespaced: scope === 'Namespaced', verbs },
            ),
      ),
    ),
  );
}

async function readGroupByGroup(client: KubeClient): Promise<ServedKind[]> {
  const { groups = [] } = await readJson<GroupList>(client, '/apis');
  const versions = groups.flatMap(({ name, versions: all, preferredVersion }) =>
    [...all]
      .sort(
        (a, b) =>
          Number(b.version === preferredVersion?.version) - Number(a.version === preferredVersion?.version),
      )
      .map(({ version }) => ({ group: name, version, path: `/apis/${name}/${version}` })),
  );
  const read = [{ group: '', version: 'v1', path: '/api/v1' }, ...versions].map(
    async ({ group, version, path }) => {
      const { resources = [] } = await readJson<ResourceList>(client, path);
      return resources.flatMap(({ name, kind, namespaced, verbs = [] }) =>
        toServed({ group, version, kind }, { plural: name, isNamespaced: namespaced, verbs }),
      );
    },
  );
  return (await Promise.all(read)).flat();
}

function toServed(
  gvk: GroupVersionKind,
  { plural, isNamespaced, verbs }: { plural: string; isNamespaced: boolean; verbs: readonly string[] },
): ServedKind[] {
  if (plural.includes('/')) return [];
  const isListable = verbs.includes('list');
  return [
    { ...gvk, plural, isNamespaced, isListable, isWatchable: verbs.includes('watch'), isPreferred: false },
  ];
}

/** The first version that serves a kind of a group is the preferred one: groups come with their preference first. */
function markPreferred(kinds: readonly ServedKind[]): ServedKind[] {
  const seen = new Set<string>();
  return kinds.map(served => {
    const text = `${served.group}/${served.kind}`;
    const isPreferred = !seen.has(text);
    seen.add(text);
    return { ...served, isPreferred };
  });
}

async function readJson<T>(client: KubeClient, path: string): Promise<T> {
  return JSON.parse((await client.raw(path, { accept: AGGREGATED, maxBytes: client.limits.discovery })).body);
}
