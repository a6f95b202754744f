/** Every queue: its name is the metric label and the log field, too. */
export const queues = {
  placement: 'placement',
  updateRun: 'update-run',
  member: 'member',
  captureResources: 'capture-resources',
  applyWork: 'apply-work',
  publishPlacement: 'publish-placement',
  publishRun: 'publish-run',
  publishMember: 'publish-member',
  publishSnapshots: 'publish-snapshots',
  publishOverride: 'publish-override',
  publishStatusCopy: 'publish-status-copy',
  publishBackReports: 'publish-back-reports',
  publishEvents: 'publish-events',
  publishEviction: 'publish-eviction',
  publishClusterProfile: 'publish-cluster-profile',
  settleEviction: 'settle-eviction',
  drainCluster: 'drain-cluster',
  ensureApproval: 'ensure-approval',
  propagateApproval: 'carry-decision',
  ensureFinalizer: 'ensure-finalizer',
  ensureMembership: 'ensure-membership',
  grantRemovals: 'grant-removals',
  observeVersions: 'observe-versions',
  listVersions: 'list-versions',
} as const;

export type QueueName = (typeof queues)[keyof typeof queues];
