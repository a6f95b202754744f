import type { Drain, DrainSummary } from '../database/drainStore';
import type { HubKey } from '../database/keys';
import type { TimelineEvent } from '../database/timelineStore';
import type { Metrics } from '../observe/metrics';

const METRIC = 'drain_placements';
const COUNTS = ['evicted', 'blocked', 'waiting', 'stays'] as const;

/** The lines of a cluster's timeline: one per change of what the drain as a whole comes to. */
export function drainEvents(
  cluster: string,
  before: Drain | undefined,
  now: Drain | undefined,
): TimelineEvent[] {
  const line = (event: TimelineEvent['event'], message?: string): TimelineEvent => ({
    ...{ subjectKind: 'MemberCluster', subjectName: cluster, event, actor: 'engine' },
    ...(message !== undefined && { message }),
  });
  if (now === undefined) return before ? [line('drainEnded')] : [];
  const { state, sentence } = now.progress;
  const started = before === undefined ? [line('drainStarted')] : [];
  if (state === before?.progress.state || state === 'draining') return started;
  return [...started, line(state === 'drained' ? 'drained' : 'drainBlocked', sentence)];
}

/** How many placements a drain has evicted, is held by, and has still to evict; those that stay. */
export function reportDrain(metrics: Metrics, { hub, name: cluster }: HubKey, summary: DrainSummary): void {
  const { evicted, total, blocked, stays } = summary;
  const counts = { evicted, blocked, waiting: total - evicted - blocked, stays };
  for (const state of COUNTS) metrics.gauge(METRIC, counts[state], { hub, cluster, state });
}

export function reportEnd(metrics: Metrics, { hub, name: cluster }: HubKey): void {
  for (const state of COUNTS) metrics.forget(METRIC, { hub, cluster, state });
}
