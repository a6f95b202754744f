/** The states that the screens show, by the codes that the REST contract has for them. */

export type RunStateCode =
  | 'preparing'
  | 'readyToStart'
  | 'couldNotPrepare'
  | 'updating'
  | 'waitingForApproval'
  | 'waiting'
  | 'failing'
  | 'stuck'
  | 'stopping'
  | 'stopped'
  | 'succeeded'
  | 'failed'
  | 'ended';

export type StageStateCode =
  | 'notStarted'
  | 'waitingForApproval'
  | 'waiting'
  | 'updating'
  | 'failing'
  | 'stuck'
  | 'stopping'
  | 'stopped'
  | 'done'
  | 'failed'
  | 'ended'
  | 'notReached';

export type RunClusterStateCode =
  | 'notStarted'
  | 'waiting'
  | 'updating'
  | 'updated'
  | 'stuck'
  | 'failing'
  | 'failed'
  | 'ended'
  | 'removing'
  | 'removed';

export type { GateStateCode } from '../staged/gates/gateStatus';

export type ClusterStateCode =
  | 'joining'
  | 'notJoined'
  | 'healthy'
  | 'unhealthy'
  | 'noHeartbeat'
  | 'unreachable'
  | 'credentialsRefused'
  | 'leaving';

export type PlacementStateCode =
  | 'deciding'
  | 'notEnoughClusters'
  | 'noMatch'
  | 'held'
  | 'overrideFailed'
  | 'notSent'
  | 'applyFailed'
  | 'notAvailable'
  | 'working'
  | 'diffFailed'
  | 'diffReported'
  | 'available'
  | 'deleting'
  | 'invalid';
