import {
  fromRfc3339,
  toRfc3339,
  type KubeObject,
  type MemberClusterAgentStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { FORCE_LEAVE_AFTER_MS, foreseeLeave } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadCluster } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { listEvictionsFrom, listOutcomesOn, loadEvictionActors } from '../database/evictionStore';
import { loadMemberAgent } from '../database/memberAgentStore';
import type { Schemas } from './contract';
import { byUid, newestFirst, toEvictionView } from './evictionViews';
import type { QueryDeps } from './queryDeps';

const EVICTIONS_SHOWN = 20;

/** How a member leaves, or how far it is: rows that `foreseeClusterLeave` reads. */
export interface LeaveRows {
  readonly agents: readonly MemberClusterAgentStatus[];
  readonly hasNamespace: boolean;
  readonly problem?: string;
}

export async function readLeave(tx: Tx, hub: string, name: string): Promise<LeaveRows> {
  const record = await loadCluster(tx, hub, name);
  const agent = await loadMemberAgent(tx, hub, name);
  return {
    agents: record?.collection?.agent?.agents ?? [],
    hasNamespace: agent !== undefined,
    ...(agent?.problem !== undefined && { problem: agent.problem }),
  };
}

export function foreseeClusterLeave(
  { forceLeaveAfterMs: forceAfterMs = FORCE_LEAVE_AFTER_MS }: Pick<QueryDeps, 'forceLeaveAfterMs'>,
  { metadata }: KubeObject,
  { agents, hasNamespace, problem }: LeaveRows,
): Schemas['LeaveForesight'] {
  const deletedAt = fromRfc3339(metadata.deletionTimestamp);
  const { way, namespace, since, forcedAt } = foreseeLeave({
    ...{ name: metadata.name, hasNamespace, agents, forceAfterMs },
    ...(deletedAt !== undefined && { deletedAt }),
  });
  return {
    way,
    ...(namespace !== undefined && { namespace }),
    forceAfterSeconds: Math.round(forceAfterMs / 1000),
    ...(since !== undefined && { since: toRfc3339(since) }),
    ...(forcedAt !== undefined && { forcedAt: toRfc3339(forcedAt) }),
    ...(since !== undefined && problem !== undefined && { held: problem }),
  };
}

/** Evictions from the cluster, newest first. */
export async function readClusterEvictions(
  tx: Tx,
  hub: string,
  cluster: string,
): Promise<Pick<Schemas['Cluster'], 'evictions' | 'evictionsTotal'>> {
  const evictions = await listEvictionsFrom(tx, hub, cluster);
  const shown = newestFirst(evictions).slice(0, EVICTIONS_SHOWN);
  const known = {
    decided: byUid(await listOutcomesOn(tx, hub, cluster)),
    actors: await loadEvictionActors(
      tx,
      hub,
      shown.map(({ placement }) => placement),
    ),
  };
  return {
    evictions: shown.map(one => ({ ...toEvictionView(one, known), placement: one.placement })),
    evictionsTotal: evictions.length,
  };
}
