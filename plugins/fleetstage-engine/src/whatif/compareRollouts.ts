import { isSameJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementPlan } from '../placement/planPlacement';
import { countOf } from '../words';
import type { Outlooks } from './outlooks';
import type { WhatIfRolloutView } from './views';

/** What the rollout would begin at once that it does not begin today. */
export function compareRollouts({ today, then }: Outlooks): WhatIfRolloutView {
  const before = movesOf(today.plan);
  const after = movesOf(then.plan);
  const moves = {
    begins: without(after.begins, before.begins),
    waits: without(after.waits, before.waits),
    leaves: without(after.leaves, before.leaves),
    updates: without(after.updates, before.updates),
  };
  const { strategy, resourceSelectors } = then.state.placement.spec;
  if (strategy?.type === 'External') return viewExternal(moves);
  if (then.state.resourceSnapshots.length === 0) {
    const message = 'No snapshot yet. The rollout starts once one is taken.';
    return { ...moves, kind: 'nothingCaptured', message };
  }
  const isSelectionChanged =
    today.plan !== undefined && !isSameJson(today.state.placement.spec.resourceSelectors, resourceSelectors);
  const recaptured = isSelectionChanged
    ? ' The changed selection is captured first, then rolled out to all clusters.'
    : '';
  const isNone = Object.values(moves).every(names => names.length === 0);
  const message = `${isNone ? 'No cluster changes.' : rollingInWords(moves)}${recaptured}`;
  return { ...moves, kind: isNone && !isSelectionChanged ? 'none' : 'rolling', message };
}

interface Moves {
  readonly begins: string[];
  readonly waits: string[];
  readonly leaves: string[];
  readonly updates: string[];
}

function movesOf(plan: PlacementPlan | undefined): Moves {
  const moves: Moves = { begins: [], waits: [], leaves: [], updates: [] };
  const phases = new Map(plan?.bindings.map(({ cluster, phase }) => [cluster, phase]));
  const advanced = new Set<string>();
  for (const action of plan?.rollout.actions ?? []) {
    if (action.kind === 'releaseBinding') moves.leaves.push(action.cluster);
    if (action.kind !== 'saveBinding' || action.event !== 'advanced') continue;
    const { cluster } = action.binding;
    advanced.add(cluster);
    (phases.get(cluster) === 'Bound' ? moves.updates : moves.begins).push(cluster);
  }
  const waiting = plan?.bindings.filter(b => b.phase === 'Scheduled' && !advanced.has(b.cluster)) ?? [];
  moves.waits.push(...waiting.map(({ cluster }) => cluster));
  return moves;
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return names.filter(name => !known.has(name));
}

function rollingInWords({ begins, waits, leaves, updates }: Moves): string {
  const parts = [
    begins.length > 0 && `Rollout to ${countOf(begins.length, 'cluster')} starts immediately.`,
    waits.length > 0 &&
      `${countOf(waits.length, 'cluster')} ${waits.length === 1 ? 'waits for its' : 'wait for their'} turn.`,
    updates.length > 0 && `Update of ${countOf(updates.length, 'cluster')} starts immediately.`,
    leaves.length > 0 && `Removal from ${countOf(leaves.length, 'cluster')} starts immediately.`,
  ];
  return parts.filter(Boolean).join(' ');
}

function viewExternal(moves: Moves): WhatIfRolloutView {
  const count = moves.waits.length;
  const message =
    count === 0
      ? 'Managed by update runs: clusters stay unchanged until a run starts.'
      : `Managed by update runs: ${countOf(count, 'cluster')} ${count === 1 ? 'needs' : 'need'} a run.`;
  return { ...moves, kind: 'runs', message };
}
