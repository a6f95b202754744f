import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import { toFreeText } from './freeText';
import { chunks, toNumber } from './rows';
import type { MemberAgentRow } from './tables';

/** A member that joins by an agent of its own, and how far its objects on the hub are. */
export interface MemberAgent {
  /** uid of the MemberCluster. */
  readonly memberUid: string;
  /** The generation of the MemberCluster that its objects were made for; absent: they are not. */
  readonly ensuredFor?: string;
  /** What keeps its objects from being made, corrected or removed. */
  readonly problem?: string;
  /** Whether it has joined, as the last Event says. */
  readonly joined?: 'True' | 'False' | 'Unknown';
  /** When the member got credentials: its agent is to leave, the member stays. */
  readonly leavingSince?: Instant;
}

export async function loadMemberAgent(tx: Tx, hub: string, member: string): Promise<MemberAgent | undefined> {
  const row = await tx.sql('member_agents').where({ hub, member }).first();
  return (
    row && {
      memberUid: row.member_uid,
      ...(row.ensured_for !== null && { ensuredFor: row.ensured_for }),
      ...(row.problem !== null && { problem: row.problem }),
      ...(row.joined !== null && { joined: row.joined as NonNullable<MemberAgent['joined']> }),
      ...(row.leaving_since !== null && { leavingSince: instant(toNumber(row.leaving_since)) }),
    }
  );
}

export async function saveMemberAgent(
  tx: Tx,
  hub: string,
  member: string,
  agent: MemberAgent,
): Promise<void> {
  const values = {
    member_uid: agent.memberUid,
    ensured_for: agent.ensuredFor ?? null,
    problem: agent.problem === undefined ? null : toFreeText(agent.problem),
    joined: agent.joined ?? null,
    leaving_since: agent.leavingSince ?? null,
  };
  await tx
    .sql('member_agents')
    .insert({ hub, member, ...values })
    .onConflict(['hub', 'member'])
    .merge();
}

/** Adds a row where there is none of this MemberCluster; what is known of its objects stays. */
export async function addMemberAgent(
  tx: Tx,
  hub: string,
  { member, memberUid }: { readonly member: string; readonly memberUid: string },
): Promise<void> {
  await tx.sql('member_agents').where({ hub, member }).whereNot({ member_uid: memberUid }).delete();
  await tx
    .sql('member_agents')
    .insert({ hub, member, member_uid: memberUid })
    .onConflict(['hub', 'member'])
    .ignore();
}

export async function forgetMemberAgent(tx: Tx, hub: string, member: string): Promise<void> {
  await tx.sql('member_agents').where({ hub, member }).delete();
}

interface AgentOf {
  readonly member: string;
  readonly isLeaving: boolean;
}

/** All members that have an agent, by name. */
export async function listMemberAgents(tx: Tx, hub: string): Promise<AgentOf[]> {
  const rows = await tx
    .sql('member_agents')
    .where({ hub })
    .select('member', 'leaving_since')
    .orderBy('member');
  return rows.map(toAgentOf);
}

/** Those of these members that have one. */
export async function findMemberAgents(tx: Tx, hub: string, members: readonly string[]): Promise<AgentOf[]> {
  const found: AgentOf[] = [];
  for (const part of chunks(members)) {
    const query = tx.sql('member_agents').where({ hub }).whereIn('member', part);
    found.push(...(await query.select('member', 'leaving_since')).map(toAgentOf));
  }
  return found;
}

const toAgentOf = ({ member, leaving_since }: Pick<MemberAgentRow, 'member' | 'leaving_since'>): AgentOf => ({
  member,
  isLeaving: leaving_since !== null,
});
