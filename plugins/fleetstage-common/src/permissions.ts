import { createPermission, type Permission } from '@backstage/plugin-permission-common';

/** What conditions of a policy are about; the id of the plugin owns them. */
export const RUN_RESOURCE_TYPE = 'fleetstage-run';
export const PLACEMENT_RESOURCE_TYPE = 'fleetstage-placement';
/** A run as it would be. */
export const NEW_RUN_RESOURCE_TYPE = 'fleetstage-new-run';
/** A strategy as it is, and as it would be. */
export const STRATEGY_RESOURCE_TYPE = 'fleetstage-strategy';

/** A sequence of versions as it is, and as it would be; rollouts of versions are judged by their sequence. */
export const SEQUENCE_RESOURCE_TYPE = 'fleetstage-sequence';

/** Read everything that Fleetstage shows: clusters, placements, runs, timeline. */
export const viewPermission = createPermission({
  name: 'fleetstage.view',
  attributes: { action: 'read' },
});

/** Create an update run of a placement, by a strategy. */
export const createRunPermission = createPermission({
  name: 'fleetstage.run.create',
  attributes: { action: 'create' },
  resourceType: NEW_RUN_RESOURCE_TYPE,
});

/** Approve or reject a gate of a run, and take an own decision back. */
export const approveRunPermission = createPermission({
  name: 'fleetstage.run.approve',
  attributes: { action: 'update' },
  resourceType: RUN_RESOURCE_TYPE,
});

/** Start, stop, resume, retry and end a run. */
export const controlRunPermission = createPermission({
  name: 'fleetstage.run.control',
  attributes: { action: 'update' },
  resourceType: RUN_RESOURCE_TYPE,
});

/** Delete a run that is over. */
export const deleteRunPermission = createPermission({
  name: 'fleetstage.run.delete',
  attributes: { action: 'delete' },
  resourceType: RUN_RESOURCE_TYPE,
});

/** Create a placement. */
export const createPlacementPermission = createPermission({
  name: 'fleetstage.placement.create',
  attributes: { action: 'create' },
});

/** Write the spec of a placement, its labels and annotations. */
export const updatePlacementPermission = createPermission({
  name: 'fleetstage.placement.update',
  attributes: { action: 'update' },
  resourceType: PLACEMENT_RESOURCE_TYPE,
});

/** Delete a placement, and with it what it placed. */
export const deletePlacementPermission = createPermission({
  name: 'fleetstage.placement.delete',
  attributes: { action: 'delete' },
  resourceType: PLACEMENT_RESOURCE_TYPE,
});

/** Evict a placement from clusters, one at a time. */
export const evictPlacementPermission = createPermission({
  name: 'fleetstage.placement.evict',
  attributes: { action: 'delete' },
  resourceType: PLACEMENT_RESOURCE_TYPE,
});

/** Create, change and delete the disruption budget of a placement, which evictions heed. */
export const setBudgetPermission = createPermission({
  name: 'fleetstage.placement.budget',
  attributes: { action: 'update' },
  resourceType: PLACEMENT_RESOURCE_TYPE,
});

/** Create a strategy; to name who approves takes the permission to update strategies, too. */
export const createStrategyPermission = createPermission({
  name: 'fleetstage.strategy.create',
  attributes: { action: 'create' },
  resourceType: STRATEGY_RESOURCE_TYPE,
});

/** Write the spec of a strategy, its labels and annotations, and with them who approves. */
export const updateStrategyPermission = createPermission({
  name: 'fleetstage.strategy.update',
  attributes: { action: 'update' },
  resourceType: STRATEGY_RESOURCE_TYPE,
});

/** Delete a strategy; where it names approvers, the permission to update strategies is needed, too. */
export const deleteStrategyPermission = createPermission({
  name: 'fleetstage.strategy.delete',
  attributes: { action: 'delete' },
  resourceType: STRATEGY_RESOURCE_TYPE,
});

/** Read overrides: their values may say what not everybody who sees the fleet is to know. */
export const readOverridePermission = createPermission({
  name: 'fleetstage.override.read',
  attributes: { action: 'read' },
});

/** Create an override, cluster-wide or in a namespace. */
export const createOverridePermission = createPermission({
  name: 'fleetstage.override.create',
  attributes: { action: 'create' },
});

/** Write the spec of an override, its labels and annotations. */
export const updateOverridePermission = createPermission({
  name: 'fleetstage.override.update',
  attributes: { action: 'update' },
});

