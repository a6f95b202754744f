import type { PermissionsRegistryService } from '@backstage/backend-plugin-api';
import {
  approveRunPermission,
  controlRunPermission,
  createPlacementPermission,
  createRunPermission,
  deletePlacementPermission,
  deleteRunPermission,
  updatePlacementPermission,
  createStrategyPermission,
  deleteStrategyPermission,
  updateClusterPermission,
  updateStrategyPermission,
  readWorkloadLogsPermission,
  readWorkloadPermission,
  viewPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FleetResources } from './FleetResources';
import {
  newRunResourceRef,
  newRunRules,
  placementResourceRef,
  placementRules,
  runResourceRef,
  runRules,
} from '../../permissions/rules';

/** From here on policies may tell runs and placements apart by our rules. */
export function registerPermissions(registry: PermissionsRegistryService, resources: FleetResources): void {
  registry.addPermissions([
    viewPermission,
    createPlacementPermission,
    createStrategyPermission,
    updateStrategyPermission,
    updateClusterPermission,
    deleteStrategyPermission,
  ]);
  registry.addResourceType({
    resourceRef: runResourceRef,
    permissions: [approveRunPermission, controlRunPermission, deleteRunPermission],
    rules: Object.values(runRules),
    getResources: refs => resources.runs(refs),
  });
  registry.addResourceType({
    resourceRef: newRunResourceRef,
    permissions: [createRunPermission],
    rules: Object.values(newRunRules),
    getResources: refs => resources.newRuns(refs),
  });
  registry.addResourceType({
    resourceRef: placementResourceRef,
    permissions: [
      updatePlacementPermission,
      deletePlacementPermission,
      readWorkloadPermission,
      readWorkloadLogsPermission,
    ],
    rules: Object.values(placementRules),
    getResources: refs => resources.placements(refs),
  });
}
