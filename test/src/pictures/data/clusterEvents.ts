import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stamp } from './hub';
import { ago } from './moments';

type Event = Schemas['TimelineEvent'];

const JANA = 'user:default/jana.kovacs';
const line = (
  minutes: number,
  event: string,
  more: Partial<Event> & { readonly by?: string } = {},
): Event => {
  const { by = 'engine', ...rest } = more;
  return { id: String(100_000 - minutes), at: ago(minutes), event, actor: { ref: by }, ...rest };
};
const CORDON = 'cordon-key=cordon-value:NoSchedule';
const evicted = (minutes: number, placement: string, why = 'no budget protects the placement') =>
  line(minutes, 'evicted', {
    id: `${minutes}-${placement}`,
    message: `Placement "${placement}". Eviction "drain-eviction-${placement}-aks-weu-prd-01-5b1c3de0": ${why}`,
  });

/** It joined, was lost for a while, was drained with a budget in the way, and is open again. */
const lived: readonly Event[] = [
  line(2, 'drainEnded'),
  line(2.1, 'untainted', { message: CORDON }),
  line(2.2, 'uncordonAsked', { by: JANA }),
  line(31, 'drained', { message: 'Drained: 3 placements evicted; policy-baseline and shop/web stay.' }),
  evicted(32, 'payments-api', 'the budget needs 4 of 6 available, 6 are: allowed'),
  line(54, 'drainBlocked', {
    message:
      'Blocked: 2 of 3 placements evicted; payments-api is blocked; policy-baseline and shop/web stay.',
  }),
  evicted(55, 'cert-manager'),
  evicted(55, 'node-exporter'),
  line(55.1, 'drainStarted'),
  line(55.2, 'tainted', { message: CORDON }),
  line(55.3, 'drainAsked', { by: JANA, message: 'node pool replaced' }),
  line(60 * 26, 'clusterUpdated', { by: 'user:default/amir.haddad', message: 'Set label ring to wide' }),
  line(60 * 49, 'clusterHealthy'),
  line(60 * 49.4, 'clusterUnhealthy', { message: 'health probe failed with status code 503' }),
  line(60 * 24 * 9, 'heartbeatBack'),
  line(60 * 24 * 9 + 14, 'heartbeatLost', {
    message: 'its agent has sent no heartbeat for more than 5 minutes',
  }),
  line(60 * 24 * 40, 'clusterJoined'),
  line(60 * 24 * 40 + 3, 'joinTokenIssued', { by: JANA }),
  line(60 * 24 * 40 + 4, 'clusterJoinAsked', { by: JANA }),
];

const pageOf = (items: readonly Event[]): Schemas['TimelinePage'] => ({
  ...stamp,
  items: [...items],
  total: items.length,
});

export const clusterTimeline = pageOf(lived);
export const noTimeline = pageOf([]);
/** Asked to leave, and gone. */
export const timelineOfLeft = pageOf([
  line(60, 'clusterLeft'),
  line(61, 'leaveAsked', { by: JANA }),
  ...lived.slice(-3),
]);
