export { startEmbeddedFleet, type EmbeddedFleet, type EmbeddedFleetOptions, type FleetLog } from './fleet';
export { startWorkloads, type WorkloadOptions } from './workloads/startWorkloads';
export type { Cluster } from './cluster/Cluster';
export { ApiError, type KubeObject, type ObjectChange, type ResourceType } from './contracts';
