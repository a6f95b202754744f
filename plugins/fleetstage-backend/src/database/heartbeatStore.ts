import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { clusterTexts, toRecord, type ClusterRecord } from './clusterStore';
import { nowMs } from './dbNow';
import { kubeObject } from './documents/kubeDocuments';
import type { HubKey } from './keys';
import type { OwnedNamespaces } from './namespaceStore';
import type { Claim } from './queue/claim';
import { toDelayMs } from './queue/writeMarks';
import { orEarlier } from './queue/writeSettlement';
import { rowsOf } from './rows';
import type { Executor, Reader } from './sql';
import type { ClusterRow } from './tables';

/** A member as it was before a heartbeat. */
export interface MemberBefore {
  readonly mirrored: KubeObject;
  readonly record: ClusterRecord;
  readonly namespaces: OwnedNamespaces;
  /** Of the record: no other one has it. */
  readonly stamp: string;
}

type BeforeRow = Pick<ClusterRow, 'health' | 'properties' | 'resource_usage' | 'collection'> & {
  readonly body: string;
  readonly stamp: string;
  readonly namespaces: readonly (readonly [string, string])[] | null;
};

/** One statement, for PostgreSQL. Absent: it has not been asked before, or is gone. */
export async function peekMember({ sql }: Reader, { hub, name }: HubKey): Promise<MemberBefore | undefined> {
  const result = await sql.raw(
    `select object.body, cluster.health, cluster.properties, cluster.resource_usage, cluster.collection, cluster.stamp,
       (select json_agg(json_build_array(namespace, owner) order by namespace collate "C") from cluster_namespaces
        where cluster_namespaces.hub = cluster.hub and cluster_namespaces.cluster = cluster.name) as namespaces
     from objects object join clusters cluster on cluster.hub = object.hub and cluster.name = object.name
     where object.hub = ? and object.kind = 'MemberCluster' and object.namespace = '' and object.name = ?
       and cluster.stamp is not null`,
    [hub, name],
  );
  const [row] = rowsOf<BeforeRow>(result);
  return (
    row && {
      mirrored: kubeObject.read(row.body),
      record: toRecord(row),
      namespaces: Object.fromEntries(row.namespaces ?? []),
      stamp: row.stamp,
    }
  );
}

export interface Heartbeat {
  readonly claim: Claim;
  /** The stamp of the record that it follows. */
  readonly after: string;
  readonly record: ClusterRecord;
  readonly nextMs: number;
}

/**
 * Writes a record in place of the one that it follows, and settles the claim, in one statement, for PostgreSQL.
 * The row of the queue comes last, as everywhere. False: the lease is another's, or the record has changed; where another one
 * takes the lease under this very statement, the record alone was written, which that one finds changed and writes anew.
 */
export async function saveHeartbeat(
  { sql, dialect }: Executor,
  { hub, name }: HubKey,
  { claim, after, record, nextMs }: Heartbeat,
): Promise<boolean> {
  const { stamp, ...texts } = clusterTexts(record);
  const ours = [claim.queue, claim.key, claim.token];
  const isOurs = 'queue = ? and key = ? and lease_token = ?';
  const later = `${nowMs(dialect)} + ${toDelayMs(nextMs)}`;
  const result = await sql.raw(
    `with saved as (
       update clusters set health = ?, properties = ?, resource_usage = ?, collection = ?, stamp = ?
       where hub = ? and name = ? and stamp = ? and exists (select 1 from dirty_keys where ${isOurs})
       returning 1),
     settled as (
       update dirty_keys set lease_token = null, lease_until = null, claimed_version = null, attempts = 0, last_error = null,
         due_at = ${orEarlier(dialect, 'due_at', later)}, latest_at = ${orEarlier(dialect, 'latest_at', later)}
       where ${isOurs} and exists (select 1 from saved)
       returning 1)
     select count(*) as count from settled`,
    [
      texts.health,
      texts.properties,
      texts.resource_usage,
      texts.collection,
      stamp,
      hub,
      name,
      after,
      ...ours,
      ...ours,
    ],
  );
  const [{ count }] = rowsOf<{ readonly count: number | string }>(result);
  return Number(count) === 1;
}
