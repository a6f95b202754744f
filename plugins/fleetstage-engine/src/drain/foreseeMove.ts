import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { comparePicks, planAfterRelease, type EvictionSequel } from '../eviction/foreseeEviction';
import { planPlacement, type PlacementPlan } from '../placement/planPlacement';
import { defaultPlugins } from '../schedule/defaultPlugins';
import { explainUnpicked } from '../schedule/explainSchedule';
import type { SchedulePlugins } from '../schedule/plugin';
import type { PlacementState } from '../state/placement';
import { countOf, joinAnd, listOf } from '../words';
import { CORDON_TAINT, withCordon } from './cordon';
import type { DrainItem } from './judgeDrain';

/** What the scheduler makes of a placement that a drain evicts. */
export interface DrainMove extends Omit<EvictionSequel, 'returns'> {
  /** E.g. `moves to c4`, without a capital and a full stop. */
  sentence: string;
}

/** Names that are read; more are counted. */
const NAMED = 3;

/**
 * Where a placement goes that is evicted from a cordoned cluster, by the pass that follows the eviction (C/EV-032, EV-033);
 * `undefined` where no eviction is to come: it is gone already, or it stays, which its own reason says.
 *
 *     PickN 3 of c1…c4, from c1 → moves to c4
 *     PickN 3 of c1…c3, from c1 → stays short: 2 of 3 clusters, there is no other one
 *     PickAll, from c1          → PickAll: not placed elsewhere; 2 other clusters have it
 *     PickFixed                 → PickFixed: not placed elsewhere
 */
export function foreseeMove(
  state: PlacementState,
  item: Pick<DrainItem, 'state' | 'eviction'>,
  { cluster, now }: { readonly cluster: string; readonly now: Instant },
  plugins: SchedulePlugins = defaultPlugins,
): DrainMove | undefined {
  const { placementType = 'PickAll' } = state.placement.spec.policy ?? {};
  if (item.state === 'stays' && placementType === 'PickFixed')
    return { instead: [], found: 0, sentence: 'PickFixed: not placed elsewhere' };
  if (!isToMove(item)) return undefined;
  const today = planPlacement(state, now, plugins);
  const then = planAfterRelease(state, { cluster, taints: seen => withCordon(seen) }, now, plugins);
  const sequel = comparePicks(today, then, cluster);
  const { instead, found, wanted } = sequel;
  return {
    ...{ instead, found, ...(wanted !== undefined && { wanted }) },
    sentence: inWords(sequel, { state, then, cluster, plugins }),
  };
}

/** Whether {@link foreseeMove} may have an answer, before the state of the placement is read. */
export const mayMove = (item: Pick<DrainItem, 'state' | 'eviction'>): boolean =>
  isToMove(item) || item.state === 'stays';

const isToMove = ({ state, eviction }: Pick<DrainItem, 'state' | 'eviction'>) =>
  state === 'due' ||
  state === 'blocked' ||
  state === 'empty' ||
  (state === 'evicting' && eviction?.state === 'waiting');

interface Foreseen {
  readonly state: PlacementState;
  readonly then: PlacementPlan;
  readonly cluster: string;
  readonly plugins: SchedulePlugins;
}

function inWords(sequel: EvictionSequel, foreseen: Foreseen): string {
  const { instead, found, wanted, returns } = sequel;
  const { state, then } = foreseen;
  if (isHeld(then)) return `where it goes is not known: ${heldInWords(then)}`;
  if (returns) return `would be picked for the cluster again, whatever its taint ${CORDON_TAINT.key}`;
  if (instead.length > 0) {
    const names = instead.length > NAMED ? listOf(instead, NAMED) : joinAnd(instead);
    const byRun = state.placement.spec.strategy?.type === 'External' ? ', by its next update run' : '';
    const short =
      wanted !== undefined && found < wanted ? `; stays short: ${found} of ${wanted} clusters` : '';
    return `moves to ${names}${byRun}${short}`;
  }
  if (wanted === undefined) return `PickAll: not placed elsewhere; ${othersInWords(found)}`;
  if (found >= wanted) return `not placed elsewhere: ${othersInWords(found)}, of ${wanted} wanted`;
  return `stays short: ${found} of ${countOf(wanted, 'cluster')}, ${whyNone(foreseen)}`;
}

const isHeld = ({ schedule: { outcome } }: PlacementPlan) => outcome === undefined || outcome.isHeld === true;

const heldInWords = ({ schedule }: PlacementPlan) =>
  schedule.blockers[0]?.message ?? 'its scheduling has come to no result yet';

const othersInWords = (found: number) =>
  found === 0
    ? 'no other cluster has it'
    : `${countOf(found, 'other cluster has', 'other clusters have')} it`;

/** The cluster of the drain is no other one, and those that are picked have it. */
function whyNone({ then, cluster, plugins }: Foreseen): string {
  const others = then.schedule.verdicts.filter(one => one.cluster !== cluster);
  const causes = explainUnpicked(others, plugins.filters);
  return causes === '' ? 'there is no other one' : `no other cluster fits: ${causes}`;
}
