import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { SequenceMemory } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { sequenceMemory } from '../documents/sequenceDocuments';
import type { HubKey } from '../keys';
import type { RolloutSequenceRow } from '../tables';

/** What is remembered of a RolloutSequence; its spec is in the mirror as long as the object is there. */
export interface SequenceRecord {
  readonly name: string;
  /** Of the object that the memory is of: one made anew under the name is another. */
  readonly uid: string;
  readonly createdAt: Instant;
  readonly memory: SequenceMemory;
  /** Lines of the timeline up to this id are Events on the hub. */
  readonly toldUntil: number;
}

export async function loadSequence(tx: Tx, { hub, name }: HubKey): Promise<SequenceRecord | undefined> {
  const row = await tx.sql('rollout_sequences').where({ hub, name }).first();
  return row && toRecord(row);
}

export async function saveSequence(
  tx: Tx,
  hub: string,
  { name, uid, createdAt, memory }: Omit<SequenceRecord, 'toldUntil'>,
): Promise<void> {
  const row = { hub, name, uid, created_at: createdAt, memory: sequenceMemory.write(memory), told_until: 0 };
  await tx
    .sql('rollout_sequences')
    .insert(row)
    .onConflict(['hub', 'name'])
    .merge(['uid', 'created_at', 'memory']);
}

/** Every sequence that has a memory, by name: its object may be gone. */
export async function listSequences(tx: Tx, hub: string): Promise<SequenceRecord[]> {
  const rows = await tx.sql('rollout_sequences').where({ hub }).orderBy('name');
  return rows.map(toRecord);
}

/** The same without memories. */
export const listSequenceNames = (tx: Tx, hub: string): Promise<string[]> =>
  tx.sql('rollout_sequences').where({ hub }).orderBy('name').pluck('name');

export async function forgetSequence(tx: Tx, { hub, name }: HubKey): Promise<void> {
  await tx.sql('rollout_sequences').where({ hub, name }).delete();
}

export async function saveToldUntil(tx: Tx, { hub, name }: HubKey, id: number): Promise<void> {
  await tx
    .sql('rollout_sequences')
    .where({ hub, name })
    .where('told_until', '<', id)
    .update({ told_until: id });
}

const toRecord = (row: RolloutSequenceRow): SequenceRecord => ({
  name: row.name,
  uid: row.uid,
  createdAt: instant(Number(row.created_at)),
  memory: sequenceMemory.read(row.memory, `the memory of sequence "${row.name}"`),
  toldUntil: Number(row.told_until),
});
