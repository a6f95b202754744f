import {
  namespaceTerm,
  placement,
  policy,
  selectors,
  rolling,
  required,
  withAffinity,
  stage,
  run,
  member,
  LONG,
} from './objects.testing';
import { badSelectors } from './badSelectors.testing';
import type { Input, Refused } from './rows.testing';

export const badPlacements: (Input & Refused)[] = [
  // names
  {
    name: 'a placement of 64 characters (A/WH-020)',
    object: { ...placement({}), metadata: { name: LONG } },
    says: /metadata\.name.*at most 63.*shorter/,
  },
  {
    name: 'a run of 64 characters (C/UR-029)',
    object: run({}, 'v1beta1', LONG),
    says: /metadata\.name.*at most 63.*shorter/,
  },
  {
    name: 'a run of 64 characters through v1alpha1',
    object: run({ resourceSnapshotIndex: '0' }, 'v1alpha1', LONG),
    says: /metadata\.name.*at most 63/,
  },
  {
    name: 'a member cluster of 64 characters (A/PL-070)',
    object: member({}, LONG),
    says: /metadata\.name.*at most 63.*shorter/,
  },

  // resource selectors
  {
    name: 'a placement that selects nothing (A/PL-100)',
    object: selectors(),
    says: /spec\.resourceSelectors.*at least 1/,
  },
  {
    name: 'name and labelSelector together (A/PL-147, A/WH-021)',
    object: selectors(namespaceTerm({ labelSelector: {} })),
    says: /resourceSelectors\[0\].*name and labelSelector exclude each other.*remove one/,
  },
  {
    name: 'an unknown selectionScope (A/PL-104)',
    object: selectors(namespaceTerm({ selectionScope: 'Foo' })),
    says: /resourceSelectors\[0\]\.selectionScope.*supported values: "NamespaceOnly"/,
  },
  {
    name: 'two namespaces of which one brings selected resources (A/PL-148, A/PL-150)',
    only: 'ClusterResourcePlacement',
    object: selectors(
      namespaceTerm({ selectionScope: 'NamespaceWithResourceSelectors' }),
      namespaceTerm({ name: 'db' }),
    ),
    says: /resourceSelectors.*NamespaceWithResourceSelectors.*only Namespace selector.*remove/,
  },
  {
    name: 'a namespace of selected resources by label (A/PL-149)',
    only: 'ClusterResourcePlacement',
    object: selectors(
      namespaceTerm({ selectionScope: 'NamespaceWithResourceSelectors', name: undefined, labelSelector: {} }),
    ),
    says: /resourceSelectors.*selected by name.*set name/,
  },
  {
    name: 'a namespace of selected resources without a name (A/PL-149)',
    only: 'ClusterResourcePlacement',
    object: selectors(namespaceTerm({ selectionScope: 'NamespaceWithResourceSelectors', name: '' })),
    says: /resourceSelectors.*selected by name.*set name/,
  },
  {
    name: 'NamespaceAccessible with two namespaces (A/PL-151)',
    only: 'ClusterResourcePlacement',
    object: placement({
      resourceSelectors: [namespaceTerm(), namespaceTerm({ name: 'db' })],
      statusReportingScope: 'NamespaceAccessible',
    }),
    says: /resourceSelectors.*exactly one Namespace.*add it or remove/,
  },
  {
    name: 'an unknown statusReportingScope (A/PL-128)',
    object: placement({ statusReportingScope: 'Foo' }),
    says: /statusReportingScope.*supported values/,
  },

  ...badSelectors,

  // label selectors
  {
    name: 'an unknown operator (A/WH-022)',
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
    name: 'a key that no label can have (A/WH-022)',
    object: stage({ labelSelector: { matchExpressions: [{ key: 'a b', operator: 'Exists' }] } }),
    says: /matchExpressions\[0\]\.key.*must be a label key/,
  },
  {
    name: 'a key in matchLabels that no label can have (A/WH-022)',
    object: selectors(namespaceTerm({ name: undefined, labelSelector: { matchLabels: { 'a b': 'c' } } })),
    says: /resourceSelectors\[0\]\.labelSelector\.matchLabels.*must have label keys.*correct the key/,
  },
  {
    name: 'a key in matchLabels whose prefix is no domain (A/WH-022)',
    object: withAffinity(required({ labelSelector: { matchLabels: { 'a..b/c': 'd' } } })),
    says: /clusterSelectorTerms\[0\]\.labelSelector\.matchLabels.*must have label keys/,
  },
  {
    name: 'a value that no label can have (A/WH-022)',
    object: stage({ labelSelector: { matchLabels: { a: 'b c' } } }),
    says: /stages\[0\]\.labelSelector\.matchLabels\.a.*should match/,
  },

  // rollout strategy
  ...[0, '0', '0%', '00%'].map(maxUnavailable => ({
    name: `maxUnavailable ${JSON.stringify(maxUnavailable)} (RUL 10)`,
    object: rolling({ maxUnavailable }),
    says: /maxUnavailable.*must be at least 1.*raise it/,
  })),
  {
    name: 'an unknown strategy (A/WH-043, A/PL-116)',
    object: placement({ strategy: { type: 'Recreate' } }),
    says: /spec\.strategy\.type.*supported values: "RollingUpdate"/,
  },
  {
    name: 'an empty list of tolerations on PickFixed, which counts as set (A/PL-155)',
    object: policy({ placementType: 'PickFixed', clusterNames: ['a'], tolerations: [] }),
    says: /tolerations cannot be set.*PickFixed; remove/,
  },
  {
    name: 'an empty statusReportingScope (A/PL-156)',
    object: placement({ statusReportingScope: '' }),
    says: /spec\.statusReportingScope.*supported values/,
  },
  {
    name: 'maxUnavailable 101% (A/PL-117)',
    object: rolling({ maxUnavailable: '101%' }),
    says: /maxUnavailable.*should match/,
  },
  ...['maxUnavailable', 'maxSurge'].flatMap(field =>
    [1_000_000_000, '1000000000'].map(value => ({
      name: `${field} ${JSON.stringify(value)}, more than is ever read (A/WH-043)`,
      object: rolling({ [field]: value }),
      says: new RegExp(`${field} must be at most 999999999; lower it`),
    })),
  ),
  {
    name: 'a negative maxSurge (A/WH-043)',
    object: rolling({ maxSurge: -1 }),
    says: /maxSurge must be 0 or more; raise it/,
  },
  {
    name: 'a negative unavailablePeriodSeconds (A/WH-043)',
    object: rolling({ unavailablePeriodSeconds: -1 }),
    says: /unavailablePeriodSeconds.*greater than or equal to 0/,
  },
  {
    name: 'External with rollingUpdate (A/WH-043)',
    object: placement({ strategy: { type: 'External', rollingUpdate: {} } }),
    says: /spec\.strategy.*rollingUpdate has no meaning when type is External.*remove it/,
  },
  {
    name: 'serverSideApplyConfig without ServerSideApply (A/WH-044)',
    object: placement({ strategy: { applyStrategy: { serverSideApplyConfig: { force: true } } } }),
    says: /applyStrategy.*serverSideApplyConfig belongs to type ServerSideApply; remove it/,
  },
  {
    name: 'Mirror without a destination (A/PL-154)',
    isBetaOnly: true,
    object: placement({ strategy: { reportBackStrategy: { type: 'Mirror' } } }),
    says: /reportBackStrategy.*destination must be set.*Mirror; set it/,
  },
];
