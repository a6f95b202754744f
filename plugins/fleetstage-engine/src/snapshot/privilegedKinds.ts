import {
  kindOf,
  type GroupVersionKind,
  type KubeObject,
  type ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { matchesKind, type SelectionRules } from './kindRules';

/**
 * Objects of these groups change who may do what on a cluster, or what its API server admits and serves. Fleetstage
 * writes with rights that few authors of a placement have, so they are placed only where the configuration says so
 * (decision 0026).
 */
export const PRIVILEGED_GROUPS: readonly string[] = [
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'rbac.authorization.k8s.io',
];

/** Not to be placed for what its kind can do; a list of allowed kinds has decided already. */
export const isPrivilegedKind = (
  target: GroupVersionKind,
  { allowedKinds, privilegedKinds = [] }: Pick<SelectionRules, 'allowedKinds' | 'privilegedKinds'>,
) =>
  allowedKinds === undefined &&
  PRIVILEGED_GROUPS.includes(target.group) &&
  !privilegedKinds.some(pattern => matchesKind(pattern, target));

/** Ends a sentence. */
export const PRIVILEGED_ADVICE =
  'name its kind in fleetstage.capture.privilegedKinds, best with the policy fleetstage-selectable-kinds on the hub';

export const isPrivilegedObject = (object: KubeObject, rules: SelectionRules) =>
  isPrivilegedKind(kindOf(object), rules);

/**
 * Leaves privileged objects out, but for those that the latest snapshot holds: an upgrade, or a setting that was taken
 * away, must not take roles off the members.
 */
export function judgePrivileges({
  held = [],
  ...rules
}: SelectionRules & { readonly held?: readonly ResourceIdentifier[] }) {
  const keys = new Set(held.map(keyOfIdentity));
  return {
    exclusionOf: (object: KubeObject): 'PrivilegedKind' | undefined => {
      const { namespace, name } = object.metadata;
      const isHeld = keys.has(keyOfIdentity({ ...kindOf(object), namespace, name }));
      return isPrivilegedObject(object, rules) && !isHeld ? 'PrivilegedKind' : undefined;
    },
  };
}

const keyOfIdentity = ({ group = '', kind, namespace = '', name }: Omit<ResourceIdentifier, 'version'>) =>
  [group, kind, namespace, name].join('/');
