import type { PlacementPolicy, Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { decidePlacement } from '../placement/decidePlacement';
import type { PlacementState } from '../state/placement';
import { aPlacement, aPlacementSpec, aPlacementState, NOON } from '../testing/builders';
import { commitPlacement } from '../testing/commitPlacement';
import type { WhatIfChange } from './change';
import { whatIf, type WhatIfOptions } from './whatIf';
import type { WhatIfView } from './views';

/** Placement `web` with this policy after its first pass: whoever is picked has a binding. */
export function aDecided(
  policy: PlacementPolicy | undefined,
  clusters: readonly ClusterFacts[],
): PlacementState {
  const placement = aPlacement({ spec: aPlacementSpec({ policy }) });
  return settled(aPlacementState({ placement, clusters, policySnapshots: [] }));
}

/** After one pass. */
export const settled = (state: PlacementState): PlacementState =>
  commitPlacement(state, decidePlacement(state, NOON).actions);

export function tryOut(state: PlacementState, change: WhatIfChange, options: WhatIfOptions = {}): WhatIfView {
  const tried = whatIf(state, change, NOON, options);
  if (!tried.ok) throw new Error(tried.error);
  return tried.value;
}

export const errorOf = (tried: Result<unknown>) => (tried.ok ? undefined : tried.error);

/** `+c3 -c1 =c2`: gains, losses and, where given, who stays; then who stays without as `.c4`. */
export const effectsOf = ({ items }: WhatIfView) =>
  items.map(({ effect, cluster }) => `${MARKS[effect]}${cluster}`).join(' ');

const MARKS = { gains: '+', loses: '-', stays: '=', without: '.' } as const;

export const whyOf = ({ items }: WhatIfView, cluster: string) =>
  items.find(item => item.cluster === cluster)?.why;
