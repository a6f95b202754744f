import { toRfc3339, type Instant, type TargetState } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  formatVersion,
  lowestVersion,
  parseVersion,
  projectMemberVersion,
  projectTarget,
  type ClusterInRollout,
  type SequencePass,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Schemas } from '../contract';

/** What is not as wanted comes first. */
const RANKS: readonly TargetState[] = [
  'Failed',
  'Paused',
  'Running',
  'Pending',
  'Ineligible',
  'Succeeded',
  'Skipped',
  'Removed',
];

export const rankOf = (state: TargetState) => RANKS.indexOf(state);

interface Beside {
  /** Absent: the sequence is gone. */
  readonly pass: SequencePass | undefined;
  readonly isSkipped: boolean;
}

/** A row of the table of a rollout's clusters (E/UI-003). */
export function toClusterRow(
  { cluster, stage, stageName, worst, targets }: ClusterInRollout,
  { pass, isSkipped }: Beside,
): Schemas['VersionRolloutCluster'] {
  const attempts = Math.max(...targets.map(one => one.attempts));
  const { nextAttemptTime } = projectTarget(worst);
  const lastAttempt = latest(targets.map(({ startedAt }) => startedAt));
  return {
    name: cluster,
    ...versionsOf(pass, cluster),
    stage: stageName,
    stageNumber: stage,
    state: worst.state,
    reason: worst.reason,
    message: worst.message,
    since: toRfc3339(worst.since),
    ...timeOf('until', worst.until),
    ...timeOf('lastAttemptAt', lastAttempt),
    ...(nextAttemptTime !== undefined && { nextAttemptAt: nextAttemptTime }),
    ...(attempts > 0 && { attempts }),
    isSkipped,
    targets: targets.map(toTarget),
  };
}

/** As the cluster's own page shows them. */
function versionsOf(pass: SequencePass | undefined, cluster: string) {
  const view = pass?.clusters.get(cluster);
  if (pass === undefined || view === undefined) return {};
  const shown = projectMemberVersion(pass, view, { now: pass.now, generation: 1 });
  const { fleet, controlPlane, nodePools = [], maintenance } = shown;
  const nodes = lowestOf(nodePools.flatMap(({ versions = [] }) => versions.map(({ version }) => version)));
  return {
    ...(fleet !== undefined && { fleet }),
    ...(controlPlane?.version !== undefined && { controlPlane: controlPlane.version }),
    ...(nodes !== undefined && { nodes }),
    ...(maintenance?.nextOpen !== undefined && { nextWindow: maintenance.nextOpen }),
  };
}

function toTarget(target: ClusterInRollout['worst']): Schemas['UpgradeTarget'] {
  const { reason, startTime, endTime, nextAttemptTime, ...shown } = projectTarget(target);
  return {
    ...shown,
    ...{ reason: target.reason, message: target.message },
    since: toRfc3339(target.since),
    ...timeOf('until', target.until),
    ...(startTime !== undefined && { startedAt: startTime }),
    ...(endTime !== undefined && { endedAt: endTime }),
    ...(nextAttemptTime !== undefined && { nextAttemptAt: nextAttemptTime }),
  };
}

/** The lowest version of a cluster's nodes. */
function lowestOf(versions: readonly string[]): string | undefined {
  const lowest = lowestVersion(
    versions.flatMap(text => {
      const parsed = parseVersion(text);
      return parsed.ok ? [parsed.value] : [];
    }),
  );
  return lowest && formatVersion(lowest);
}

const latest = (times: readonly (Instant | undefined)[]): Instant | undefined =>
  times.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);

const timeOf = <Key extends string>(key: Key, at: Instant | undefined): Partial<Record<Key, string>> =>
  at === undefined ? {} : ({ [key]: toRfc3339(at) } as Partial<Record<Key, string>>);
