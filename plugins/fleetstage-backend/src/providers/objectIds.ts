import type { ProvidedCluster } from '@fleetstage/backstage-plugin-fleetstage-node';
import { objectKey, type KubeMetadata } from '@fleetstage/kube-client';

export interface ClusterName {
  readonly namespace: string;
  readonly name: string;
}

/** A cluster that an object stands for; its id is `namespace/name`. */
export const toProvided = ({ name, namespace, labels = {} }: KubeMetadata): ProvidedCluster => ({
  id: objectKey({ namespace, name }),
  name,
  labels,
});

/** The object of an id; `undefined`: it is no id of ours. */
export function parseId(id: string): ClusterName | undefined {
  const [namespace, name, ...more] = id.split('/');
  return namespace && name && more.length === 0 ? { namespace, name } : undefined;
}
