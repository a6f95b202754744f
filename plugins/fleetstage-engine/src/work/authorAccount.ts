import { placementKindOf } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Placeholder of the namespace of a ResourcePlacement. */
export const NAMESPACE_FIELD = '{namespace}';

/**
 * As whom members shall judge what a placement writes: the account of its namespace, so that it has at most the rights that
 * the member gives to this account. A cluster-scoped placement has no namespace and is written as Fleetstage itself.
 *
 *   system:serviceaccount:{namespace}:fleetstage, shop/web → system:serviceaccount:shop:fleetstage
 */
export function authorAccountOf(template: string | undefined, placement: string): string | undefined {
  if (template === undefined || placementKindOf(placement) !== 'ResourcePlacement') return undefined;
  const [namespace] = placement.split('/');
  return template.replaceAll(NAMESPACE_FIELD, namespace);
}
