import type { KubeObject, ResourceType } from '../contracts';
import { storageVersionOf } from '../schema/crd';

/** What the server itself does to some kinds, beyond their schema. */
interface Strategy {
  readonly create?: (object: KubeObject) => KubeObject;
  readonly update?: (next: KubeObject, live: KubeObject) => KubeObject;
  /** A client may set the status of a new object. */
  readonly keepsNewStatus?: boolean;
}

const finalizersOf = ({ spec }: KubeObject) =>
  (spec as { readonly finalizers?: readonly string[] } | undefined)?.finalizers ?? [];

const NAMESPACE: Strategy = {
  create: object => ({
    ...object,
    spec: { finalizers: [...new Set([...finalizersOf(object), 'kubernetes'])] },
    status: { phase: 'Active' },
  }),
  update: (next, live) => ({ ...next, spec: live.spec }),
};

const GATED = {
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
};

const POD: Strategy = {
  create(object) {
    const { schedulingGates = [] } = (object.spec ?? {}) as { readonly schedulingGates?: readonly object[] };
    if (schedulingGates.length === 0) return object;
    const gated = { ...GATED, lastTransitionTime: object.metadata.creationTimestamp };
    return { ...object, status: { ...(object.status as object), conditions: [gated] } };
  },
};

const DEFINITION: Strategy = {
  create: object => ({
    ...object,
    status: {
      acceptedNames: { kind: '', plural: '' },
      conditions: null,
      storedVersions: [storageVersionOf(object)].filter(version => version !== undefined),
    },
  }),
  update: (next, live) => {
    const storageVersion = storageVersionOf(next);
    const status = (live.status ?? {}) as { storedVersions?: readonly string[] };
    const stored = status.storedVersions ?? [];
    if (storageVersion === undefined || stored.includes(storageVersion)) return next;
    return { ...next, status: { ...status, storedVersions: [...stored, storageVersion] } };
  },
};

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  '/namespaces': NAMESPACE,
  '/pods': POD,
  '/nodes': { keepsNewStatus: true },
  'apiextensions.k8s.io/customresourcedefinitions': DEFINITION,
};

export const strategyOf = ({ group, plural }: ResourceType): Strategy =>
  STRATEGIES[`${group}/${plural}`] ?? {};
