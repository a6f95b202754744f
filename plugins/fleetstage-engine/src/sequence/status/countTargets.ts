import type {
  RolloutSummary,
  StageBlocker,
  TargetCounts,
  TargetState,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText, earliest } from '../../decision';
import { groupBy } from '../../groupBy';
import { holdsStage } from '../eligibility/targetVerdict';
import type { TargetMemory } from '../state/rolloutMemory';

export function countTargets(targets: readonly TargetMemory[]): TargetCounts {
  const count = (state: TargetState) => targets.filter(target => target.state === state).length;
  return {
    total: targets.length,
    succeeded: count('Succeeded'),
    running: count('Running'),
    pending: count('Pending'),
    paused: count('Paused'),
    failed: count('Failed'),
    skipped: count('Skipped'),
    ineligible: count('Ineligible'),
    removed: count('Removed'),
  };
}

/** `12/40`: those that have the version, of all that are there (E/ST-005). */
export function summarize(targets: readonly TargetMemory[]): RolloutSummary {
  const counts = countTargets(targets);
  return { ...counts, text: `${counts.succeeded + counts.skipped}/${counts.total - counts.removed}` };
}

const MOVES: readonly TargetMemory['reason'][] = ['UpgradeStarted', 'UpgradeInProgress'];

/** Targets that hold a stage open for one reason. */
export interface HeldTargets {
  readonly reason: TargetMemory['reason'];
  /** Names, sorted. */
  readonly clusters: readonly string[];
  readonly since: Instant;
  readonly until?: Instant;
  /** Of the first of them. */
  readonly message: string;
}

/** What holds a stage open beside upgrades that get on, by reason (E/ST-006). */
export function heldTargets(targets: readonly TargetMemory[]): readonly HeldTargets[] {
  const held = targets.filter(target => holdsStage(target) && !MOVES.includes(target.reason));
  return [...groupBy(held, ({ reason }) => reason)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, group]) => {
      const until = earliest(...group.map(target => target.until));
      return {
        reason: group[0].reason,
        clusters: [...new Set(group.map(({ cluster }) => cluster))].sort(compareText),
        since: Math.min(...group.map(({ since }) => since)) as Instant,
        ...(until !== undefined && { until }),
        message: group[0].message,
      };
    });
}

/** The same as the status has it. */
export const blockersOfStage = (targets: readonly TargetMemory[]): readonly StageBlocker[] =>
  heldTargets(targets).map(({ reason, clusters, since, until }) => ({
    reason,
    clusters: clusters.length,
    since: toRfc3339(since),
    ...(until !== undefined && { until: toRfc3339(until) }),
  }));

/** Reasons of targets that do not get on by themselves. */
export const STUCK: readonly TargetMemory['reason'][] = [
  'ClusterNotReady',
  'NoProgress',
  'MaintenanceExclusion',
  'DeprecatedAPIUsage',
  'ProviderPaused',
  'UpgradeFailed',
  'RefusedByProvider',
  'AttemptsExhausted',
];

const SHOWN_CAUSES = 3;

/** Where every open target is blocked or has failed, the first causes; a window that opens is waited for (E/CO-002). */
export function findStuck(targets: readonly TargetMemory[]): readonly string[] | undefined {
  const open = targets.filter(holdsStage);
  if (open.length === 0 || open.some(({ reason }) => !STUCK.includes(reason))) return undefined;
  return open.slice(0, SHOWN_CAUSES).map(({ cluster, message }) => `${cluster}: ${message}`);
}
