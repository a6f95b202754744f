import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { pass, refuse } from '../../decision';
import type { OwnFilterPlugin } from '../plugin';

/** Whether a namespace is on a member, or why that is not known (A/SCH-057…060). */
export type NamespaceStanding = 'notCollected' | 'unknown' | 'missing' | 'present';

/** The namespace of a ResourcePlacement must be there: what it places cannot live without it (A/SCH-056…060). */
export const namespaceAffinity: OwnFilterPlugin = {
  name: 'NamespaceAffinity',
  prepare: ({ namespace }) =>
    ok(cluster => {
      if (namespace === undefined) return pass;
      const standing = namespaceStanding(cluster, namespace);
      if (standing === 'unknown') {
        return refuse('NamespaceMissing', 'cluster has no namespace information available');
      }
      if (standing === 'missing') {
        return refuse('NamespaceMissing', 'target namespace does not exist on cluster');
      }
      return pass;
    }),
  findObstacle: (cluster, { namespace }) => {
    if (namespace === undefined) return undefined;
    const standing = namespaceStanding(cluster, namespace);
    if (standing === 'present' || standing === 'notCollected') return undefined;
    return { ways: [[{ kind: 'createNamespace', namespace }]] };
  },
  explain: ({ namespace }, cluster) =>
    namespace === undefined
      ? undefined
      : { seen: SEEN[namespaceStanding(cluster, namespace)], wanted: `namespace "${namespace}" exists` },
};

const SEEN: Readonly<Record<NamespaceStanding, string>> = {
  notCollected: 'the member does not tell its namespaces, which is taken as good',
  unknown: 'the namespaces of the member are not known yet',
  missing: 'no such namespace',
  present: 'the namespace is there',
};

export function namespaceStanding(
  { namespaces, collectsNamespaces }: ClusterFacts,
  namespace: string,
): NamespaceStanding {
  if (!collectsNamespaces) return 'notCollected';
  if (namespaces === undefined) return 'unknown';
  return Object.hasOwn(namespaces, namespace) ? 'present' : 'missing';
}
