import {
  cancelRolloutPermission,
  createSequencePermission,
  deleteSequencePermission,
  forceCompletePermission,
  ignoreMaintenancePermission,
  overrideSoakPermission,
  pauseRolloutPermission,
  retryClusterPermission,
  skipClusterPermission,
  startVersionPermission,
  suspendSequencePermission,
  updateSequencePermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ResourcePermission } from '@backstage/plugin-permission-common';
import type { SequenceRight } from '../viewer';

/** The permission of each right; all are asked with the sequence. */
export const SEQUENCE_PERMISSIONS = {
  createSequence: createSequencePermission,
  updateSequence: updateSequencePermission,
  deleteSequence: deleteSequencePermission,
  suspendSequence: suspendSequencePermission,
  startVersion: startVersionPermission,
  pauseRollout: pauseRolloutPermission,
  cancelRollout: cancelRolloutPermission,
  forceComplete: forceCompletePermission,
  overrideSoak: overrideSoakPermission,
  skipCluster: skipClusterPermission,
  retryCluster: retryClusterPermission,
  ignoreMaintenance: ignoreMaintenancePermission,
} as const satisfies Readonly<Record<SequenceRight, ResourcePermission>>;
