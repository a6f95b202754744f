import type { OverrideTimelineEvent } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { useOverrideTimeline, type OverrideAddress } from '../../api/overrideQueries';
import { HistoryCard } from '../../components/HistoryCard';

/** Does not compile while an event has no verb. */
const VERBS = {
  overrideCreated: 'created',
  overrideUpdated: 'updated',
  overrideDeleted: 'deleted',
} as const satisfies Record<OverrideTimelineEvent, string>;

interface OverrideHistoryProps {
  readonly address: OverrideAddress;
  readonly isOnlyIfAny?: boolean;
}

export const OverrideHistory = ({ address, isOnlyIfAny }: OverrideHistoryProps) => (
  <HistoryCard query={useOverrideTimeline(address)} verbs={VERBS} isOnlyIfAny={isOnlyIfAny} />
);
