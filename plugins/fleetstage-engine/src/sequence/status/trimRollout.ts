import {
  utf8Length,
  type RolloutClusterStatus,
  type VersionRolloutStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { countOf, sentence } from '../../words';

/** Leaves room for spec and metadata below the 1.5 MiB that etcd takes (RUL 42). */
export const MAX_ROLLOUT_BYTES = 1024 * 1024;
const RESERVED_BYTES = 1024;
const COMMA_BYTES = 1;

/**
 * A status that fits the store (E/ST-020): first the messages of clusters go, then clusters that are succeeded or skipped, then
 * the last of the others. `message` says so; REST and MemberVersions have everything.
 */
export function trimRollout(
  status: VersionRolloutStatus,
  maxBytes: number = MAX_ROLLOUT_BYTES,
): VersionRolloutStatus {
  const { clusters = [] } = status;
  if (sizeOf(status) <= maxBytes) return status;
  const brief = clusters.map(withoutMessages);
  const room = maxBytes - RESERVED_BYTES - sizeOf({ ...status, clusters: [] });
  const ranked = [...brief].sort((a, b) => Number(isOver(a)) - Number(isOver(b)));
  const kept = new Set<string>();
  let used = 0;
  for (const cluster of ranked) {
    used += sizeOf(cluster) + COMMA_BYTES;
    if (used > room) break;
    kept.add(cluster.name);
  }
  const left = clusters.length - kept.size;
  const missing = left === 0 ? '' : ` and ${countOf(left, 'cluster')}`;
  return {
    ...status,
    message: sentence(
      `${status.message ?? ''} The status is too large: messages of clusters${missing} are left out here, Backstage shows them`,
    ),
    clusters: brief.filter(({ name }) => kept.has(name)),
  };
}

const sizeOf = (value: unknown) => utf8Length(JSON.stringify(value));

const withoutMessages = ({ targets = [], ...cluster }: RolloutClusterStatus): RolloutClusterStatus => ({
  ...cluster,
  targets: targets.map(({ message: _, ...target }) => target),
});

const isOver = ({ targets = [] }: RolloutClusterStatus) =>
  targets.every(({ state }) => state === 'Succeeded' || state === 'Skipped');
