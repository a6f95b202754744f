import { condition, type ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MemberHealth } from '../cluster/facts';

/** The condition `Healthy` of the member agent (C/MC-037). */
export function healthClaim({ healthy, healthChangedAt, message = '' }: MemberHealth): ConditionClaim {
  switch (healthy) {
    case 'True':
      return condition('Healthy', 'True', 'InternalMemberClusterHealthy', message, healthChangedAt);
    case 'False':
      return condition('Healthy', 'False', 'InternalMemberClusterUnhealthy', message, healthChangedAt);
    default:
      return condition('Healthy', 'Unknown', 'FleetstageHealthUnknown', message, healthChangedAt);
  }
}
