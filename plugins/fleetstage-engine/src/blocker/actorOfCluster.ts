import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { silenceOf } from '../cluster/silenceOf';
import { menderOf } from '../work/cause/finalCause';
import type { WorkReport } from '../work/report';
import type { BlockerActor } from './causes';

/**
 * Who can act on a cluster that does not get on; one answer for rows and pages.
 *
 *   its credentials are refused, or another cluster answers  → operator
 *   it is not well by itself                                 → whose the cluster is
 *   nothing was sent                                         → operator
 *   an override or the apply failed                          → whose the placement is
 *   a final cause was read on the member                     → who can mend that, else whose the cluster is
 */
export function actorOfCluster(
  facts: ClusterFacts | undefined,
  report: WorkReport | undefined,
  now: Instant,
): BlockerActor {
  if (facts !== undefined && !facts.isLeaving && (facts.health?.mistaken || facts.health?.isRefused))
    return 'operator';
  if (facts !== undefined && !isWell(facts, now)) return 'clusterOwner';
  if (report?.synchronized?.status === 'False') return 'operator';
  if (report?.overridden?.status === 'False' || report?.applied?.status === 'False') return 'appOwner';
  return (report && menderOf(report)) ?? 'clusterOwner';
}

const isWell = (facts: ClusterFacts, now: Instant) =>
  !facts.isLeaving &&
  facts.health?.healthy === 'True' &&
  facts.health.lastHeartbeatAt !== undefined &&
  silenceOf(facts, now) === undefined;
