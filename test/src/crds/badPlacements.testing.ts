import {
  namespaceTerm,
  placement,
  policy,
  selectors,
  rolling,
  required,
  preferred,
  properties,
  nodes,
  withAffinity,
  stage,
  run,
  member,
  LONG,
} from './objects.testing';
import type { Input, Refused } from './rows.testing';

export const badPlacements: (Input & Refused)[] = [
  // names
  {
    name: 'a placement of 64 characters',
    object: { ...placement({}), metadata: { name: LONG } },
    says: /metadata\.name.*at most 63.*shorter/,
  },
  {
    name: 'a run of 64 characters',
    object: run({}, 'v1beta1', LONG),
    says: /metadata\.name.*at most 63.*shorter/,
  },
  {
    name: 'a run of 64 characters through v1alpha1',
    object: run({ resourceSnapshotIndex: '0' }, 'v1alpha1', LONG),
    says: /metadata\.name.*at most 63/,
  },
  {
    name: 'a member cluster of 64 characters',
    object: member({}, LONG),
    says: /metadata\.name.*at most 63.*shorter/,
  },

  // resource selectors
  {
    name: 'a placement that selects nothing',
    object: selectors(),
    says: /spec\.resourceSelectors.*at least 1/,
  },
  {
    name: 'name and labelSelector together',
    object: selectors(namespaceTerm({ labelSelector: {} })),
    says: /resourceSelectors\[0\].*name and labelSelector exclude each other.*remove one/,
  },
  {
    name: 'an unknown selectionScope',
    object: selectors(namespaceTerm({ selectionScope: 'Foo' })),
    says: /resourceSelectors\[0\]\.selectionScope.*supported values: "NamespaceOnly"/,
  },
  {
    name: 'two namespaces of which one brings selected resources',
    object: selectors(
      namespaceTerm({ selectionScope: 'NamespaceWithResourceSelectors' }),
      namespaceTerm({ name: 'db' }),
    ),
    says: /resourceSelectors.*NamespaceWithResourceSelectors.*only Namespace selector.*remove/,
  },
  {
    name: 'a namespace of selected resources by label',
    object: selectors(
      namespaceTerm({ selectionScope: 'NamespaceWithResourceSelectors', name: undefined, labelSelector: {} }),
    ),
    says: /resourceSelectors.*selected by name.*set name/,
  },
  {
    name: 'a namespace of selected resources without a name',
    object: selectors(namespaceTerm({ selectionScope: 'NamespaceWithResourceSelectors', name: '' })),
    says: /resourceSelectors.*selected by name.*set name/,
  },
  {
    name: 'NamespaceAccessible with two namespaces',
    object: placement({
      resourceSelectors: [namespaceTerm(), namespaceTerm({ name: 'db' })],
      statusReportingScope: 'NamespaceAccessible',
    }),
    says: /resourceSelectors.*exactly one Namespace.*add it or remove/,
  },
  {
    name: 'an unknown statusReportingScope',
    object: placement({ statusReportingScope: 'Foo' }),
    says: /statusReportingScope.*supported values/,
  },

  // label selectors
  {
    name: 'an unknown operator',
    object: selectors(
      namespaceTerm({
        name: undefined,
        labelSelector: { matchExpressions: [{ key: 'a', operator: 'Like', values: ['b'] }] },
      }),
    ),
    says: /matchExpressions\[0\]\.operator.*supported values: "In"/,
  },
  {
    name: 'In without values',
    object: stage({ labelSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
    says: /stages\[0\]\.labelSelector\.matchExpressions\[0\].*In and NotIn need at least one value/,
  },
  {
    name: 'Exists with values',
    object: stage({ labelSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] } }),
    says: /matchExpressions\[0\].*Exists and DoesNotExist take none.*remove values/,
  },
  {
    name: 'a key that no label can have',
    object: stage({ labelSelector: { matchExpressions: [{ key: 'a b', operator: 'Exists' }] } }),
    says: /matchExpressions\[0\]\.key.*must be a label key/,
  },
  {
    name: 'a value that no label can have',
    object: stage({ labelSelector: { matchLabels: { a: 'b c' } } }),
    says: /stages\[0\]\.labelSelector\.matchLabels\.a.*should match/,
  },

  // policy
  {
    name: 'an unknown placementType',
    object: policy({ placementType: 'PickSome' }),
    says: /placementType.*supported values: "PickAll"/,
  },
  {
    name: 'PickN without a number',
    object: policy({ placementType: 'PickN' }),
    says: /numberOfClusters must be set.*PickN.*set numberOfClusters/,
  },
  {
    name: 'PickN with a negative number',
    object: policy({ placementType: 'PickN', numberOfClusters: -1 }),
    says: /numberOfClusters.*greater than or equal to 0/,
  },
  {
    name: 'PickN with names',
    object: policy({ placementType: 'PickN', numberOfClusters: 1, clusterNames: ['a'] }),
    says: /clusterNames cannot be set.*PickN.*remove clusterNames/,
  },
  {
    name: 'PickFixed without names',
    object: policy({ placementType: 'PickFixed' }),
    says: /spec\.policy\.clusterNames is required.*PickFixed.*list the clusters/,
  },
  {
    name: 'PickFixed with a name twice',
    object: policy({ placementType: 'PickFixed', clusterNames: ['a', 'b', 'a'] }),
    says: /spec\.policy\.clusterNames must be unique.*remove/,
  },
  {
    name: 'PickFixed with what is no name',
    object: policy({ placementType: 'PickFixed', clusterNames: ['Member_1'] }),
    says: /spec\.policy\.clusterNames\[0\].*must be the name of a MemberCluster/,
  },
  {
    name: 'PickFixed with a name of 64 characters',
    object: policy({ placementType: 'PickFixed', clusterNames: [LONG] }),
    says: /clusterNames\[0\].*(may not be more than 63|Too long)/,
  },
  ...[
    { numberOfClusters: 1 },
    { affinity: {} },
    { topologySpreadConstraints: [{ topologyKey: 'a' }] },
    { tolerations: [{ operator: 'Exists' }] },
  ].map(more => ({
    name: `PickFixed with ${Object.keys(more)}`,
    object: policy({ placementType: 'PickFixed', clusterNames: ['a'], ...more }),
    says: /affinity, numberOfClusters, topologySpreadConstraints and tolerations cannot be set.*PickFixed; remove/,
  })),
  ...[
    { clusterNames: ['a'] },
    { numberOfClusters: 1 },
    { topologySpreadConstraints: [{ topologyKey: 'a' }] },
  ].map(more => ({
    name: `PickAll with ${Object.keys(more)}`,
    object: policy({ placementType: 'PickAll', ...more }),
    says: /clusterNames, numberOfClusters and topologySpreadConstraints cannot be set.*PickAll; remove/,
  })),
  {
    name: 'PickAll with preferences',
    object: withAffinity(preferred({ labelSelector: {} })),
    says: /preferredDuringSchedulingIgnoredDuringExecution has no meaning.*PickAll; remove/,
  },
  {
    name: 'a required propertySorter',
    object: withAffinity(required({ propertySorter: { name: 'a', sortOrder: 'Ascending' } })),
    says: /clusterSelectorTerms\[0\].*propertySorter.*move it to preferred/,
  },
  {
    name: 'a preferred propertySelector',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      affinity: preferred({ propertySelector: { matchExpressions: [nodes('Gt', '1')] } }),
    }),
    says: /preference.*propertySelector.*move it to required/,
  },
  {
    name: 'a weight of 101',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      affinity: preferred({ labelSelector: {} }, 101),
    }),
    says: /weight.*less than or equal to 100/,
  },
  {
    name: 'an unknown property operator',
    object: withAffinity(properties(nodes('Like', '1'))),
    says: /matchExpressions\[0\]\.operator.*supported values: "Gt"/,
  },
  {
    name: 'a property without a value',
    object: withAffinity(properties(nodes('Gt'))),
    says: /matchExpressions\[0\].*values must hold exactly one quantity/,
  },
  {
    name: 'a property value that is no quantity',
    object: withAffinity(properties(nodes('Gt', 'abc'))),
    says: /matchExpressions\[0\].*values must be Kubernetes quantities/,
  },
  {
    name: 'a property name with a blank',
    object: withAffinity(properties({ ...nodes('Gt', '1'), name: 'a b' })),
    says: /matchExpressions\[0\]\.name.*must be a property name/,
  },
  {
    name: 'a resource property without its kind of capacity',
    object: withAffinity(properties({ ...nodes('Gt', '1'), name: 'resources.kubernetes-fleet.io/cpu' })),
    says: /matchExpressions\[0\]\.name.*total-, allocatable- or available-/,
  },
  ...[
    [nodes('Eq', '5'), nodes('Eq', '10')],
    [nodes('Eq', '1000m'), nodes('Ne', '1')],
    [nodes('Ge', '10'), nodes('Eq', '5')],
    [nodes('Gt', '10'), nodes('Eq', '10')],
    [nodes('Le', '10'), nodes('Eq', '20')],
    [nodes('Lt', '1024'), nodes('Eq', '1Ki')],
  ].map(pair => ({
    name: `${pair.map(({ operator, values }) => `${operator} ${values}`).join(' with ')} (A/WH-040)`,
    object: withAffinity(properties(...pair)),
    says: /matchExpressions contradict each other: an Eq value.*correct or remove one/,
  })),
  ...[
    [nodes('Gt', '10'), nodes('Lt', '5')],
    [nodes('Gt', '10'), nodes('Lt', '10')],
    [nodes('Gt', '10'), nodes('Le', '10')],
    [nodes('Ge', '10'), nodes('Lt', '10')],
    [nodes('Gt', '10'), nodes('Gt', '5'), nodes('Lt', '7')],
  ].map(bounds => ({
    name: `${bounds.map(({ operator, values }) => `${operator} ${values}`).join(' with ')} (A/WH-040)`,
    object: withAffinity(properties(...bounds)),
    says: /matchExpressions contradict each other: the lower and upper bounds.*widen or remove/,
  })),
  {
    name: 'maxSkew 0',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      topologySpreadConstraints: [{ topologyKey: 'a', maxSkew: 0 }],
    }),
    says: /maxSkew.*greater than or equal to 1/,
  },

  // tolerations
  {
    name: 'a toleration of existence with a value',
    object: policy({ tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] }),
    says: /tolerations\[0\].*value must be empty when operator is Exists; remove value/,
  },
  {
    name: 'a toleration of nothing',
    object: policy({ tolerations: [{}] }),
    says: /tolerations\[0\].*key may be empty only with operator Exists; set key/,
  },
  {
    name: 'a toleration with a bad key',
    object: policy({ tolerations: [{ key: 'a b', operator: 'Exists' }] }),
    says: /tolerations\[0\]\.key.*must be a label key/,
  },
  {
    name: 'a toleration with a bad value',
    object: policy({ tolerations: [{ key: 'a', value: 'b c' }] }),
    says: /tolerations\[0\]\.value.*must be a label value/,
  },
  {
    name: 'a toleration twice',
    object: policy({
      tolerations: [
        { key: 'a', value: 'b' },
        { key: 'a', operator: 'Equal', value: 'b' },
      ],
    }),
    says: /spec\.policy\.tolerations must be unique; remove/,
  },

  // rollout strategy
  ...[0, '0', '0%', '00%'].map(maxUnavailable => ({
    name: `maxUnavailable ${JSON.stringify(maxUnavailable)} (RUL 10)`,
    object: rolling({ maxUnavailable }),
    says: /maxUnavailable.*must be at least 1.*raise it/,
  })),
  {
    name: 'maxUnavailable 101%',
    object: rolling({ maxUnavailable: '101%' }),
    says: /maxUnavailable.*should match/,
  },
  {
    name: 'a negative maxSurge',
    object: rolling({ maxSurge: -1 }),
    says: /maxSurge must be 0 or more; raise it/,
  },
  {
    name: 'a negative unavailablePeriodSeconds',
    object: rolling({ unavailablePeriodSeconds: -1 }),
    says: /unavailablePeriodSeconds.*greater than or equal to 0/,
  },
  {
    name: 'External with rollingUpdate',
    object: placement({ strategy: { type: 'External', rollingUpdate: {} } }),
    says: /spec\.strategy.*rollingUpdate has no meaning when type is External.*remove it/,
  },
  {
    name: 'serverSideApplyConfig without ServerSideApply',
    object: placement({ strategy: { applyStrategy: { serverSideApplyConfig: { force: true } } } }),
    says: /applyStrategy.*serverSideApplyConfig belongs to type ServerSideApply; remove it/,
  },
  {
    name: 'Mirror without a destination',
    object: placement({ strategy: { reportBackStrategy: { type: 'Mirror' } } }),
    says: /reportBackStrategy.*destination must be set.*Mirror; set it/,
  },
];
