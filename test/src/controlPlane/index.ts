export type { ControlPlane } from './ControlPlane';
export { ensureKubeAssets, explainMissingKubeAssets } from './ensureKubeAssets';
export { runKubectl, type KubectlOptions, type KubectlResult } from './runKubectl';
export { readAuditLog, type AuditEvent } from './readAuditLog';
export type { FleetUser } from './startControlPlane';
export { REAL_FLEET_HOOK_MS, startRealFleet, type RealFleet, type RealFleetOptions } from './startRealFleet';
export type { RunningProgram } from './Supervisor';
