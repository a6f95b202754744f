import { annotationKeys, finalizerKeys, labelKeys } from './keys';

describe('keys that KubeFleet has, too', () => {
  it.each([
    { rule: 'A/PL-030', ours: finalizerKeys.placement, key: 'crp-cleanup' },
    { rule: 'A/PL-031', ours: finalizerKeys.scheduler, key: 'scheduler-cleanup' },
    { rule: 'A/PL-032', ours: finalizerKeys.schedulerBinding, key: 'scheduler-crb-cleanup' },
    { rule: 'A/PL-033', ours: finalizerKeys.work, key: 'work-cleanup' },
    { rule: 'A/PL-034', ours: finalizerKeys.memberCluster, key: 'membercluster-finalizer' },
    { rule: 'A/PL-040, C/UR-024', ours: labelKeys.parentPlacement, key: 'parent-CRP' },
    { rule: 'A/PL-041, C/UR-025', ours: labelKeys.isLatestSnapshot, key: 'is-latest-snapshot' },
    { rule: 'A/PL-042, C/UR-025', ours: labelKeys.policyIndex, key: 'policy-index' },
    { rule: 'A/PL-043, C/UR-025', ours: labelKeys.resourceIndex, key: 'resource-index' },
    { rule: 'A/PL-044', ours: labelKeys.parentBinding, key: 'parent-resource-binding' },
    { rule: 'A/PL-044', ours: labelKeys.parentPlacementNamespace, key: 'parent-placement-namespace' },
    { rule: 'A/PL-044', ours: labelKeys.parentResourceSnapshotIndex, key: 'parent-resource-snapshot-index' },
    { rule: 'A/PL-044', ours: labelKeys.envelopeWork, key: 'envelope-work' },
    { rule: 'A/PL-044', ours: labelKeys.envelopeName, key: 'envelope-name' },
    { rule: 'A/PL-044', ours: labelKeys.envelopeNamespace, key: 'envelope-namespace' },
    { rule: 'A/PL-045', ours: labelKeys.isFleetResource, key: 'is-fleet-resource' },
    { rule: 'A/PL-046', ours: labelKeys.memberName, key: 'member-name' },
    { rule: 'A/PL-050', ours: annotationKeys.placementGeneration, key: 'CRP-generation' },
    { rule: 'A/PL-051', ours: annotationKeys.numberOfClusters, key: 'number-of-clusters' },
    { rule: 'A/PL-052, C/UR-026, RB-002', ours: annotationKeys.resourceHash, key: 'resource-hash' },
    {
      rule: 'A/PL-053',
      ours: annotationKeys.numberOfResourceSnapshots,
      key: 'number-of-resource-snapshots',
    },
    { rule: 'A/PL-054', ours: annotationKeys.numberOfEnvelopes, key: 'number-of-enveloped-object' },
    { rule: 'A/PL-055', ours: annotationKeys.subIndex, key: 'subindex-of-resource-snapshot' },
    {
      rule: 'A/PL-056',
      ours: annotationKeys.nextSnapshotDetection,
      key: 'next-resource-snapshot-candidate-detection-time',
    },
    { rule: 'A/PL-057', ours: annotationKeys.previousBindingState, key: 'previous-binding-state' },
    {
      rule: 'A/PL-058',
      ours: annotationKeys.parentResourceSnapshotName,
      key: 'parent-resource-snapshot-name',
    },
    {
      rule: 'A/PL-058',
      ours: annotationKeys.parentResourceOverrideHash,
      key: 'parent-resource-override-snapshot-hash',
    },
    {
      rule: 'A/PL-058',
      ours: annotationKeys.parentClusterResourceOverrideHash,
      key: 'parent-cluster-resource-override-snapshot-hash',
    },
    { rule: 'A/PL-059 RUL 12', ours: annotationKeys.envelopeConfigMap, key: 'envelope-configmap' },
    { rule: 'C/UR-014', ours: finalizerKeys.updateRun, key: 'stagedupdaterun-finalizer' },
    { rule: 'C/UR-015', ours: labelKeys.targetUpdateRun, key: 'targetUpdateRun' },
    { rule: 'C/UR-015, DX-003', ours: labelKeys.targetUpdateRunOlder, key: 'targetupdaterun' },
    { rule: 'C/UR-016', ours: labelKeys.targetUpdatingStage, key: 'targetUpdatingStage' },
    { rule: 'C/UR-017', ours: labelKeys.taskType, key: 'taskType' },
    { rule: 'C/UR-018', ours: labelKeys.isLatestApproval, key: 'isLatestUpdateRunApproval' },
  ])('$rule $key', ({ ours, key }) => {
    expect(ours).toBe(`kubernetes-fleet.io/${key}`);
  });
});

describe('keys of version sequences', () => {
  it.each([
    { rule: 'E/RO-004', ours: labelKeys.sequence, key: 'sequence' },
    { rule: 'E/RO-004', ours: labelKeys.upgradeType, key: 'upgrade-type' },
    { rule: 'E/RO-004', ours: finalizerKeys.versionRollout, key: 'rollout' },
    { rule: 'E/FL-001', ours: labelKeys.fleet, key: 'fleet' },
    { rule: 'E/FL-003', ours: labelKeys.channel, key: 'channel' },
    { rule: 'E/FL-004', ours: labelKeys.membership, key: 'membership' },
    { rule: 'E/FL-005', ours: annotationKeys.providerRef, key: 'provider-ref' },
    { rule: 'E/FL-006', ours: annotationKeys.autoUpgrade, key: 'auto-upgrade' },
  ])('$rule $key', ({ ours, key }) => {
    expect(ours).toBe(`fleetstage.io/${key}`);
  });
});
