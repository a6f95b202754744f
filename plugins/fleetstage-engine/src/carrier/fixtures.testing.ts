import {
  annotationKeys,
  type Condition,
  type KubeObject,
  type ManifestCondition,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { renderWork } from '../work/renderWork';
import { worksOf, type CarriedBinding } from './worksOf';

export const configMap = (name: string, data: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'web' },
  data,
});

export const envelope = (name: string, ...held: readonly KubeObject[]): KubeObject => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name, namespace: 'web' },
  data: Object.fromEntries(held.map(object => [`${object.metadata.name}.yaml`, object])),
});

export const carried = (
  manifests: readonly KubeObject[],
  patch: Partial<CarriedBinding> = {},
): CarriedBinding => {
  const { placement = 'web', rules = {} } = patch;
  return {
    placement,
    cluster: 'c1',
    binding: 'web-c1-3f2a9c01',
    revision: 'aaaa-1',
    resourceIndex: 3,
    applyStrategy: {},
    manifests,
    rendered: renderWork(placement, manifests, { rules }),
    rules,
    ...patch,
  };
};

/** The first Work of a binding that holds these objects, as the hub would have it. */
export const liveWork = (manifests: readonly KubeObject[], patch: Partial<CarriedBinding> = {}): Work =>
  toLive(worksOf(carried(manifests, patch))[0].work);

export const toLive = (work: Work, metadata: Partial<Work['metadata']> = {}): Work => ({
  ...work,
  metadata: { ...work.metadata, uid: 'u1', generation: 2, resourceVersion: '7', ...metadata },
});

export const said = (
  type: string,
  status: Condition['status'],
  reason: string,
  observedGeneration = 2,
): Condition => ({
  type,
  status,
  reason,
  observedGeneration,
  message: `${reason} it is`,
  lastTransitionTime: '2026-01-02T03:04:05Z',
});

/** A Work of revision `aaaa-1` and generation 2 that says this. */
export const reporting = (
  name: string,
  conditions: readonly Condition[],
  manifestConditions: readonly ManifestCondition[] = [],
): { readonly name: string; readonly live: Work } => ({
  name,
  live: {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'Work',
    metadata: { name, generation: 2, annotations: { [annotationKeys.revision]: 'aaaa-1' } },
    status: { conditions, manifestConditions },
  },
});

export const about = (
  name: string,
  conditions: readonly Condition[],
  more: Partial<ManifestCondition> = {},
): ManifestCondition => ({
  identifier: {
    ordinal: 0,
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    resource: 'deployments',
    namespace: 'web',
    name,
  },
  conditions,
  ...more,
});
