import type { KubeObject, ResourceType } from '../contracts';
import { compileCrd } from '../schema/crd';

/** What the server itself does to some kinds, beyond their schema. */
interface Strategy {
  readonly create?: (object: KubeObject) => KubeObject;
  readonly update?: (next: KubeObject, live: KubeObject) => KubeObject;
  /** A client may set the status of a new object. */
  readonly keepsNewStatus?: boolean;
}

const NAMESPACE: Strategy = {
  create: object => ({
    ...object,
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }),
  update: (next, live) => ({
    ...next,
    spec: live.spec,
    status: live.status,
  }),
};

const DEFINITION: Strategy = {
  create: object => ({
    ...object,
    status: {
      acceptedNames: { kind: '', plural: '' },
      conditions: null,
      storedVersions: [compileCrd(object).storageVersion],
    },
  }),
  update: (next, live) => {
    const { storageVersion } = compileCrd(next);
    const status = (live.status ?? {}) as { storedVersions?: readonly string[] };
    const stored = status.storedVersions ?? [];
    if (stored.includes(storageVersion)) return next;
    return { ...next, status: { ...status, storedVersions: [...stored, storageVersion] } };
  },
};

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  '/namespaces': NAMESPACE,
  '/nodes': { keepsNewStatus: true },
  'apiextensions.k8s.io/customresourcedefinitions': DEFINITION,
};

export const strategyOf = ({ group, plural }: ResourceType): Strategy =>
  STRATEGIES[`${group}/${plural}`] ?? {};
