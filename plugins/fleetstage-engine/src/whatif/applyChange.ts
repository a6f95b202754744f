import {
  canonicalJson,
  failure,
  ok,
  type Instant,
  type PlacementSpec,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../placement/state';
import { applyClusterChanges } from './applyClusterChanges';
import type { WhatIfChange } from './change';
import { fillPolicy, fillStrategy } from './fillDefaults';
import { checkPolicy } from './checkPolicy';

/**
 * The state as it would be after the change; an error names the field of the change.
 *
 *   policy PickN 3 → the spec with it, one generation later       the same spec again → the state as it is
 *   clusters[0]: edit x, which nobody knows → clusters[0].cluster: "x" is not in the fleet; …
 */
export function applyChange(
  state: PlacementState,
  change: WhatIfChange,
  now: Instant,
): Result<PlacementState> {
  const clusters = applyClusterChanges(state.clusters, change.clusters ?? [], now);
  if (!clusters.ok) return clusters;
  const spec = changedSpec(state.placement.spec, change);
  const isChanged = canonicalJson(spec) !== canonicalJson(state.placement.spec);
  const wrong = isChanged ? checkPolicy(spec.policy, change.spec ? 'spec.policy' : 'policy') : undefined;
  if (wrong !== undefined) return failure(wrong);
  const { placement } = state;
  return ok({
    ...state,
    clusters: clusters.value,
    placement: isChanged ? { ...placement, spec, generation: placement.generation + 1 } : placement,
  });
}

/** Parts that differ in defaults alone stay as they are. */
function changedSpec(before: PlacementSpec, { spec, policy, strategy }: WhatIfChange): PlacementSpec {
  const wanted = {
    ...(spec ?? before),
    ...(policy !== undefined && { policy }),
    ...(strategy !== undefined && { strategy }),
  };
  return {
    ...wanted,
    policy: sameOr(before.policy, wanted.policy ?? undefined, one => one && fillPolicy(one)),
    strategy: sameOr(before.strategy, wanted.strategy, fillStrategy),
  };
}

function sameOr<T>(before: T, wanted: T, fill: (value: T) => T): T {
  const filled = fill(wanted);
  return canonicalJson(fill(before) ?? null) === canonicalJson(filled ?? null) ? before : filled;
}
