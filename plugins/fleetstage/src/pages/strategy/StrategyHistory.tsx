import type { StrategyTimelineEvent } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { useStrategyTimeline } from '../../api/strategyQueries';
import { HistoryCard } from '../../components/HistoryCard';

/** Does not compile while an event has no verb. */
const VERBS = {
  strategyCreated: 'created',
  strategyUpdated: 'updated',
  strategyDeleted: 'deleted',
} as const satisfies Record<StrategyTimelineEvent, string>;

interface StrategyHistoryProps {
  readonly name: string;
  readonly isOnlyIfAny?: boolean;
}

export const StrategyHistory = ({ name, isOnlyIfAny }: StrategyHistoryProps) => (
  <HistoryCard query={useStrategyTimeline(name)} verbs={VERBS} isOnlyIfAny={isOnlyIfAny} />
);
