import {
  fromRfc3339,
  toPlacementKey,
  type ClusterResourcePlacement,
  type Instant,
  type MemberCluster,
  type ResourcePlacement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { planPolicySnapshot } from '../schedule/planPolicySnapshot';
import type { PlacementFacts, PlacementState } from '../state/placement';
import { bindingOf, instantOf, reportOf, type AnyBinding } from './bindingObjects';
import { clusterFactsOf } from './clusterObjects';

/** What a client reads of the hub to see what the scheduler would do. */
export interface PlacementObjects {
  readonly placement: ClusterResourcePlacement | ResourcePlacement;
  readonly members: readonly MemberCluster[];
  /** Of the placement, those that are being removed, too. */
  readonly bindings: readonly AnyBinding[];
}

/**
 * The state of a placement for the scheduler alone, from objects of the hub: who holds it today was picked by its policy of
 * today. Of snapshots, overrides and runs nothing is known, so no rollout can be judged by it.
 */
export function placementStateOf(
  { placement, members, bindings }: PlacementObjects,
  now: Instant,
): PlacementState {
  const facts = placementFactsOf(placement);
  const { latest } = planPolicySnapshot(facts, [], facts.createdAt);
  const sorted = [...bindings].sort((a, b) => compareText(a.spec.targetCluster, b.spec.targetCluster));
  return {
    placement: facts,
    clusters: members.map(member => clusterFactsOf(member, now)).sort((a, b) => compareText(a.name, b.name)),
    policySnapshots: [latest],
    bindings: sorted.map(bindingOf),
    reports: sorted.map(reportOf),
    ...{ resourceSnapshots: [], verdicts: [], activeRuns: [] },
  };
}

function placementFactsOf({ metadata, spec }: ClusterResourcePlacement | ResourcePlacement): PlacementFacts {
  const { name, namespace } = metadata;
  const deletedAt = fromRfc3339(metadata.deletionTimestamp);
  return {
    name: toPlacementKey({ name, ...(namespace && { namespace }) }),
    ...(namespace && { namespace }),
    uid: metadata.uid ?? '',
    generation: metadata.generation ?? 1,
    spec,
    createdAt: instantOf(metadata.creationTimestamp),
    ...(deletedAt !== undefined && { deletedAt }),
    hasFinalizers: true,
  };
}
