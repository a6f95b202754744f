import {
  memberNamespace,
  type InternalMemberCluster,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  agentsOf,
  decideAgentHealth,
  joinedClaim,
  planJoin,
  pullMemberOf,
  memberObjects,
  recordAgentReport,
  tokenObjects,
  type KnownProperties,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import type { Tx } from '../database/db';
import { addMemberAgent, type MemberAgent } from '../database/memberAgentStore';
import { saveCluster } from '../database/clusterStore';
import { wake } from '../database/wakes';
import { targetOf } from '../kube/targetOf';
import type { Again } from '../loop/effect';
import { askCluster } from './kubeErrors';
import {
  heartbeatPeriodMs,
  lacksFinalizer,
  recordMember,
  toFollowed,
  type MemberBefore,
  type RecordDeps,
} from './recordMember';

/** What the hub shows of the agent of a member. */
export interface Heard {
  readonly kind: 'heard';
  /** Absent: there is none. */
  readonly internalMember?: InternalMemberCluster;
}

export interface HearInput extends MemberBefore {
  readonly mirrored: KubeObject;
  /** Absent: nothing was made for an agent yet. */
  readonly agent?: MemberAgent;
}

/** Reads what the agent of a pull member has reported, on the hub itself: what we mirror may be older than its silence. */
export function hearAgent(client: () => Promise<KubeClient>, member: string): Promise<Heard> {
  return askCluster(`read what the agent of member ${member} has reported`, async () => {
    const at = { namespace: memberNamespace(member), name: member };
    const found = await (await client()).find(targetOf('InternalMemberCluster'), at);
    // The API server has checked its shape.
    return { kind: 'heard', ...(found && { internalMember: found as unknown as InternalMemberCluster }) };
  });
}

/**
 * What the agent of a member has reported, as the rows that a probe of a push member writes (C/MC-032), and whether its
 * objects on the hub need something.
 */
export async function recordReport(
  tx: Tx,
  deps: RecordDeps,
  input: HearInput,
  { internalMember }: Heard,
): Promise<Again | void> {
  const { at, mirrored, record, namespaces, agent } = input;
  const { status } = internalMember ?? {};
  const now = deps.clock.now();
  const agents = agentsOf(status);
  const periodMs = heartbeatPeriodMs(mirrored);
  const { health, nextCheckAt } = decideAgentHealth(
    { previous: record?.health, agents, ...(periodMs !== undefined && { heartbeatPeriodMs: periodMs }) },
    now,
  );
  const before: KnownProperties = { properties: {}, ...record, ...(namespaces && { namespaces }) };
  const known = recordAgentReport(before, status, now);
  const followed = toFollowed(input, { known, health }, nextCheckAt - now);
  if (mirrored.metadata.deletionTimestamp !== undefined) {
    await saveCluster(tx, at.hub, at.name, followed.after);
    wake(tx, 'memberLeaving', at);
    wake(tx, 'membershipDue', at);
    return undefined;
  }
  await addMemberAgent(tx, at.hub, { member: at.name, memberUid: mirrored.metadata.uid ?? '' });
  const isFinalizerDue = lacksFinalizer(at, mirrored);
  await recordMember(tx, deps, { ...input, isFinalizerDue }, followed);
  // The finalizer comes before what it cleans up (C/MC-014); `ensure-finalizer` wakes the rest.
  const joined = joinedClaim(at.name, agents).status;
  if (!isFinalizerDue && isMembershipDue(mirrored, { agent, internalMember, joined }))
    wake(tx, 'membershipDue', at);
  return { afterMs: followed.nextMs };
}

interface MembershipSeen {
  readonly agent: MemberAgent | undefined;
  readonly internalMember: InternalMemberCluster | undefined;
  readonly joined: MemberAgent['joined'];
}

/** What the watch shows of drift (C/MC-020); the rest is found by the resync. */
function isMembershipDue(mirrored: KubeObject, { agent, internalMember, joined }: MembershipSeen): boolean {
  const { uid, generation } = mirrored.metadata;
  if (agent === undefined || agent.memberUid !== uid || agent.leavingSince !== undefined) return true;
  if (agent.ensuredFor !== String(generation) || agent.joined !== joined) return true;
  if (internalMember === undefined) return true;
  const member = pullMemberOf(mirrored);
  const shown = internalMember as unknown as KubeObject;
  const seen = { ...memberObjects(member), ...tokenObjects(member, shown), internalMember: shown };
  const plan = planJoin(member, seen);
  return plan.kind === 'write' && plan.writes.length > 0;
}
