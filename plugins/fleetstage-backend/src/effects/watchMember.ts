import { workName, type ApplyStrategy, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  completeStrategy,
  isSameEvidence,
  type ManifestIdentity,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  comparedObjects,
  kindsToWatch,
  MemberWatches,
  type HeldWork,
  type MemberWatchesOptions,
  type SeenStatus,
} from '@fleetstage/applier';
import type { SeenStatuses } from '../database/backReportStore';
import type { WorkKey } from '../database/keys';

/** Watches that report what changes for a work, and nothing else. */
export const openMemberWatches = (options: Omit<MemberWatchesOptions, 'isSame'>): MemberWatches =>
  new MemberWatches({ ...options, isSame: isSameEvidence });

interface Watched {
  readonly at: WorkKey;
  readonly rendered: Work;
  readonly applyStrategy: ApplyStrategy;
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
 * Follows on the member all kinds of the work: whole objects of what changes by itself and, where statuses are kept, of all
 * that has one; of the others metadata, which show that somebody has changed an object. Call the returned function with the
 * statuses that a read has shown: the kinds that turn out to have one are followed from then on (B/WA-140).
 */
export function watchMember(
  watches: MemberWatches,
  { at, rendered, applyStrategy, reported, now }: Watched,
): (seen: readonly SeenStatus[]) => { readonly statuses?: SeenStatuses } {
  const { manifests, problem } = rendered;
  // Objects that are only compared have no owner of ours.
  const isCompared = completeStrategy(applyStrategy).type === 'ReportDiff';
  const held: HeldWork = {
    ...heldWork(at, reported !== undefined),
    ...(isCompared && { compared: comparedObjects(manifests) }),
  };
  const wanted = manifests.filter(({ fault }) => !fault);
  const follow = (kinds: readonly ManifestIdentity[]) =>
    watches.need(at.cluster, held, kindsToWatch(wanted, kinds));
  follow(reported ?? []);
  return seen => {
    if (reported === undefined) return {};
    follow([...reported, ...seen.map(({ object }) => object)]);
    // Of a work that cannot be sent nobody knows what it wants: what was kept stays.
    return problem === undefined ? { statuses: { wanted: manifests, seen, now } } : {};
  };
}