/** Delete an override; the clusters that run with it are changed. */
export const deleteOverridePermission = createPermission({
  name: 'fleetstage.override.delete',
  attributes: { action: 'delete' },
});

/** Let a cluster join the fleet, and issue join tokens, which cut off the agent of before. */
export const joinClusterPermission = createPermission({
  name: 'fleetstage.cluster.join',
  attributes: { action: 'create' },
});

/** Write labels and taints of a member cluster. */
export const updateClusterPermission = createPermission({
  name: 'fleetstage.cluster.update',
  attributes: { action: 'update' },
});

/** Take a member cluster out of the fleet. */
export const leaveFleetPermission = createPermission({
  name: 'fleetstage.cluster.leave',
  attributes: { action: 'delete' },
});

/** Cordon a member cluster and evict its placements, and take that back. */
export const drainClusterPermission = createPermission({
  name: 'fleetstage.cluster.drain',
  attributes: { action: 'delete' },
});

/** Read the objects of a placement, and what they own, on its clusters; values of Secrets excepted. */
export const readWorkloadPermission = createPermission({
  name: 'fleetstage.workload.read',
  attributes: { action: 'read' },
  resourceType: PLACEMENT_RESOURCE_TYPE,
});

/** Read what the containers of a placement write. */
export const readWorkloadLogsPermission = createPermission({
  name: 'fleetstage.workload.logs',
  attributes: { action: 'read' },
  resourceType: PLACEMENT_RESOURCE_TYPE,
});

/** Create a sequence over fleets. */
export const createSequencePermission = createPermission({
  name: 'fleetstage.sequence.create',
  attributes: { action: 'create' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Write the spec of a sequence, its labels and annotations, to such fleets and labels as the permission covers, too. */
export const updateSequencePermission = createPermission({
  name: 'fleetstage.sequence.update',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Delete a sequence, which cancels its rollouts. */
export const deleteSequencePermission = createPermission({
  name: 'fleetstage.sequence.delete',
  attributes: { action: 'delete' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Suspend a sequence, and take that back. */
export const suspendSequencePermission = createPermission({
  name: 'fleetstage.sequence.suspend',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Roll out a version beside the catalog's. */
export const startVersionPermission = createPermission({
  name: 'fleetstage.sequence.start',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Pause a rollout of a version, and resume it. */
export const pauseRolloutPermission = createPermission({
  name: 'fleetstage.rollout.pause',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Cancel a rollout of a version for good. */
export const cancelRolloutPermission = createPermission({
  name: 'fleetstage.rollout.cancel',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Complete the current stage of a rollout although clusters are open, or it soaks. */
export const forceCompletePermission = createPermission({
  name: 'fleetstage.rollout.force-complete',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Shorten or prolong the soak of a stage for one rollout. */
export const overrideSoakPermission = createPermission({
  name: 'fleetstage.rollout.override-soak',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Leave clusters out of a rollout, and take them in again. */
export const skipClusterPermission = createPermission({
  name: 'fleetstage.rollout.skip-cluster',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Try upgrades that failed again. */
export const retryClusterPermission = createPermission({
  name: 'fleetstage.rollout.retry',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Upgrade outside of maintenance windows and within exclusions, and take that back. */
export const ignoreMaintenancePermission = createPermission({
  name: 'fleetstage.rollout.ignore-maintenance',
  attributes: { action: 'update' },
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

/** Every permission of Fleetstage. */
export const fleetPermissions: readonly Permission[] = [
  viewPermission,
  createRunPermission,
  approveRunPermission,
  controlRunPermission,
  deleteRunPermission,
  createPlacementPermission,
  updatePlacementPermission,
  deletePlacementPermission,
  evictPlacementPermission,
  setBudgetPermission,
  readWorkloadPermission,
  readWorkloadLogsPermission,
  createStrategyPermission,
  updateStrategyPermission,
  updateClusterPermission,
  leaveFleetPermission,
  drainClusterPermission,
  deleteStrategyPermission,
  readOverridePermission,
  createOverridePermission,
  updateOverridePermission,
  deleteOverridePermission,
  joinClusterPermission,
  createSequencePermission,
  updateSequencePermission,
  deleteSequencePermission,
  suspendSequencePermission,
  startVersionPermission,
  pauseRolloutPermission,
  cancelRolloutPermission,
  forceCompletePermission,
  overrideSoakPermission,
  skipClusterPermission,
  retryClusterPermission,
  ignoreMaintenancePermission,
];
