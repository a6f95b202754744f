import type {
  RolloutClusterStatus,
  VersionRolloutStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { keepWithin, MAX_STATUS_BYTES, NOTICE_BYTES, sizeOf } from '../../fitBytes';
import { countOf, sentence } from '../../words';

/**
 * A status that fits the store (E/ST-020): first the messages of clusters go, then clusters that are succeeded or skipped, then
 * the last of the others. `message` says so; REST and MemberVersions have everything.
 */
export function trimRollout(
  status: VersionRolloutStatus,
  maxBytes: number = MAX_STATUS_BYTES,
): VersionRolloutStatus {
  const { clusters = [] } = status;
  if (sizeOf(status) <= maxBytes) return status;
  const brief = clusters.map(withoutMessages);
  const room = maxBytes - NOTICE_BYTES - sizeOf({ ...status, clusters: [] });
  const ranked = [...brief].sort((a, b) => Number(isOver(a)) - Number(isOver(b)));
  const kept = new Set(keepWithin(ranked, room));
  const left = clusters.length - kept.size;
  const missing = left === 0 ? '' : ` and ${countOf(left, 'cluster')}`;
  return {
    ...status,
    message: sentence(
      `${status.message ?? ''} The status is too large: messages of clusters${missing} are left out here, Backstage shows them`,
    ),
    clusters: brief.filter(cluster => kept.has(cluster)),
  };
}

const withoutMessages = ({ targets = [], ...cluster }: RolloutClusterStatus): RolloutClusterStatus => ({
  ...cluster,
  targets: targets.map(({ message: _, ...target }) => target),
});

const isOver = ({ targets = [] }: RolloutClusterStatus) =>
  targets.every(({ state }) => state === 'Succeeded' || state === 'Skipped');
