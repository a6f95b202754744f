import { toPlacementKey, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { InputError } from '@backstage/errors';
import type { OverrideKind } from '../database/overrideStore';
import { CLUSTER_SCOPE } from './queryDeps';

/** Where an override is on its hub. */
export interface OverrideTarget {
  readonly kind: OverrideKind;
  readonly namespace?: string;
  readonly name: string;
  /** `name`, or `namespace/name`: its name in the timeline. */
  readonly key: string;
}

/** Of a draft, whose name makes no difference. */
export const UNNAMED = 'new';

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** @throws InputError for a scope that no namespace can have, and for a name that is none */
export function overrideTarget({ scope, name }: { scope: string; name: string }): OverrideTarget {
  if (name === '' || name.includes('/'))
    throw new InputError(`name "${name}" is not allowed: a name has no "/" and is not empty`);
  if (scope === CLUSTER_SCOPE) return { kind: 'ClusterResourceOverride', name, key: name };
  if (!NAMESPACE.test(scope))
    throw new InputError(
      `scope "${scope}" is no namespace: use a-z, 0-9 and "-", or "_" for a ClusterResourceOverride`,
    );
  const key = toPlacementKey({ namespace: scope, name });
  return { kind: 'ResourceOverride', namespace: scope, name, key };
}

export const targetOf = ({ metadata: { namespace = CLUSTER_SCOPE, name } }: KubeObject): OverrideTarget =>
  overrideTarget({ scope: namespace, name });
