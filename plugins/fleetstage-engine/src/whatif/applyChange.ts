import {
  canonicalJson,
  failure,
  ok,
  type Instant,
  type PlacementSpec,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../state/placement';
import { applyClusterChanges } from './applyClusterChanges';
import type { WhatIfChange } from './change';
import { fillPolicy, fillStrategy } from './fillDefaults';
import { checkPolicy } from './checkPolicy';
import { checkStrategy, checkUpdate } from './checkUpdate';

/**
 * The state as it would be after the change; an error names the field of the change.
 *
 *   policy PickN 3 → the spec with it, one generation later       the same spec again → the state as it is
 *   clusters[0]: edit x, which nobody knows → clusters[0].cluster: "x" is not in the fleet; …
 *   PickAll → PickN, which the hub refuses  → policy.placementType is immutable; … (not where `isNew`)
 */
export function applyChange(
  state: PlacementState,
  change: WhatIfChange,
  now: Instant,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Result<PlacementState> {
  const clusters = applyClusterChanges(state.clusters, change.clusters ?? [], now);
  if (!clusters.ok) return clusters;
  const spec = changedSpec(state.placement.spec, change);
  const isChanged = canonicalJson(spec) !== canonicalJson(state.placement.spec);
  const wrong = isChanged ? explainRefusal(state.placement.spec, spec, { change, isNew }) : undefined;
  if (wrong !== undefined) return failure(wrong);
  const { placement } = state;
  return ok({
    ...state,
    clusters: clusters.value,
    placement: isChanged ? { ...placement, spec, generation: placement.generation + 1 } : placement,
  });
}

/** As on the hub, what is not changed prevents nothing (A/WH-050). */
function explainRefusal(
  before: PlacementSpec,
  after: PlacementSpec,
  { change, isNew }: { readonly change: WhatIfChange; readonly isNew: boolean },
): string | undefined {
  const at = {
    policy: change.policy === undefined && change.spec ? 'spec.policy' : 'policy',
    strategy: change.strategy === undefined && change.spec ? 'spec.strategy' : 'strategy',
  };
  return (
    (after.policy === before.policy ? undefined : checkPolicy(after.policy, at.policy)) ??
    (after.strategy === before.strategy ? undefined : checkStrategy(after.strategy, at.strategy)) ??
    (isNew ? undefined : checkUpdate(before, after, at))
  );
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
