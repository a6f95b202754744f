import type { KindName } from '@fleetstage/backstage-plugin-fleetstage-common';
import { generateCrds, type CrdVersion } from './generateCrds';

const crds = new Map(generateCrds().map(({ kind, crd }) => [kind, crd]));
const BOTH = ['v1', 'v1beta1'];
const BETA = ['v1beta1'];
const STAGED = ['v1', 'v1alpha1', 'v1beta1'];

interface Row {
  readonly rule: string;
  readonly kind: KindName;
  readonly scope?: 'Namespaced';
  readonly shortNames?: readonly string[];
  readonly versions: readonly string[];
  readonly hasNoStatus?: boolean;
}

const rows: Row[] = [
  { rule: 'A/PL-001', kind: 'MemberCluster', shortNames: ['cluster'], versions: BOTH },
  {
    rule: 'A/PL-002',
    kind: 'InternalMemberCluster',
    scope: 'Namespaced',
    shortNames: ['imc'],
    versions: BOTH,
  },
  { rule: 'A/PL-003', kind: 'ClusterResourcePlacement', shortNames: ['crp'], versions: BOTH },
  { rule: 'A/PL-004', kind: 'ResourcePlacement', scope: 'Namespaced', shortNames: ['rp'], versions: BOTH },
  {
    rule: 'A/PL-005',
    kind: 'ClusterResourcePlacementStatus',
    scope: 'Namespaced',
    shortNames: ['crps'],
    versions: BOTH,
    hasNoStatus: true,
  },
  { rule: 'A/PL-006', kind: 'ClusterSchedulingPolicySnapshot', shortNames: ['csps'], versions: BOTH },
  {
    rule: 'A/PL-007',
    kind: 'SchedulingPolicySnapshot',
    scope: 'Namespaced',
    shortNames: ['sps'],
    versions: BETA,
  },
  { rule: 'A/PL-008', kind: 'ClusterResourceSnapshot', shortNames: ['crs'], versions: BOTH },
  { rule: 'A/PL-009', kind: 'ResourceSnapshot', scope: 'Namespaced', shortNames: ['rs'], versions: BETA },
  { rule: 'A/PL-010', kind: 'ClusterResourceBinding', shortNames: ['crb'], versions: BOTH },
  { rule: 'A/PL-011', kind: 'ResourceBinding', scope: 'Namespaced', shortNames: ['rb'], versions: BETA },
  { rule: 'A/PL-012', kind: 'ClusterResourceEnvelope', versions: BETA, hasNoStatus: true },
  { rule: 'A/PL-013', kind: 'ResourceEnvelope', scope: 'Namespaced', versions: BETA, hasNoStatus: true },
  { rule: 'C/UR-001, UR-007', kind: 'ClusterStagedUpdateStrategy', shortNames: ['csus'], versions: STAGED },
  {
    rule: 'C/UR-002',
    kind: 'StagedUpdateStrategy',
    scope: 'Namespaced',
    shortNames: ['sus'],
    versions: BOTH,
    hasNoStatus: true,
  },
  { rule: 'C/UR-003', kind: 'ClusterStagedUpdateRun', shortNames: ['csur'], versions: STAGED },
  { rule: 'C/UR-004', kind: 'StagedUpdateRun', scope: 'Namespaced', shortNames: ['sur'], versions: BOTH },
  { rule: 'C/UR-005', kind: 'ClusterApprovalRequest', shortNames: ['careq'], versions: STAGED },
  { rule: 'C/UR-006', kind: 'ApprovalRequest', scope: 'Namespaced', shortNames: ['areq'], versions: BOTH },
  { rule: 'B/AP-040', kind: 'Work', scope: 'Namespaced', versions: BOTH },
];

describe('kinds', () => {
  it.each(rows)('$rule $kind', ({ kind, scope = 'Cluster', shortNames, versions, hasNoStatus = false }) => {
    const { spec } = crds.get(kind)!;
    const area = kind.endsWith('MemberCluster') ? 'cluster' : 'placement';
    expect(spec).toMatchObject({
      group: `${area}.kubernetes-fleet.io`,
      scope,
      names: { kind, categories: ['fleet', `fleet-${area}`] },
    });
    expect(spec.names.shortNames).toEqual(shortNames);
    expect(spec.versions.filter(({ served }) => served).map(({ name }) => name)).toEqual(versions);
    expect(spec.versions.filter(({ storage }) => storage).map(({ name }) => name)).toEqual(['v1beta1']);
    expect(spec.versions.every(version => (version.subresources?.status === undefined) === hasNoStatus)).toBe(
      true,
    );
  });
});

/** `Name=path`, with `(w)` where only wide output has the column. */
const columnsOf = ({ additionalPrinterColumns = [] }: CrdVersion) =>
  additionalPrinterColumns.map(
    ({ name, jsonPath, priority }) => `${name}${priority ? '(w)' : ''}=${jsonPath}`,
  );
