import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { clusterNames } from './clusterNames';
import { stamp } from './hub';

const deployment = { kind: 'Deployment', namespace: 'checkout', name: 'web' } as const;

const variant = (
  clusters: readonly string[],
  more: Partial<Schemas['PreviewVariant']> = {},
): Schemas['PreviewVariant'] => ({
  ...{ clusters: [...clusters], clusterCount: clusters.length, overrides: [], changes: [] },
  ...{ changeCount: 0, objectCount: 11 },
  ...more,
});

const production: Schemas['PreviewOverride'] = {
  kind: 'ClusterResourceOverride',
  name: 'production-labels',
  snapshot: 'production-labels-3',
  rules: [1],
};
const replicas: Schemas['PreviewOverride'] = {
  kind: 'ResourceOverride',
  namespace: 'checkout',
  name: 'replicas',
  snapshot: 'replicas-7',
  rules: [1, 2],
};

const ALL = clusterNames('prd', 48);

/** 36 clusters the same, 9 of production, 2 of Asia; on one the override does not apply. */
export const placementPreview: Schemas['PlacementPreview'] = {
  ...stamp,
  snapshot: '15',
  clusterCount: 48,
  variantCount: 4,
  sameCount: 36,
  byOverrideCount: [
    { overrides: 0, clusters: 36 },
    { overrides: 1, clusters: 10 },
    { overrides: 2, clusters: 2 },
  ],
  refused: [],
  variants: [
    variant(ALL.slice(0, 36)),
    variant(ALL.slice(36, 45), {
      overrides: [production],
      changeCount: 1,
      changes: [
        {
          ...deployment,
          change: 'changed',
          fields: [
            { path: 'metadata.labels.environment', after: 'production' },
            {
              path: 'spec.template.spec.containers[web].image',
              before: 'checkout:2.13.9',
              after: 'eu/checkout:2.13.9',
            },
          ],
        },
      ],
    }),
    variant(ALL.slice(45, 47), {
      overrides: [production, replicas],
      changeCount: 1,
      changes: [
        {
          ...deployment,
          change: 'changed',
          fields: [
            { path: 'metadata.labels.environment', after: 'production' },
            { path: 'spec.replicas', before: '3', after: '9' },
          ],
        },
      ],
    }),
    variant(ALL.slice(47), {
      overrides: [replicas],
      problem:
        'Deployment checkout/web: rule 2 of ResourceOverride checkout/replicas, remove /spec/paused: there is no field "paused"',
    }),
  ],
};

/** Somebody has scaled it on the cluster. */
export const previewDiff = (cluster: string): Schemas['PreviewDiff'] => ({
  ...stamp,
  cluster,
  snapshot: '15',
  counts: { added: 0, changed: 1, deleted: 0, unchanged: 10 },
  objects: [
    { ...deployment, change: 'changed', fields: [{ path: 'spec.replicas', before: '7', after: '3' }] },
  ],
  problems: [],
  kept: [],
  isCut: false,
});
