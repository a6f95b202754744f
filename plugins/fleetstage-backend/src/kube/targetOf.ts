import { kinds, parsePlacementKey, type KindName } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ApiResource } from '@fleetstage/kube-client';

/** Where a kind of the fleet's API is read and written, in the version that is stored. */
export function targetOf(kind: KindName): ApiResource {
  const { group, storageVersion: version, plural, scope } = kinds[kind];
  return { group, version, kind, plural, namespaced: scope === 'Namespaced' };
}

/** How a client names the object that rows call `name` or `namespace/name`. */
export function clientName(key: string): { readonly namespace?: string; readonly name: string } {
  const parsed = parsePlacementKey(key);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
