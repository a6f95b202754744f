import {
  finalizerKeys,
  fromRfc3339,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideMembership, type MembershipCandidate } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { TransientError, type KubeClient } from '@fleetstage/kube-client';
import { loadCluster } from '../database/clusterStore';
import type { Database, Tx } from '../database/db';
import { loadHubUid } from '../database/hubStore';
import { toKeyText } from '../database/keyText';
import { loadHolder, loadJoined, loadMembership, saveMembership } from '../database/membershipStore';
import { loadObject } from '../database/mirrorStore';
import { NotThisMemberError, type MemberApproval } from '../kube/Connections';
import { readClusterUid } from '../kube/readClusterUid';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';

export interface OwnClusterOptions {
  readonly hub: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeoutMs: number;
  /** Whether a member may join that does not show its namespace `kube-system`. */
  readonly mayBeUnidentified: (member: string) => boolean;
}

/**
 * Lets a member join with the cluster that its credentials lead to, or refuses it; only the namespace `kube-system` is
 * read of that cluster.
 *
 * @throws NotThisMemberError where it is the hub, another member, or another cluster than the one that joined, or may be
 */
export async function ensureOwnCluster(
  { hub, database, clock, log, timeoutMs, mayBeUnidentified }: OwnClusterOptions,
  member: string,
  client: KubeClient,
): Promise<MemberApproval> {
  const shown = await readClusterUid(client, { timeoutMs });
  // A member may call anything its uid; it is looked up as a key.
  const clusterUid = shown === undefined ? undefined : toKeyText(shown);
  if (clusterUid !== undefined && (await keepsIt(database, { hub, member, clusterUid }))) return 'identified';
  const decision = await database.transact(async tx => {
    const joining = await toCandidate(tx, { hub, member, now: clock.now() });
    const candidate = { ...joining, ...(clusterUid !== undefined && { clusterUid }) };
    const [hubUid, recorded, holder] = [
      await loadHubUid(tx, hub),
      await loadMembership(tx, hub, member),
      clusterUid === undefined ? undefined : await loadHolder(tx, hub, clusterUid),
    ];
    const decided = decideMembership({
      candidate,
      hub: { name: hub, ...(hubUid !== undefined && { clusterUid: hubUid }) },
      ...(recorded && { recorded }),
      ...(holder && holder.member !== member && { holder }),
      mayBeUnidentified: mayBeUnidentified(member),
    });
    if (clusterUid !== undefined && (decided.kind === 'joins' || decided.kind === 'replaces'))
      await saveMembership(tx, hub, { ...candidate, clusterUid });
    return decided;
  });
  if (decision.kind === 'replaces')
    log.warn('A member takes the place of one that has joined with the same cluster later', {
      cluster: member,
      holder: decision.holder,
    });
  if (decision.kind === 'refused') throw new NotThisMemberError(decision.reason, decision.message);
  return decision.kind === 'unidentified' ? 'unidentified' : 'identified';
}

/** As it has joined, it answers: so it is with every heartbeat but the first. */
async function keepsIt(
  database: Database,
  at: { readonly hub: string; readonly member: string; readonly clusterUid: string },
): Promise<boolean> {
  const joined = await database.ask(reader => loadJoined(reader, at));
  if (joined?.memberUid === undefined) return false;
  const { recorded, memberUid, hubUid } = joined;
  const decided = decideMembership({
    candidate: { ...recorded, memberUid },
    hub: { name: at.hub, ...(hubUid !== undefined && { clusterUid: hubUid }) },
    recorded,
    mayBeUnidentified: false,
  });
  return decided.kind === 'keeps';
}

async function toCandidate(
  tx: Tx,
  { hub, member, now }: { hub: string; member: string; now: Instant },
): Promise<MembershipCandidate> {
  const object = await loadObject(tx, { hub, kind: 'MemberCluster', name: member });
  if (object === undefined)
    throw new TransientError(`MemberCluster ${member} is no member of hub "${hub}"`, {
      isClusterWide: false,
    });
  const { uid = '', creationTimestamp } = object.metadata;
  const createdAt = fromRfc3339(creationTimestamp) ?? now;
  const joinedAt = (await hasJoinedBefore(tx, hub, object)) ? createdAt : now;
  return { member, memberUid: uid, joinedAt, createdAt };
}

/** By our row, and where that is lost by the finalizer, which no member gets that was refused. */
async function hasJoinedBefore(tx: Tx, hub: string, { metadata }: KubeObject): Promise<boolean> {
  const record = await loadCluster(tx, hub, metadata.name);
  if (record?.health) return record.health.joined;
  return metadata.finalizers?.includes(finalizerKeys.memberCluster) ?? false;
}
