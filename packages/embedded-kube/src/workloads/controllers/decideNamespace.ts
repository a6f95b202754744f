import type { KubeObject } from '../../contracts';
import { nothing, type Controller, type Write } from '../decision';
import { isLeaving } from '../objects';

const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Every namespace has an account that pods run as, and the authority that they know the API server by. */
export const decideNamespace =
  (caPem: string): Controller =>
  (object, view) => {
    if (isLeaving(object)) return nothing;
    const { name: namespace } = object.metadata;
    const wanted: readonly KubeObject[] = [
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: 'kube-root-ca.crt',
          namespace,
          annotations: { 'kubernetes.io/description': DESCRIPTION },
        },
        data: { 'ca.crt': caPem },
      },
    ];
    return {
      writes: wanted
        .filter(({ kind, metadata }) => view.find(kind, namespace, metadata.name) === undefined)
        .map((each): Write => ({ kind: 'create', object: each })),
    };
  };
