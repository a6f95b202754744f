import {
  placementKindOf,
  toPlacementKey,
  type PlacementKind,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { InputError } from '@backstage/errors';
import { CLUSTER_SCOPE } from '../queryDeps';

/** Where a placement is on its hub. */
export interface PlacementTarget {
  readonly kind: PlacementKind;
  readonly namespace?: string;
  readonly name: string;
  /** `name`, or `namespace/name`. */
  readonly key: string;
}

/** Of a placement that is only being written, where its name makes no difference. */
export const UNNAMED = 'new';

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/**
 * The key of an object of any kind that is in a namespace or, with scope `_`, in none: `name` or `namespace/name`.
 *
 * @throws InputError as `placementTarget` does
 */
export const keyAt = (address: { readonly scope: string; readonly name: string }): string =>
  placementTarget(address).key;

/** @throws InputError for a scope that no namespace can have, and for a name that is none */
export function placementTarget({ scope, name }: { scope: string; name: string }): PlacementTarget {
  if (name === '' || name.includes('/'))
    throw new InputError(`name "${name}" is not allowed: a name has no "/" and is not empty`);
  if (scope === CLUSTER_SCOPE) return { kind: placementKindOf(name), name, key: name };
  if (!NAMESPACE.test(scope))
    throw new InputError(
      `scope "${scope}" is no namespace: use a-z, 0-9 and "-", or "_" for what is cluster-wide`,
    );
  const key = toPlacementKey({ namespace: scope, name });
  return { kind: placementKindOf(key), namespace: scope, name, key };
}
