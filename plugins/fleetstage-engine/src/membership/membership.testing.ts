import {
  toRfc3339,
  type Condition,
  type ConditionStatus,
  type Instant,
  type InternalMemberClusterStatus,
  type KubeObject,
  type MemberClusterAgentStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { minutesBefore, NOON } from '../testing/builders';
import { memberObjects, type PullMember } from './memberObjects';
import type { LiveObjects } from './planJoin';

export const aPullMember = (patch: Partial<PullMember> = {}): PullMember => ({
  name: 'edge',
  uid: 'uid-edge',
  identity: { kind: 'User', name: 'edge-agent' },
  heartbeatPeriodSeconds: 60,
  ...patch,
});

/** All objects of the member as they should be. */
export const liveObjects = (patch: LiveObjects = {}): LiveObjects => ({
  ...memberObjects(aPullMember()),
  ...patch,
});

export const aCondition = (
  type: string,
  status: ConditionStatus,
  patch: Partial<Condition> = {},
): Condition => ({
  type,
  status,
  reason: 'Reported',
  message: '',
  observedGeneration: 1,
  lastTransitionTime: toRfc3339(minutesBefore(60)),
  ...patch,
});

export interface AgentWords {
  readonly type?: string;
  readonly joined?: ConditionStatus;
  readonly healthy?: ConditionStatus;
  readonly at?: Instant;
}

/** `joined` and `healthy` are not reported where they are absent. */
export const anAgent = ({
  type = 'MemberAgent',
  joined,
  healthy,
  at = NOON,
}: AgentWords = {}): MemberClusterAgentStatus => ({
  type,
  conditions: [
    ...(joined ? [aCondition('Joined', joined)] : []),
    ...(healthy ? [aCondition('Healthy', healthy)] : []),
  ],
  lastReceivedHeartbeat: toRfc3339(at),
});

export const aJoinedAgent = (patch: AgentWords = {}) =>
  anAgent({ joined: 'True', healthy: 'True', ...patch });

export const anInternalMember = (
  status: InternalMemberClusterStatus | undefined,
  state = 'Join',
): KubeObject => ({
  ...memberObjects(aPullMember()).internalMember,
  spec: { state, heartbeatPeriodSeconds: 60 },
  ...(status && { status }),
});
