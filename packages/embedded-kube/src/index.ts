export { runCommand } from './command/runCommand';
export { startEmbeddedFleet, type EmbeddedFleet, type EmbeddedFleetOptions, type FleetLog } from './fleet';
export { EmbeddedCluster, type ObjectKind, type ObjectReference } from './EmbeddedCluster';
export { startWorkloads, type WorkloadOptions } from './workloads/startWorkloads';
export { parseUsers, type FleetUser } from './access/usersFile';
export type { Cluster } from './cluster/Cluster';
export type { Durability } from './storage/SqliteStore';
export { ApiError, type KubeObject, type ObjectChange, type ResourceType } from './contracts';
export type { ClusterFaults, FaultHandle } from './faults/ClusterFaults';
export type { FaultReport } from './faults/FleetFaults';
export { FaultError, parseFaultText } from './faults/parseFaults';
export type {
  ClockFault,
  ErrorFault,
  Fault,
  FaultMatch,
  FaultMoment,
  FaultPlan,
  FaultsByCluster,
  HangFault,
  LatencyFault,
  Patterns,
  ResetFault,
  RestartOptions,
  SlowFault,
  ThrottleFault,
  Verb,
  WatchCutFault,
  WatchEnd,
} from './faults/fault';
