import { workName, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isSameEvidence,
  isWorthWatching,
  type ManifestIdentity,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { SeenStatus } from '@fleetstage/applier';
import type { GroupVersionKind } from '@fleetstage/kube-client';
import type { SeenStatuses } from '../database/backReportStore';
import type { WorkKey } from '../database/keys';
import { MemberWatches, type HeldWork, type MemberWatchesOptions } from '../kube/MemberWatches';

/** Watches that tell what is news for a work, and nothing else. */
export const openMemberWatches = (options: Omit<MemberWatchesOptions, 'isSame'>): MemberWatches =>
  new MemberWatches({ ...options, isSame: isSameEvidence });

interface Watched {
  readonly at: WorkKey;
  readonly rendered: Work;
  /** The objects whose statuses are kept so far; absent: none shall be. */
  readonly reported?: readonly ManifestIdentity[];
  readonly now: Instant;
}

export const heldWork = ({ placement }: Pick<WorkKey, 'placement'>, keepsStatuses = false): HeldWork => ({
  work: workName(placement),
  placement,
  keepsStatuses,
});

/**
 * Follows on the member what changes by itself, and, where statuses are kept, all that has one. Call the answer with the
 * statuses that a look has shown: the kinds that turn out to have one are followed from then on (B/WA-140).
 */
export function watchMember(
  watches: MemberWatches,
  { at, rendered, reported, now }: Watched,
): (seen: readonly SeenStatus[]) => { readonly statuses?: SeenStatuses } {
  const { manifests, problem } = rendered;
  const follow = (kinds: readonly ManifestIdentity[]) =>
    watches.need(at.cluster, heldWork(at, reported !== undefined), kindsToWatch(manifests, kinds));
  follow(reported ?? []);
  return seen => {
    if (reported === undefined) return {};
    follow([...reported, ...seen.map(({ object }) => object)]);
    // Of a work that cannot be sent nobody knows what it wants: what was kept stays.
    return problem === undefined ? { statuses: { wanted: manifests, seen, now } } : {};
  };
}

function kindsToWatch(
  manifests: readonly ManifestIdentity[],
  reported: readonly ManifestIdentity[],
): GroupVersionKind[] {
  const kinds = new Map<string, GroupVersionKind>();
  for (const { group, version, kind } of [...manifests.filter(isWorthWatching), ...reported])
    kinds.set(`${group}/${version}/${kind}`, { group, version, kind });
  return [...kinds.values()];
}
