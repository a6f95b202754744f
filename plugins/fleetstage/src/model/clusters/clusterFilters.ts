import { stateGroups } from '../stateGroups';
import type { MemberState } from '../status/member';

export const clusterGroups = stateGroups({
  trouble: ['unreachable', 'notJoined', 'credentialsRefused', 'noHeartbeat', 'unhealthy'],
  joining: ['joining', 'leaving'],
  healthy: ['healthy'],
} as const satisfies Record<string, readonly MemberState[]>);
