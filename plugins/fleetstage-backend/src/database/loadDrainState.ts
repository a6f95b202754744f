import {
  annotationKeys,
  type DisruptionBudgetSpec,
  type Instant,
  type KubeObject,
  type MemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  evictionConditions,
  isEvictionOver,
  viewEviction,
  type DrainEviction,
  type DrainPlacement,
  type DrainState,
  type EvictionState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { BUDGET, listEvictions, listOutcomes, type DecidedRow } from './evictionStore';
import type { EvictionFacts } from './facts';
import { toHubKey, type HubKey, type PlacementRef } from './keys';
import { isKeyText, toKeyText } from './keyText';
import { loadObject } from './mirrorStore';
import { loadStatusInput } from './placementStore';

/** What a drain of a member is planned from; without `since`, as its annotation says. */
export async function loadDrainState(
  tx: Tx,
  { hub, name }: HubKey,
  { member, since }: { readonly member: KubeObject; readonly since?: Instant },
): Promise<DrainState> {
  const { metadata, spec } = member as unknown as MemberCluster;
  const here: string[] = await tx.sql('bindings').where({ hub, cluster: name }).pluck('placement');
  const evicted: string[] = await tx
    .sql('evictions')
    .where({ hub, cluster: toKeyText(name) })
    .distinct('placement')
    .pluck('placement');
  const placements: DrainPlacement[] = [];
  for (const placement of [...new Set([...here, ...evicted])].sort())
    placements.push(await loadPlacement(tx, { hub, name: placement }, name));
  return {
    cluster: {
      ...{ name, uid: metadata.uid ?? '', taints: spec.taints ?? [] },
      annotations: metadata.annotations ?? {},
    },
    placements,
    ...(since !== undefined && { since }),
  };
}

async function loadPlacement(tx: Tx, placement: PlacementRef, cluster: string): Promise<DrainPlacement> {
  const { hub, name: key } = placement;
  const known = isKeyText(key) ? await loadStatusInput(tx, toHubKey(hub, key)) : undefined;
  const budget = key.includes('/') ? undefined : await loadObject(tx, { hub, kind: BUDGET, name: key });
  const state: EvictionState = {
    ...(known && { placement: known.placement }),
    bindings: known?.bindings ?? [],
    reports: known?.reports ?? [],
    ...(budget && { budget: (budget.spec ?? {}) as DisruptionBudgetSpec }),
  };
  const evictions = key.includes('/') ? [] : await loadEvictions(tx, placement, cluster);
  return {
    ...{ key, state, evictions },
    activeRuns: known?.activeRuns ?? [],
    isExternal: known?.placement.spec.strategy?.type === 'External',
  };
}

/** As decided, before the status is on the hub. */
async function loadEvictions(tx: Tx, placement: PlacementRef, cluster: string): Promise<DrainEviction[]> {
  const decided = new Map((await listOutcomes(tx, placement)).map(row => [row.uid, row]));
  const evictions = (await listEvictions(tx, placement)).filter(one => one.cluster === cluster);
  return evictions.map(one => toDrainEviction(one, decided.get(one.uid)));
}

function toDrainEviction(eviction: EvictionFacts, row: DecidedRow | undefined): DrainEviction {
  const { name, uid, createdAt, annotations } = eviction;
  const drainAt = annotations?.[annotationKeys.drainAt];
  const isPublished = row === undefined || isEvictionOver(eviction);
  const { state, message } = isPublished ? viewEviction(eviction) : outcomeOf(row);
  return {
    ...{ name, uid, createdAt, state },
    ...(message !== undefined && { message }),
    ...(drainAt !== undefined && { drainAt }),
  };
}

const outcomeOf = ({ outcome, at }: DecidedRow): Pick<DrainEviction, 'state' | 'message'> => ({
  state: outcome.verdict,
  message: evictionConditions(outcome, at).at(-1)?.message,
});
