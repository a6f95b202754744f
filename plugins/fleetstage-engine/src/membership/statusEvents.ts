import {
  MEMBER_AGENT,
  type Condition,
  type MemberClusterStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MemberEventWords } from './memberEvent';

interface StatusChange {
  /** As it was on the hub; absent: nothing was there. */
  readonly before?: MemberClusterStatus;
  readonly after: MemberClusterStatus;
  /** Of a pull member joining is said where its agent says it (C/MC-033). */
  readonly isPulled: boolean;
}

/**
 * The Events that a new status of a MemberCluster makes: that a push member has joined, and changes of its health. The times of the
 * conditions distinguish them, so that a status that is written again makes no other one.
 *
 *     Joined – → True            MemberClusterJoined
 *     Healthy True → Unknown     MemberClusterHeartbeatLost
 *     Healthy True → False       MemberClusterUnhealthy
 *     Healthy Unknown → True     MemberClusterHealthy
 *     Healthy – → anything       nothing: it is joining
 */
export function statusEvents({ before, after, isPulled }: StatusChange): MemberEventWords[] {
  const joined = isPulled ? undefined : joinedOf(after);
  const hasJoined = joined?.status === 'True' && joinedOf(before)?.status !== 'True';
  const health = healthEvent(healthOf(before), healthOf(after));
  return [
    ...(hasJoined ? [{ reason: 'MemberClusterJoined', occasion: joined.lastTransitionTime } as const] : []),
    ...(health ? [health] : []),
  ];
}

const joinedOf = (status: MemberClusterStatus | undefined) =>
  status?.conditions?.find(({ type }) => type === 'Joined');

const healthOf = (status: MemberClusterStatus | undefined) =>
  status?.agentStatus
    ?.find(({ type }) => type === MEMBER_AGENT)
    ?.conditions?.find(({ type }) => type === 'Healthy');

const REASONS = {
  True: 'MemberClusterHealthy',
  False: 'MemberClusterUnhealthy',
  Unknown: 'MemberClusterHeartbeatLost',
} as const;

function healthEvent(
  before: Condition | undefined,
  after: Condition | undefined,
): MemberEventWords | undefined {
  if (before === undefined || after === undefined || before.status === after.status) return undefined;
  const { status, message, lastTransitionTime: occasion } = after;
  return { reason: REASONS[status], occasion, ...(status !== 'True' && message && { message }) };
}
