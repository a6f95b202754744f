import type { Blocker } from '../decision';
import { listClusters } from '../rollout/explainRollout';
import type { Binding, PlacementState } from '../state/placement';

/**
 * What waits under strategy External, where only update runs move bindings: new clusters hold nothing, unpicked ones
 * keep what they have, newer resources stay on the hub (C/PL-008, PL-009).
 */
export function explainExternal(
  state: Pick<PlacementState, 'resourceSnapshots' | 'bindings' | 'activeRuns'>,
): Blocker[] {
  const latest = state.resourceSnapshots.at(-1)?.index;
  const open = state.bindings.filter(b => b.releasedAt === undefined);
  const behind = open.filter(b => b.phase === 'Bound' && b.resourceIndex !== latest);
  const scheduled = open.filter(b => b.phase === 'Scheduled');
  const unscheduled = open.filter(b => b.phase === 'Unscheduled');
  const run = state.activeRuns.length > 0 ? `update run ${state.activeRuns.join(', ')}` : 'an update run';
  return [
    ...blockerOf(scheduled, c => `nothing is placed until ${run} reaches the cluster: ${c}`),
    ...blockerOf(behind, c => `only an update run rolls resource snapshot ${latest} out: ${c}`),
    ...blockerOf(
      unscheduled,
      c => `no longer picked, but nothing is removed until ${run} reaches its deletion stage: ${c}`,
    ),
  ];
}

function blockerOf(bindings: readonly Binding[], say: (clusters: string) => string): Blocker[] {
  const clusters = bindings.map(b => b.cluster);
  return clusters.length === 0
    ? []
    : [{ cause: 'WaitsForUpdateRun', message: say(listClusters(clusters)), clusters }];
}
