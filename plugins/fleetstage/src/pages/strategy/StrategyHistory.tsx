import type { StrategyTimelineEvent } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { StrategyKey } from '../../api/strategyEditorQueries';
import { useStrategyTimeline } from '../../api/strategyQueries';
import { HistoryCard } from '../../components/HistoryCard';

/** Does not compile while an event has no verb. */
const VERBS = {
  strategyCreated: 'created',
  strategyUpdated: 'updated',
  strategyDeleted: 'deleted',
} as const satisfies Record<StrategyTimelineEvent, string>;

interface StrategyHistoryProps {
  readonly of: StrategyKey;
  readonly isOnlyIfAny?: boolean;
}

export const StrategyHistory = ({ of, isOnlyIfAny }: StrategyHistoryProps) => (
  <HistoryCard query={useStrategyTimeline(of)} verbs={VERBS} isOnlyIfAny={isOnlyIfAny} />
);
