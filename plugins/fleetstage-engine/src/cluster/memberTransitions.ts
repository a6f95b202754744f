import type { MemberHealth } from './facts';

/** What is new of the health of a member, as a line of its timeline. */
export type MemberTransition =
  'clusterJoined' | 'heartbeatLost' | 'heartbeatBack' | 'clusterUnhealthy' | 'clusterHealthy';

/**
 * What a member pass has found to be new. One that has not joined has no health of its own yet, so joining is one line, and the
 * wait for the first report none (C/MC-032…039).
 *
 *     not joined → joined        clusterJoined
 *     True → Unknown             heartbeatLost
 *     True → False               clusterUnhealthy
 *     Unknown → True             heartbeatBack
 *     False → True               clusterHealthy
 */
export function memberTransition(
  before: MemberHealth | undefined,
  after: MemberHealth,
): MemberTransition | undefined {
  if (before?.joined !== true) return after.joined ? 'clusterJoined' : undefined;
  if (before.healthy === after.healthy) return undefined;
  if (after.healthy === 'True') return before.healthy === 'Unknown' ? 'heartbeatBack' : 'clusterHealthy';
  // Whoever answers in its place is heard well.
  return after.healthy === 'Unknown' && after.mistaken === undefined ? 'heartbeatLost' : 'clusterUnhealthy';
}
