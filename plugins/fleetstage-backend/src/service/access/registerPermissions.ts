import type { PermissionsRegistryService } from '@backstage/backend-plugin-api';
import { isResourcePermission } from '@backstage/plugin-permission-common';
import { fleetPermissions } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FleetResources } from './FleetResources';
import {
  newRunResourceRef,
  newRunRules,
  placementResourceRef,
  placementRules,
  runResourceRef,
  runRules,
  sequenceResourceRef,
  sequenceRules,
  strategyResourceRef,
  strategyRules,
} from '../../permissions/rules';

/** From here on policies may distinguish runs and placements by our rules; which permission is of which, it says itself. */
export function registerPermissions(registry: PermissionsRegistryService, resources: FleetResources): void {
  registry.addPermissions(fleetPermissions.filter(permission => !isResourcePermission(permission)));
  registry.addResourceType({
    resourceRef: runResourceRef,
    permissions: permissionsOn(runResourceRef.resourceType),
    rules: Object.values(runRules),
    getResources: refs => resources.runs(refs),
  });
  registry.addResourceType({
    resourceRef: newRunResourceRef,
    permissions: permissionsOn(newRunResourceRef.resourceType),
    rules: Object.values(newRunRules),
    getResources: refs => resources.newRuns(refs),
  });
  registry.addResourceType({
    resourceRef: placementResourceRef,
    permissions: permissionsOn(placementResourceRef.resourceType),
    rules: Object.values(placementRules),
    getResources: refs => resources.placements(refs),
  });
  registry.addResourceType({
    resourceRef: strategyResourceRef,
    permissions: permissionsOn(strategyResourceRef.resourceType),
    rules: Object.values(strategyRules),
    getResources: refs => resources.strategies(refs),
  });
  registry.addResourceType({
    resourceRef: sequenceResourceRef,
    permissions: permissionsOn(sequenceResourceRef.resourceType),
    rules: Object.values(sequenceRules),
    getResources: refs => resources.sequences(refs),
  });
}

const permissionsOn = <T extends string>(resourceType: T) =>
  fleetPermissions.flatMap(permission =>
    isResourcePermission(permission, resourceType) ? [permission] : [],
  );
