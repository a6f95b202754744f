import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker, Decision } from '../decision';
import { listClusters } from '../rollout/explainRollout';
import { holdRemoval } from '../removal/holdRemoval';
import { settleBindings } from './settleBindings';
import type { PlacementAction, PlacementState } from '../state/placement';
import { waitOfRelease } from '../work/report';

/**
 * Takes a deleted placement apart: every cluster is asked to clean up, each binding is forgotten when its cluster
 * confirms, and the object goes when none is left (A/ST-080…083, C/MC-060).
 */
export function decideDeletion(state: PlacementState, now: Instant): Decision<PlacementAction> {
  const held = holdRemoval(state);
  if (held !== undefined) return held;
  const asked = state.bindings.map(b => (b.releasedAt === undefined ? { ...b, releasedAt: now } : b));
  const { kept, forgotten } = settleBindings(state, asked);
  const requested = new Set(state.bindings.filter(b => b.releasedAt !== undefined).map(b => b.cluster));
  const release = kept.filter(b => !requested.has(b.cluster));
  const { hasFinalizers, hasSomeFinalizer = hasFinalizers } = state.placement;
  const isDone = kept.length === 0 && hasSomeFinalizer;
  return {
    actions: [
      ...forgotten.map((b): PlacementAction => ({ kind: 'forgetBinding', cluster: b.cluster })),
      ...release.map((b): PlacementAction => ({
        kind: 'releaseBinding',
        cluster: b.cluster,
        at: now,
        why: 'the placement is being deleted',
      })),
      ...(isDone ? [{ kind: 'removeFinalizers' } as const] : []),
    ],
    blockers:
      kept.length === 0
        ? []
        : [
            explainLeft(
              kept.map(b => b.cluster),
              state,
            ),
          ],
  };
}

function explainLeft(clusters: readonly string[], { placement, reports }: PlacementState): Blocker {
  const waits = reports.flatMap(report =>
    clusters.includes(report.cluster) ? (waitOfRelease(report) ?? []) : [],
  );
  const more = waits.length > 1 ? `, and ${waits.length - 1} more clusters wait` : '';
  const why = waits.length > 0 ? ` (${waits[0]}${more})` : '';
  return {
    cause: 'PlacementLeaving',
    message: `the placement is being deleted: ${listClusters(clusters)} must be cleaned up first${why}`,
    clusters,
    ...(placement.deletedAt === undefined ? {} : { since: placement.deletedAt }),
  };
}
