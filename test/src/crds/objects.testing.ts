const GROUP = 'placement.kubernetes-fleet.io';
export const object = (kind: string, name: string, spec: object, version = 'v1beta1', group = GROUP) => ({
  apiVersion: `${group}/${version}`,
  kind,
  metadata: { name },
  spec,
});

export const namespaceTerm = (patch: object = {}) => ({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  name: 'web',
  ...patch,
});
export const placement = (spec: object, version?: string) =>
  object('ClusterResourcePlacement', 'web', { resourceSelectors: [namespaceTerm()], ...spec }, version);
export const policy = (patch: object, version?: string) => placement({ policy: patch }, version);
export const selectors = (...terms: object[]) => placement({ resourceSelectors: terms });
export const rolling = (rollingUpdate: object) =>
  placement({ strategy: { type: 'RollingUpdate', rollingUpdate } });
export const required = (...clusterSelectorTerms: object[]) => ({
  clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } },
});
export const preferred = (preference: object, weight = 10) => ({
  clusterAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight, preference }] },
});
export const properties = (...matchExpressions: object[]) =>
  required({ propertySelector: { matchExpressions } });
export const nodes = (operator: string, ...values: string[]) => ({
  name: 'kubernetes-fleet.io/node-count',
  operator,
  values,
});
export const withAffinity = (affinity: object) => policy({ placementType: 'PickAll', affinity });

export const strategy = (stages: object[], version?: string) =>
  object('ClusterStagedUpdateStrategy', 'stages', { stages }, version);
export const stage = (patch: object = {}, version?: string) =>
  strategy([{ name: 'canary', ...patch }], version);
export const after = (...afterStageTasks: object[]) => stage({ afterStageTasks });
export const before = (...beforeStageTasks: object[]) => stage({ beforeStageTasks });

export const run = (spec: object = {}, version?: string, name = 'run') =>
  object(
    'ClusterStagedUpdateRun',
    name,
    { placementName: 'web', stagedRolloutStrategyName: 'stages', ...spec },
    version,
  );

export const approval = (spec: object) => object('ClusterApprovalRequest', 'run-canary', spec);

export const member = (spec: object = {}, name = 'member-1', version = 'v1beta1') =>
  object(
    'MemberCluster',
    name,
    { identity: { kind: 'ServiceAccount', name: 'agent', namespace: 'fleet' }, ...spec },
    version,
    'cluster.kubernetes-fleet.io',
  );

export const LONG = 'a'.repeat(64);
export const FIT = 'a'.repeat(63);
