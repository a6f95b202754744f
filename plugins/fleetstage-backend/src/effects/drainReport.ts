import type { Instant, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { projectMemberEvent, type MemberEventReason } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Drain, DrainSummary } from '../database/drainStore';
import type { HubKey } from '../database/keys';
import type { TimelineEvent } from '../database/timelineStore';
import type { Metrics } from '../observe/metrics';

const METRIC = 'drain_placements';
const COUNTS = ['evicted', 'blocked', 'waiting', 'stays'] as const;

/** What was kept of the drain, and what it comes to now; absent: nobody asks for one. */
export interface DrainChange {
  readonly before: Drain | undefined;
  readonly now: Drain | undefined;
}

const REASONS = {
  drainStarted: 'MemberClusterDrainStarted',
  drainBlocked: 'MemberClusterDrainBlocked',
  drained: 'MemberClusterDrained',
  drainEnded: 'MemberClusterDrainEnded',
} as const satisfies Readonly<Record<string, MemberEventReason>>;

interface Step {
  readonly event: keyof typeof REASONS;
  readonly message?: string;
}

/** One per change of what the drain as a whole comes to. */
function stepsOf({ before, now }: DrainChange): Step[] {
  if (now === undefined) return before ? [{ event: 'drainEnded' }] : [];
  const { state, sentence: message } = now.progress;
  const started: Step[] = before === undefined ? [{ event: 'drainStarted' }] : [];
  if (state === before?.progress.state || state === 'draining') return started;
  return [...started, { event: state === 'drained' ? 'drained' : 'drainBlocked', message }];
}

/** The lines of a cluster's timeline. */
export const drainEvents = (cluster: string, change: DrainChange): TimelineEvent[] =>
  stepsOf(change).map(step => ({
    ...{ subjectKind: 'MemberCluster', subjectName: cluster, actor: 'engine' },
    ...step,
  }));

/** The same as Events on the hub, for `kubectl describe membercluster`; one that was created before has the same name. */
export const hubEvents = (
  member: { readonly name: string; readonly uid: string },
  change: DrainChange,
  now: Instant,
): KubeObject[] =>
  stepsOf(change).map(({ event, message }) => {
    const { askedAs = '' } = change.now ?? change.before ?? {};
    const words = { reason: REASONS[event], occasion: `${askedAs}/${message}` };
    return projectMemberEvent(member, { ...words, ...(message !== undefined && { message }) }, now);
  });

/** How many placements a drain has evicted, is held by, and has still to evict; those that stay. */
export function reportDrain(metrics: Metrics, { hub, name: cluster }: HubKey, summary: DrainSummary): void {
  const { evicted, total, blocked, stays } = summary;
  const counts = { evicted, blocked, waiting: total - evicted - blocked, stays };
  for (const state of COUNTS) metrics.gauge(METRIC, counts[state], { hub, cluster, state });
}

export function reportEnd(metrics: Metrics, { hub, name: cluster }: HubKey): void {
  for (const state of COUNTS) metrics.forget(METRIC, { hub, cluster, state });
}
