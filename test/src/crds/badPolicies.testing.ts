import { policy, required, preferred, properties, nodes, withAffinity, LONG } from './objects.testing';
import type { Input, Refused } from './rows.testing';

const spreadOver = (...topologySpreadConstraints: object[]) =>
  policy({ placementType: 'PickN', numberOfClusters: 1, topologySpreadConstraints });

export const badPolicies: (Input & Refused)[] = [
  {
    name: 'an unknown placementType (A/PL-106)',
    object: policy({ placementType: 'PickSome' }),
    says: /placementType.*supported values: "PickAll"/,
  },
  {
    name: 'PickN without a number (A/PL-144, A/WH-031)',
    object: policy({ placementType: 'PickN' }),
    says: /numberOfClusters must be set.*PickN.*set numberOfClusters/,
  },
  {
    name: 'PickN with a negative number (A/WH-031)',
    object: policy({ placementType: 'PickN', numberOfClusters: -1 }),
    says: /numberOfClusters.*greater than or equal to 0/,
  },
  {
    name: 'PickN with names (A/PL-144)',
    object: policy({ placementType: 'PickN', numberOfClusters: 1, clusterNames: ['a'] }),
    says: /clusterNames cannot be set.*PickN.*remove clusterNames/,
  },
  {
    name: 'PickFixed without names (A/PL-107)',
    object: policy({ placementType: 'PickFixed' }),
    says: /spec\.policy\.clusterNames is required.*PickFixed.*list the clusters/,
  },
  {
    name: 'PickFixed with a name twice (A/WH-027)',
    object: policy({ placementType: 'PickFixed', clusterNames: ['a', 'b', 'a'] }),
    says: /spec\.policy\.clusterNames must be unique.*remove/,
  },
  {
    name: 'PickFixed with what is no name (A/WH-027)',
    object: policy({ placementType: 'PickFixed', clusterNames: ['Member_1'] }),
    says: /spec\.policy\.clusterNames\[0\].*must be the name of a MemberCluster/,
  },
  {
    name: 'PickFixed with a name of 64 characters (A/WH-027)',
    object: policy({ placementType: 'PickFixed', clusterNames: [LONG] }),
    says: /clusterNames\[0\].*(may not be more than 63|Too long)/,
  },
  ...[
    { numberOfClusters: 1 },
    { affinity: {} },
    { topologySpreadConstraints: [{ topologyKey: 'a' }] },
    { tolerations: [{ operator: 'Exists' }] },
  ].map(more => ({
    name: `PickFixed with ${Object.keys(more)} (A/PL-142, A/WH-028)`,
    object: policy({ placementType: 'PickFixed', clusterNames: ['a'], ...more }),
    says: /affinity, numberOfClusters, topologySpreadConstraints and tolerations cannot be set.*PickFixed; remove/,
  })),
  ...[
    { clusterNames: ['a'] },
    { numberOfClusters: 1 },
    { topologySpreadConstraints: [{ topologyKey: 'a' }] },
  ].map(more => ({
    name: `PickAll with ${Object.keys(more)} (A/PL-143, A/WH-029)`,
    object: policy({ placementType: 'PickAll', ...more }),
    says: /clusterNames, numberOfClusters and topologySpreadConstraints cannot be set.*PickAll; remove/,
  })),
  {
    name: 'PickAll with preferences (A/WH-030)',
    object: withAffinity(preferred({ labelSelector: {} })),
    says: /preferredDuringSchedulingIgnoredDuringExecution has no meaning.*PickAll; remove/,
  },
  {
    name: 'a required propertySorter (A/WH-032)',
    object: withAffinity(required({ propertySorter: { name: 'a', sortOrder: 'Ascending' } })),
    says: /clusterSelectorTerms\[0\].*propertySorter.*move it to preferred/,
  },
  {
    name: 'a preferred propertySelector (A/WH-033)',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      affinity: preferred({ propertySelector: { matchExpressions: [nodes('Gt', '1')] } }),
    }),
    says: /preference.*propertySelector.*move it to required/,
  },
  {
    name: 'a weight of 101 (A/PL-110)',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      affinity: preferred({ labelSelector: {} }, 101),
    }),
    says: /weight.*less than or equal to 100/,
  },
  {
    name: 'an unknown property operator (A/WH-037)',
    object: withAffinity(properties(nodes('Like', '1'))),
    says: /matchExpressions\[0\]\.operator.*supported values: "Gt"/,
  },
  {
    name: 'a property without a value (A/WH-038)',
    object: withAffinity(properties(nodes('Gt'))),
    says: /matchExpressions\[0\].*values must hold exactly one quantity/,
  },
  {
    name: 'a property value that is no quantity (A/WH-039)',
    object: withAffinity(properties(nodes('Gt', 'abc'))),
    says: /matchExpressions\[0\].*values must be Kubernetes quantities/,
  },
  {
    name: 'what is no quantity, which is not called a contradiction besides (A/WH-039, A/WH-040)',
    object: withAffinity(properties(nodes('Eq', 'not-a-number'), nodes('Eq', '5'))),
    says: /^(?!.*contradict).*matchExpressions\[0\].*values must be Kubernetes quantities/,
  },
  {
    name: 'a property name with a blank (A/WH-036)',
    object: withAffinity(properties({ ...nodes('Gt', '1'), name: 'a b' })),
    says: /matchExpressions\[0\]\.name.*must be a property name/,
  },
  {
    name: 'a property name whose second part is too long (A/WH-036)',
    object: withAffinity(properties({ ...nodes('Gt', '1'), name: `example.com/${LONG}` })),
    says: /matchExpressions\[0\]\.name.*must be a property name/,
  },
  {
    name: 'a property name with an empty part (A/WH-036)',
    object: withAffinity(properties({ ...nodes('Gt', '1'), name: 'example.com//a' })),
    says: /matchExpressions\[0\]\.name.*must be a property name/,
  },
  {
    name: 'a sorter by a resource of an unknown capacity (A/WH-035)',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      affinity: preferred({
        propertySorter: { name: 'resources.kubernetes-fleet.io/free-cpu', sortOrder: 'Ascending' },
      }),
    }),
    says: /propertySorter\.name.*total-, allocatable- or available-/,
  },
  {
    name: 'an unknown order of a sorter (A/WH-034, A/PL-113)',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      affinity: preferred({ propertySorter: { name: 'a', sortOrder: 'Up' } }),
    }),
    says: /propertySorter\.sortOrder.*supported values: "Descending"/,
  },
  {
    name: 'two values of a property (A/PL-112, A/WH-038)',
    object: withAffinity(properties(nodes('Gt', '1', '2'))),
    says: /matchExpressions\[0\]\.values.*must have at most 1 item/,
  },
  {
    name: 'a resource property without its kind of capacity (A/WH-035)',
    object: withAffinity(properties({ ...nodes('Gt', '1'), name: 'resources.kubernetes-fleet.io/cpu' })),
    says: /matchExpressions\[0\]\.name.*total-, allocatable- or available-/,
  },
  {
    name: 'a resource property of two slashes (A/WH-035)',
    object: withAffinity(
      properties({ ...nodes('Gt', '1'), name: 'resources.kubernetes-fleet.io/allocatable-example.com/gpu' }),
    ),
    says: /matchExpressions\[0\]\.name.*total-, allocatable- or available-/,
  },
  ...[
    [nodes('Eq', '5'), nodes('Eq', '10')],
    [nodes('Eq', '5'), nodes('Ne', '5')],
    [nodes('Eq', '1000m'), nodes('Ne', '1')],
    [nodes('Ge', '10'), nodes('Eq', '5')],
    [nodes('Gt', '10'), nodes('Eq', '10')],
    [nodes('Le', '10'), nodes('Eq', '20')],
    [nodes('Lt', '10'), nodes('Eq', '10')],
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
    name: 'an unknown whenUnsatisfiable (A/WH-042)',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      topologySpreadConstraints: [{ topologyKey: 'a', whenUnsatisfiable: 'Never' }],
    }),
    says: /whenUnsatisfiable.*supported values: "DoNotSchedule"/,
  },
  {
    name: 'maxSkew 0 (A/PL-114)',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      topologySpreadConstraints: [{ topologyKey: 'a', maxSkew: 0 }],
    }),
    says: /maxSkew.*greater than or equal to 1/,
  },
  ...[
    { key: 'a\u0000', name: 'with a NUL' },
    { key: 'a b', name: 'with a blank' },
    { key: '', name: 'that is empty' },
    { key: `example.com/${LONG}`, name: 'whose name is too long' },
  ].map(({ key, name }) => ({
    name: `a topologyKey ${name} (A/PL-114)`,
    object: spreadOver({ topologyKey: key }),
    says: /topologySpreadConstraints\[0\]\.topologyKey.*must be a label key such as .*correct the key/,
  })),
  {
    name: 'a topologyKey of 3 KB (A/PL-114)',
    object: spreadOver({ topologyKey: 'a'.repeat(3_072) }),
    says: /topologySpreadConstraints\[0\]\.topologyKey.*(may not be more than 317|Too long)/,
  },
  {
    name: '17 topologySpreadConstraints (A/PL-114)',
    object: spreadOver(...Array.from({ length: 17 }, (_, i) => ({ topologyKey: `k${i}` }))),
    says: /topologySpreadConstraints.*must have at most 16 items/,
  },

  // tolerations
  {
    name: 'a toleration of existence with a value (A/PL-145, A/WH-041)',
    object: policy({ tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] }),
    says: /tolerations\[0\].*value must be empty when operator is Exists; remove value/,
  },
  {
    name: 'a toleration of nothing (A/PL-146, A/WH-041)',
    object: policy({ tolerations: [{}] }),
    says: /tolerations\[0\].*key may be empty only with operator Exists; set key/,
  },
  {
    name: 'a toleration with a bad key (A/WH-041)',
    object: policy({ tolerations: [{ key: 'a b', operator: 'Exists' }] }),
    says: /tolerations\[0\]\.key.*must be a label key/,
  },
  {
    name: 'a toleration with a bad value (A/WH-041)',
    object: policy({ tolerations: [{ key: 'a', value: 'b c' }] }),
    says: /tolerations\[0\]\.value.*must be a label value/,
  },
  {
    name: 'a toleration twice (A/WH-041)',
    object: policy({
      tolerations: [
        { key: 'a', value: 'b' },
        { key: 'a', operator: 'Equal', value: 'b' },
      ],
    }),
    says: /spec\.policy\.tolerations must be unique; remove/,
  },
];
