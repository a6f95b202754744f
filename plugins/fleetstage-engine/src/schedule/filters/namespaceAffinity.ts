import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { pass, refuse } from '../../decision';
import type { OwnFilterPlugin } from '../plugin';

/** Whether a namespace is on a member, or why that is not known (A/SCH-057…060). */
export type NamespaceState = 'notCollected' | 'unknown' | 'missing' | 'present';

/** The namespace of a ResourcePlacement must be there: what it places cannot live without it (A/SCH-056…060). */
export const namespaceAffinity: OwnFilterPlugin = {
  name: 'NamespaceAffinity',
  prepare: ({ namespace }) =>
    ok(cluster => {
      if (namespace === undefined) return pass;
      const state = namespaceState(cluster, namespace);
      if (state === 'unknown') {
        return refuse('NamespaceMissing', 'cluster has no namespace information available');
      }
      if (state === 'missing') {
        return refuse('NamespaceMissing', 'target namespace does not exist on cluster');
      }
      return pass;
    }),
  findObstacle: (cluster, { namespace }) => {
    if (namespace === undefined) return undefined;
    const state = namespaceState(cluster, namespace);
    if (state === 'present' || state === 'notCollected') return undefined;
    return { ways: [[{ kind: 'createNamespace', namespace }]] };
  },
  explain: ({ namespace }, cluster) =>
    namespace === undefined
      ? undefined
      : { seen: SEEN[namespaceState(cluster, namespace)], wanted: `namespace "${namespace}" exists` },
};

const SEEN: Readonly<Record<NamespaceState, string>> = {
  notCollected: 'the namespaces of the member are not collected, which is taken as good',
  unknown: 'the namespaces of the member are not known yet',
  missing: 'no such namespace',
  present: 'the namespace is there',
};

export function namespaceState(
  { namespaces, collectsNamespaces }: ClusterFacts,
  namespace: string,
): NamespaceState {
  if (!collectsNamespaces) return 'notCollected';
  if (namespaces === undefined) return 'unknown';
  return Object.hasOwn(namespaces, namespace) ? 'present' : 'missing';
}
