import { member, namespaceTerm, object, placement } from './objects.testing';
import { NAMESPACE } from './forms.testing';
import type { Input, Refused } from './rows.testing';

const inNamespace = (kind: string, rest: object, version = 'v1beta1', group?: string) => {
  const { apiVersion, metadata } = object(kind, 'web', {}, version, group);
  return { apiVersion, kind, metadata: { ...metadata, namespace: NAMESPACE }, ...rest };
};
const envelope = (data: object | undefined) => inNamespace('ResourceEnvelope', { data });
const clusterEnvelope = (data: object | undefined) => ({
  ...object('ClusterResourceEnvelope', 'web', {}),
  spec: undefined,
  data,
});
const statusCopy = (rest: object) => inNamespace('ClusterResourcePlacementStatus', rest);
const internalMember = (spec: object) =>
  inNamespace('InternalMemberCluster', { spec }, 'v1', 'cluster.kubernetes-fleet.io');
const entries = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `${i}.yaml`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c${i}` }, data: { a: 'b' } },
    ]),
  );
const decision = { clusterName: 'member-1', selected: true, reason: 'fits' };
const binding = (patch: object) =>
  inNamespace('ResourceBinding', {
    spec: {
      state: 'Bound',
      resourceSnapshotName: '',
      schedulingPolicySnapshotName: 'web-0',
      targetCluster: 'member-1',
      clusterDecision: decision,
      ...patch,
    },
  });

/** Kinds that data is kept in, and what only one of the placement kinds knows. */
export const badKinds: (Input & Refused)[] = [
  {
    name: 'a Namespace in a ResourcePlacement (A/SEL-012, A/WH-025, RUL 44)',
    object: inNamespace('ResourcePlacement', { spec: { resourceSelectors: [namespaceTerm()] } }),
    says: /spec.*resourceSelectors of a ResourcePlacement.*no Namespace; remove it or use a ClusterResourcePlacement/,
  },
  {
    name: 'NamespaceAccessible without a Namespace (A/PL-151)',
    only: 'ClusterResourcePlacement',
    object: placement({
      resourceSelectors: [namespaceTerm({ group: 'apps', kind: 'Deployment' })],
      statusReportingScope: 'NamespaceAccessible',
    }),
    says: /resourceSelectors.*exactly one Namespace.*add it or remove/,
  },
  {
    name: 'two namespaces of selected resources (A/PL-148)',
    only: 'ClusterResourcePlacement',
    object: placement({
      resourceSelectors: ['web', 'db'].map(name =>
        namespaceTerm({ name, selectionScope: 'NamespaceWithResourceSelectors' }),
      ),
    }),
    says: /only Namespace selector; remove/,
  },
  ...['group', 'version', 'kind'].map(field => ({
    name: `a selector without ${field} (A/PL-101)`,
    object: placement({ resourceSelectors: [namespaceTerm({ [field]: undefined })] }),
    says: new RegExp(`resourceSelectors\\[0\\]\\.${field}.*[Rr]equired`),
  })),
  {
    name: '101 selectors (A/PL-100)',
    object: placement({
      resourceSelectors: Array.from({ length: 101 }, (_, i) => namespaceTerm({ name: `n${i}` })),
    }),
    says: /spec\.resourceSelectors.*must have at most 100 items/,
  },
  {
    name: 'a history of 1001 revisions (A/PL-127)',
    object: placement({ revisionHistoryLimit: 1001 }),
    says: /spec\.revisionHistoryLimit.*less than or equal to 1000/,
  },
  {
    name: 'a field that v1 lacks, asked for strictly (A/PL-021)',
    object: placement({ strategy: { deleteStrategy: {} } }, 'v1'),
    says: /unknown field "spec\.strategy\.deleteStrategy"/,
  },
  {
    name: 'deleteOptions of a member in v1 (A/PL-021)',
    object: member({ deleteOptions: {} }, 'member-1', 'v1'),
    says: /unknown field "spec\.deleteOptions"/,
  },
  {
    name: 'an envelope without data (A/PL-203)',
    object: envelope(undefined),
    says: /data.*[Rr]equired/,
  },
  { name: 'an empty envelope (A/PL-203)', object: envelope({}), says: /data.*at least 1 propert/ },
  {
    name: 'an envelope of 51 objects (A/PL-203)',
    object: clusterEnvelope(entries(51)),
    says: /data.*at most 50 items/,
  },
  {
    name: 'an envelope of a text (A/PL-203)',
    object: clusterEnvelope({ a: 'kind: ConfigMap' }),
    says: /data\.a.*must be of type object/,
  },
  {
    name: 'a copy of a status without the status (A/PL-180)',
    object: statusCopy({ lastUpdatedTime: '2026-01-01T00:00:00Z' }),
    says: /sourceStatus.*[Rr]equired/,
  },
  {
    name: 'a copy of a status without its time (A/PL-180)',
    object: statusCopy({ sourceStatus: {} }),
    says: /lastUpdatedTime.*[Rr]equired/,
  },
  {
    name: 'an InternalMemberCluster without a state (A/PL-085)',
    object: internalMember({}),
    says: /spec\.state.*[Rr]equired/,
  },
  {
    name: 'an InternalMemberCluster with a heartbeat of 0 seconds (A/PL-086)',
    object: internalMember({ state: 'Join', heartbeatPeriodSeconds: 0 }),
    says: /spec\.heartbeatPeriodSeconds.*greater than or equal to 1/,
  },
  {
    name: 'a policy snapshot without a hash (A/PL-191)',
    object: inNamespace('SchedulingPolicySnapshot', { spec: {} }),
    says: /spec\.policyHash.*[Rr]equired/,
  },
  {
    name: 'a resource snapshot without resources (A/PL-195)',
    object: inNamespace('ResourceSnapshot', { spec: {} }),
    says: /spec\.selectedResources.*[Rr]equired/,
  },
  ...[
    'state',
    'resourceSnapshotName',
    'schedulingPolicySnapshotName',
    'targetCluster',
    'clusterDecision',
  ].map(field => ({
    name: `a binding without ${field} (A/PL-196, A/PL-197, A/PL-199)`,
    object: binding({ [field]: undefined }),
    says: new RegExp(`spec\\.${field}.*[Rr]equired`),
  })),
];

/** The same kinds, well formed. */
export const goodKinds: Input[] = [
  {
    name: 'a ResourcePlacement that is NamespaceAccessible without a Namespace (A/PL-128, A/PL-151)',
    object: inNamespace('ResourcePlacement', {
      spec: {
        resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
        statusReportingScope: 'NamespaceAccessible',
      },
    }),
  },
  {
    name: 'NamespaceAccessible with one namespace among other kinds (A/PL-151)',
    only: 'ClusterResourcePlacement',
    object: placement({
      resourceSelectors: [
        namespaceTerm(),
        { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'web' },
      ],
      statusReportingScope: 'NamespaceAccessible',
    }),
  },
  {
    name: 'several namespaces (A/PL-151)',
    only: 'ClusterResourcePlacement',
    object: placement({ resourceSelectors: ['web', 'db', 'jobs'].map(name => namespaceTerm({ name })) }),
  },
  {
    name: 'an empty name beside a labelSelector, as Go clients send it (A/PL-102, A/PL-147)',
    object: placement({
      resourceSelectors: [namespaceTerm({ name: '', labelSelector: { matchLabels: { team: 'a' } } })],
    }),
  },
  {
    name: 'a selector of every object of a kind (A/PL-103)',
    object: placement({ resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment' }] }),
  },
  { name: 'an envelope of 50 objects (A/PL-203)', object: envelope(entries(50)) },
  { name: 'a cluster-scoped envelope (A/PL-012, A/PL-203)', object: clusterEnvelope(entries(1)) },
  {
    name: 'a copy of a status (A/PL-180)',
    object: statusCopy({
      sourceStatus: { observedResourceIndex: '0' },
      lastUpdatedTime: '2026-01-01T00:00:00Z',
    }),
  },
  {
    name: 'any state of an InternalMemberCluster (A/PL-085)',
    object: internalMember({ state: 'Rest' }),
  },
  {
    name: 'a policy snapshot of a placement without a policy (A/PL-190)',
    object: inNamespace('SchedulingPolicySnapshot', { spec: { policyHash: 'YWJj' } }),
  },
  {
    name: 'a resource snapshot with fields of any kind (A/PL-195)',
    object: inNamespace('ResourceSnapshot', {
      spec: {
        selectedResources: [
          { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, its: { own: [1] } },
        ],
      },
    }),
  },
  { name: 'any state of a binding (A/PL-196)', object: binding({ state: 'Resting' }) },
];
