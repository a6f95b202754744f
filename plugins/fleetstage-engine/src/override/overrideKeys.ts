import { kindOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Group, version, kind, namespace and name, as selectors of overrides name an object. */
export type OverrideKey = string;

/** What selectors may name to concern a placement (B/OV-031). */
export interface OverrideKeys {
  readonly ofClusters: ReadonlySet<OverrideKey>;
  readonly ofNamespaces: ReadonlySet<OverrideKey>;
}

interface Named {
  readonly group?: string;
  readonly version: string;
  readonly kind: string;
  readonly name?: string;
}

export const keyOfSelector = ({ group = '', version, kind, name = '' }: Named, namespace = ''): OverrideKey =>
  [group, version, kind, namespace, name].join('/');

const keyOfNamespace = (name: string) => keyOfSelector({ version: 'v1', kind: 'Namespace', name });

/** The keys of one object: that for ClusterResourceOverrides, and that for ResourceOverrides (B/OV-062, OV-063). */
export function keysOfObject(object: Named & { readonly namespace?: string }): {
  readonly ofCluster: OverrideKey;
  readonly ofNamespace?: OverrideKey;
} {
  const { namespace } = object;
  return namespace
    ? { ofCluster: keyOfNamespace(namespace), ofNamespace: keyOfSelector(object, namespace) }
    : { ofCluster: keyOfSelector(object) };
}

/** Of objects that a placement applies: what envelopes hold, and never the envelopes (B/OV-031). */
export function overrideKeysOf(objects: Iterable<Named & { readonly namespace?: string }>): OverrideKeys {
  const ofClusters = new Set<OverrideKey>();
  const ofNamespaces = new Set<OverrideKey>();
  for (const object of objects) {
    const keys = keysOfObject(object);
    ofClusters.add(keys.ofCluster);
    if (keys.ofNamespace !== undefined) ofNamespaces.add(keys.ofNamespace);
  }
  return { ofClusters, ofNamespaces };
}

export const nameOfObject = ({ apiVersion, kind, metadata }: KubeObject) => ({
  ...kindOf({ apiVersion: apiVersion ?? '', kind: kind ?? '' }),
  ...(metadata?.namespace && { namespace: String(metadata.namespace) }),
  name: String(metadata?.name ?? ''),
});
