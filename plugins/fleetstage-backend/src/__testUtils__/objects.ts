import {
  apiVersionOf,
  finalizerKeys,
  type KindName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

interface ObjectPatch {
  readonly metadata?: Partial<KubeObject['metadata']>;
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** An object as the hub sends it; `resourceVersion` 1, created at noon. */
export const anObject = (
  kind: KindName,
  name: string,
  { metadata, ...rest }: ObjectPatch = {},
): KubeObject => ({
  apiVersion: apiVersionOf(kind),
  kind,
  metadata: {
    name,
    uid: `uid-${name}`,
    generation: 1,
    resourceVersion: '1',
    creationTimestamp: '2026-11-21T12:00:00Z',
    ...metadata,
  },
  ...rest,
});

export const aMemberObject = (name: string, labels: Record<string, string> = {}) =>
  anObject('MemberCluster', name, {
    metadata: { labels },
    spec: { identity: { kind: 'User', name: 'fleetstage' } },
  });

/** PickAll, finalizers in place. */
export const aPlacementObject = (
  name: string,
  spec: Record<string, unknown> = {},
  metadata: ObjectPatch['metadata'] = {},
) =>
  anObject('ClusterResourcePlacement', name, {
    metadata: { finalizers: [finalizerKeys.placement, finalizerKeys.scheduler], ...metadata },
    spec: {
      resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }],
      policy: { placementType: 'PickAll' },
      strategy: {
        type: 'RollingUpdate',
        applyStrategy: {
          type: 'ClientSideApply',
          whenToApply: 'Always',
          comparisonOption: 'PartialComparison',
        },
      },
      revisionHistoryLimit: 10,
      ...spec,
    },
  });

/** The same in a namespace, selecting a ConfigMap there; its uid is new for each namespace. */
export function aNamespacedPlacement(
  namespace: string,
  name: string,
  spec: Record<string, unknown> = {},
  metadata: ObjectPatch['metadata'] = {},
): KubeObject {
  const resourceSelectors = [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }];
  const uid = `uid-${namespace}-${name}`;
  const placement = aPlacementObject(name, { resourceSelectors, ...spec }, { namespace, uid, ...metadata });
  return { ...placement, kind: 'ResourcePlacement' };
}

/** Of the namespace `web`, with one rule for the clusters of canary. */
export const anOverrideObject = (name: string, spec: object = {}) =>
  anObject('ClusterResourceOverride', name, {
    spec: {
      clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }],
      policy: {
        overrideRules: [
          {
            clusterSelector: {
              clusterSelectorTerms: [{ labelSelector: { matchLabels: { stage: 'canary' } } }],
            },
            jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { ring: 'canary' } }],
          },
        ],
      },
      ...spec,
    },
  });

export const aStrategyObject = (name: string, stages: readonly unknown[]) =>
  anObject('ClusterStagedUpdateStrategy', name, { spec: { stages } });

export const aRunObject = (
  name: string,
  spec: Record<string, unknown> = {},
  metadata: ObjectPatch['metadata'] = {},
) =>
  anObject('ClusterStagedUpdateRun', name, {
    metadata: { finalizers: [finalizerKeys.updateRun], ...metadata },
    spec: { placementName: 'web', stagedRolloutStrategyName: 'strategy', state: 'Run', ...spec },
  });

export const anApprovalObject = (name: string, run: string, stage: string, status?: unknown) =>
  anObject('ClusterApprovalRequest', name, {
    metadata: { uid: `uid-${name}` },
    spec: { parentStageRollout: run, targetStage: stage },
    ...(status !== undefined && { status }),
  });

/** Of placement `web` from `c1`, unless `spec` says otherwise. */
export const anEvictionObject = (
  name: string,
  spec: Record<string, unknown> = {},
  { metadata, status }: Pick<ObjectPatch, 'metadata' | 'status'> = {},
) =>
  anObject('ClusterResourcePlacementEviction', name, {
    ...(metadata && { metadata }),
    spec: { placementName: 'web', clusterName: 'c1', ...spec },
    ...(status !== undefined && { status }),
  });

/** Of placement `web`. */
export const aBudgetObject = (spec: Record<string, unknown>) =>
  anObject('ClusterResourcePlacementDisruptionBudget', 'web', { spec });