const conditionColumn = (name: string, type: string, field = 'status') =>
  `${name}=.status.conditions[?(@.type=="${type}")].${field}`;
const AGE = 'Age=.metadata.creationTimestamp';
const GEN = 'Gen=.metadata.generation';
const placementColumns = (kind: string) => [
  GEN,
  'Type(w)=.spec.policy.placementType',
  conditionColumn('Scheduled', `${kind}Scheduled`),
  conditionColumn('Scheduled-Gen', `${kind}Scheduled`, 'observedGeneration'),
  conditionColumn('Work-Synchronized(w)', `${kind}WorkSynchronized`),
  conditionColumn('Work-Synchronized-Gen(w)', `${kind}WorkSynchronized`, 'observedGeneration'),
  conditionColumn('Available', `${kind}Available`),
  conditionColumn('Available-Gen', `${kind}Available`, 'observedGeneration'),
  AGE,
];
const bindingColumns = [
  conditionColumn('WorkSynchronized', 'WorkSynchronized'),
  conditionColumn('ResourcesApplied', 'Applied'),
  conditionColumn('ResourceAvailable(w)', 'Available'),
  AGE,
];
const runColumns = [
  'Placement=.spec.placementName',
  'Resource-Snapshot-Index=.spec.resourceSnapshotIndex',
  'Policy-Snapshot-Index=.status.policySnapshotIndexUsed',
  conditionColumn('Initialized', 'Initialized'),
  conditionColumn('Progressing', 'Progressing'),
  conditionColumn('Succeeded', 'Succeeded'),
  AGE,
  'Strategy(w)=.spec.stagedRolloutStrategyName',
];
const approvalColumns = [
  'Update-Run=.spec.parentStageRollout',
  'Stage=.spec.targetStage',
  conditionColumn('Approved', 'Approved'),
  AGE,
];

const columns: { rule: string; kind: KindName; shown: readonly string[] }[] = [
  {
    rule: 'A/PL-014',
    kind: 'MemberCluster',
    shown: [
      conditionColumn('Joined', 'Joined'),
      AGE,
      'Member-Agent-Last-Seen=.status.agentStatus[?(@.type=="MemberAgent")].lastReceivedHeartbeat',
      'Node-Count=.status.properties.kubernetes-fleet\\.io/node-count.value',
      'Available-CPU=.status.resourceUsage.available.cpu',
      'Available-Memory=.status.resourceUsage.available.memory',
      'Allocatable-CPU(w)=.status.resourceUsage.allocatable.cpu',
      'Allocatable-Memory(w)=.status.resourceUsage.allocatable.memory',
    ],
  },
  { rule: 'A/PL-015', kind: 'InternalMemberCluster', shown: [AGE] },
  {
    rule: 'A/PL-016',
    kind: 'ClusterResourcePlacement',
    shown: placementColumns('ClusterResourcePlacement'),
  },
  { rule: 'A/PL-016', kind: 'ResourcePlacement', shown: placementColumns('ResourcePlacement') },
  { rule: 'A/PL-017', kind: 'ClusterSchedulingPolicySnapshot', shown: [GEN, AGE] },
  { rule: 'A/PL-017', kind: 'SchedulingPolicySnapshot', shown: [GEN, AGE] },
  { rule: 'A/PL-017', kind: 'ClusterResourceSnapshot', shown: [GEN, AGE] },
  { rule: 'A/PL-017', kind: 'ResourceSnapshot', shown: [GEN, AGE] },
  { rule: 'A/PL-018', kind: 'ClusterResourceBinding', shown: bindingColumns },
  { rule: 'A/PL-018', kind: 'ResourceBinding', shown: bindingColumns },
  {
    rule: 'A/PL-019',
    kind: 'ClusterResourcePlacementStatus',
    shown: ['Resource-Index=.sourceStatus.observedResourceIndex', 'Last-Updated=.lastUpdatedTime', AGE],
  },
  { rule: 'C/UR-011', kind: 'StagedUpdateRun', shown: runColumns },
  { rule: 'C/UR-012', kind: 'ApprovalRequest', shown: approvalColumns },
  { rule: 'C/UR-013', kind: 'StagedUpdateStrategy', shown: [] },
  { rule: 'A/PL-020', kind: 'ClusterResourceEnvelope', shown: [] },
  { rule: 'A/PL-020', kind: 'ResourceEnvelope', shown: [] },
];

describe('columns of kubectl get', () => {
  it.each(columns)('$rule $kind', ({ kind, shown }) => {
    for (const version of crds.get(kind)!.spec.versions) expect(columnsOf(version)).toEqual(shown);
  });
});
