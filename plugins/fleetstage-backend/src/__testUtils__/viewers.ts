import type { Viewer } from '../service/viewer';

export const YES = { isAllowed: true };

/** Somebody who may do everything, but for the patch. */
export const aViewer = (ref: string, patch: Partial<Viewer> = {}): Viewer => ({
  ref,
  mayApprove: () => YES,
  mayControl: () => YES,
  mayDeleteRun: () => YES,
  mayCreateRun: () => YES,
  mayCreatePlacement: () => YES,
  mayUpdatePlacement: () => YES,
  mayDeletePlacement: () => YES,
  mayEvictPlacement: () => YES,
  maySetBudget: () => YES,
  mayCreateStrategy: () => YES,
  mayReadWorkloads: () => YES,
  mayReadLogs: () => YES,
  mayUpdateStrategy: () => YES,
  mayUpdateStrategies: () => YES,
  mayReadOverrides: () => YES,
  mayCreateOverride: () => YES,
  mayUpdateOverride: () => YES,
  mayDeleteOverride: () => YES,
  mayUpdateCluster: () => YES,
  mayLeaveFleet: () => YES,
  mayDrainCluster: () => YES,
  mayJoinCluster: () => YES,
  mayDeleteStrategy: () => YES,
  maySequence: () => YES,
  clusterOwners: async () => new Map(),
  ...patch,
});

export const ADA = aViewer('user:default/ada');
