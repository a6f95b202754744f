import type { OverrideView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { OverrideUse } from '../database/views/overrideUses';
import type { Schemas } from './contract';
import { matchedBy, namedClusters, type Candidate } from './overrideMatch';
import { CLUSTER_SCOPE } from './queryDeps';

export type OverrideStatus = Schemas['OverrideStatus'];

interface Known {
  readonly uses: readonly OverrideUse[];
  /** Of what the override says now. */
  readonly hash: string;
  /** Clusters that are to have it, and have no binding with it yet. */
  readonly pending: number;
  readonly view: OverrideView;
  /** The placement that it names exists, or it names none. */
  readonly hasPlacement: boolean;
  /** A placement places one of its objects. */
  readonly hasObject: boolean;
}

/** Where an override is applied: a cluster with an older snapshot waits for the rollout. */
export function overrideStatus({ uses, hash, pending, ...known }: Known): OverrideStatus {
  const count = (test: (use: OverrideUse) => boolean) =>
    uses.filter(test).reduce((sum, use) => sum + use.count, 0);
  const counts = {
    applied: count(use => use.hash === hash && use.state === 'applied'),
    failed: count(use => use.hash === hash && use.state === 'failed'),
    pending: pending + count(use => use.hash !== hash || use.state === 'pending'),
  };
  if (counts.failed > 0) {
    const { message } = uses.find(use => use.hash === hash && use.state === 'failed') ?? {};
    return { state: 'failed', ...counts, ...(message !== undefined && { message }) };
  }
  if (counts.pending > 0) return { state: 'pending', ...counts };
  if (counts.applied > 0) return { state: 'applied', ...counts };
  return { state: 'unused', ...counts, unusedBecause: whyUnused(known) };
}

function whyUnused({
  view,
  hasPlacement,
  hasObject,
}: Pick<Known, 'view' | 'hasPlacement' | 'hasObject'>): OverrideStatus['unusedBecause'] {
  if (!hasPlacement) return 'noPlacement';
  if (!hasObject) return 'noObject';
  return view.matchedCount === 0 ? 'noCluster' : 'notPicked';
}

/**
 * Clusters of lists that have no binding with the override yet: those of its placements that it matches, less those that
 * have one. A cluster that a changed label has taken out of the match still has one, so the count may be too small for a
 * moment.
 */
export function countAwaiting(
  candidates: readonly Candidate[],
  uses: readonly OverrideUse[],
  view: OverrideView,
): number {
  const matched = matchedBy(view);
  return candidates.reduce((sum, { key, on }) => {
    const wanted = on.filter(cluster => matched.has(cluster)).length;
    const bound = uses
      .filter(({ placement }) => placement === key)
      .reduce((count, use) => count + use.count, 0);
    return sum + Math.max(0, wanted - bound);
  }, 0);
}

interface Used {
  readonly uses: readonly OverrideUse[];
  readonly candidates: readonly Candidate[];
  readonly view: OverrideView;
  readonly hash: string;
}

/** By placement: where it is applied, where it failed, and where it is to come. */
export function toUses({ uses, candidates, view, hash }: Used): Schemas['OverrideUse'][] {
  const matched = matchedBy(view);
  const keys = [...new Set([...candidates.map(({ key }) => key), ...uses.map(({ placement }) => placement)])];
  return keys.sort().flatMap(key => {
    const own = uses.filter(({ placement }) => placement === key);
    const bound = new Set(own.flatMap(({ clusters }) => clusters));
    const on = candidates.find(one => one.key === key)?.on ?? [];
    const awaiting = on.filter(cluster => matched.has(cluster) && !bound.has(cluster));
    if (own.length === 0 && awaiting.length === 0) return [];
    const clustersOf = (test: (use: OverrideUse) => boolean) =>
      own.filter(test).flatMap(({ clusters }) => clusters);
    const pending = [...clustersOf(use => use.hash !== hash || use.state === 'pending'), ...awaiting].sort();
    const failed = own.filter(use => use.hash === hash && use.state === 'failed');
    const at = key.indexOf('/');
    return [
      {
        scope: at < 0 ? CLUSTER_SCOPE : key.slice(0, at),
        name: key.slice(at + 1),
        clusters: new Set([...on, ...bound]).size,
        applied: clustersOf(use => use.hash === hash && use.state === 'applied').length,
        failed: failed.length,
        pending: pending.length,
        failures: failed
          .slice(0, MOST_FAILURES)
          .map(({ clusters: [cluster], message = '' }) => ({ cluster, message })),
        pendingClusters: namedClusters(pending),
        awaiting: awaiting.length,
      },
    ];
  });
}

const MOST_FAILURES = 20;
