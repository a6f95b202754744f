import { createPermission, type Permission } from '@backstage/plugin-permission-common';

/** What conditions of a policy are about; the id of the plugin owns them. */
export const RUN_RESOURCE_TYPE = 'fleetstage-run';
export const PLACEMENT_RESOURCE_TYPE = 'fleetstage-placement';
/** A run as it would be. */
export const NEW_RUN_RESOURCE_TYPE = 'fleetstage-new-run';

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

/** Start, stop, resume and retry a run. */
export const controlRunPermission = createPermission({
  name: 'fleetstage.run.control',
  attributes: { action: 'update' },
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

/** Write the spec of a strategy. */
export const updateStrategyPermission = createPermission({
  name: 'fleetstage.strategy.update',
  attributes: { action: 'update' },
});

/** Every permission of Fleetstage. */
export const fleetPermissions: readonly Permission[] = [
  viewPermission,
  createRunPermission,
  approveRunPermission,
  controlRunPermission,
  createPlacementPermission,
  updatePlacementPermission,
  deletePlacementPermission,
  updateStrategyPermission,
];
