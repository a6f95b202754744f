import type { DisruptionBudgetSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  decideEvictions,
  explainEviction,
  type DecidedEviction,
  type EvictionState,
  type PendingEviction,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { saveBindings } from '../database/bindingStore';
import type { Tx } from '../database/db';
import { listPending, loadTarget, saveOutcomes } from '../database/evictionStore';
import { toHubKey, type PlacementRef } from '../database/keys';
import { lockPlacement } from '../database/lockPlacement';
import { markDrainsOf, markPlacement, markWork } from '../database/marks';
import { loadStatusInput } from '../database/placementStore';
import { appendTimeline, type TimelineEvent } from '../database/timelineStore';
import { wake } from '../database/wakes';
import type { Clock } from '../ports';

interface EvictionRound {
  /** As they were when the hub was read: a later one may mean a budget that came after that. */
  readonly pending: readonly PendingEviction[];
  readonly budget?: DisruptionBudgetSpec;
  readonly clock: Clock;
}

/**
 * Decides evictions on the bindings as they are now, and commits verdicts and removals. A removed binding is one that the
 * scheduler has dropped and the rollout let go: the member cleans up, and the next pass may pick the cluster again
 * (C/EV-031…034).
 *
 * Returns false where nothing can be decided yet: the rows are those of an earlier placement of the name.
 */
export async function decideOnBindings(
  tx: Tx,
  placement: PlacementRef,
  { pending, budget, clock }: EvictionRound,
): Promise<boolean> {
  const state = await loadLocked(tx, placement);
  if (state === 'madeAnew') return false;
  // Another replica, or a mark that came twice, may have decided some of them.
  const open = new Set((await listPending(tx, placement)).map(({ uid }) => uid));
  const now = clock.now();
  const { decided, released } = decideEvictions(
    { ...state, ...(budget && { budget }) },
    pending.filter(({ uid }) => open.has(uid)),
    now,
  );
  if (decided.length === 0) return true;
  await saveOutcomes(
    tx,
    placement,
    decided.map(({ eviction: { name, uid, cluster }, ...outcome }) => ({
      ...{ name, uid, cluster, outcome, at: now },
    })),
  );
  await appendTimeline(tx, placement.hub, evictionEvents(placement.name, decided));
  wake(
    tx,
    'evictionDecided',
    decided.map(({ eviction }) => ({ hub: placement.hub, name: eviction.name })),
  );
  await markDrainsOf(tx, placement);
  if (released.length === 0) return true;
  await saveBindings(tx, placement, released);
  markWork(
    tx,
    placement,
    released.map(({ cluster }) => cluster),
  );
  await markPlacement(tx, placement);
  return true;
}

/** A placement that the mirror does not have has no lock: what is not there is decided by nobody else. */
async function loadLocked(tx: Tx, placement: PlacementRef): Promise<EvictionState | 'madeAnew'> {
  const nothing = { bindings: [], reports: [] };
  const { hub, name } = placement;
  if ((await loadTarget(tx, placement)) === undefined) return nothing;
  const { uid } = await lockPlacement(tx, hub, name);
  const state = await loadStatusInput(tx, toHubKey(hub, name));
  if (state === undefined) return nothing;
  return uid === '' || uid === state.placement.uid ? state : 'madeAnew';
}

/** Of placement and cluster; an invalid eviction is in the history of neither. */
const evictionEvents = (placement: string, decided: readonly DecidedEviction[]): TimelineEvent[] =>
  decided
    .filter(({ verdict }) => verdict !== 'invalid')
    .flatMap(({ eviction, ...outcome }): TimelineEvent[] => {
      const { name, cluster } = eviction;
      const event = outcome.verdict === 'executed' ? 'evicted' : 'evictionBlocked';
      const said = `Eviction "${name}": ${explainEviction(outcome)}`;
      const line = { event, actor: 'engine' } as const;
      return [
        { ...line, subjectKind: 'ClusterResourcePlacement', subjectName: placement, cluster, message: said },
        {
          ...{ ...line, subjectKind: 'MemberCluster', subjectName: cluster },
          message: `Placement "${placement}". ${said}`,
          data: { placement },
        },
      ];
    });
