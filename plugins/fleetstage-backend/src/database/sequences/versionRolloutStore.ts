import {
  instant,
  type Instant,
  type VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RolloutMemory } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { rolloutMemory, rolloutSpec } from '../documents/sequenceDocuments';
import type { HubKey } from '../keys';
import { toOptionalNumber } from '../rows';
import type { VersionRolloutRow } from '../tables';

/** A Rollout that the engine has created. */
export interface VersionRolloutRecord {
  readonly name: string;
  readonly sequence: string;
  readonly sequenceUid: string;
  /** Annotation `fleetstage.io/creation` of the object, by which it is known before its uid is. */
  readonly creation: string;
  /** Of the object, once it was created. */
  readonly uid?: string;
  readonly createdAt: Instant;
  /** Of the object, as the last pass has decided on it: a status names this one, whatever the object has now. */
  readonly generation: number;
  /** What is to become of the object. */
  readonly want: 'present' | 'deleted';
  /** Since when the object is gone for good: the record is history. */
  readonly goneAt?: Instant;
  /** As it was last seen, or is to be created. */
  readonly spec: VersionRolloutSpec;
  readonly memory: RolloutMemory;
}

/** A rollout begins; history of the name makes way. */
export async function insertVersionRollout(
  tx: Tx,
  hub: string,
  rollout: Omit<VersionRolloutRecord, 'uid' | 'generation' | 'want' | 'goneAt'>,
): Promise<void> {
  const { name, sequence, sequenceUid, creation, createdAt, spec, memory } = rollout;
  const row: VersionRolloutRow = {
    ...{ hub, name, sequence, creation, uid: null, want: 'present', gone_at: null },
    sequence_uid: sequenceUid,
    created_at: createdAt,
    generation: 1,
    phase: memory.phase,
    spec: rolloutSpec.write(spec),
    memory: rolloutMemory.write(memory),
  };
  await tx.sql('version_rollouts').insert(row).onConflict(['hub', 'name']).merge();
}

/** The next memory of a rollout, with spec and generation of the object as they were decided on. */
export async function saveVersionRollout(
  tx: Tx,
  { hub, name }: HubKey,
  { memory, spec, generation }: Pick<VersionRolloutRecord, 'memory' | 'spec' | 'generation'>,
): Promise<void> {
  await tx
    .sql('version_rollouts')
    .where({ hub, name })
    .update({
      memory: rolloutMemory.write(memory),
      phase: memory.phase,
      spec: rolloutSpec.write(spec),
      generation,
    });
}

/** The object was created. */
export async function saveRolloutUid(
  tx: Tx,
  { hub, name }: HubKey,
  { creation, uid }: { readonly creation: string; readonly uid: string },
): Promise<void> {
  await tx.sql('version_rollouts').where({ hub, name, creation }).update({ uid });
}

export async function wantDeleted(tx: Tx, { hub, name }: HubKey): Promise<void> {
  await tx.sql('version_rollouts').where({ hub, name }).update({ want: 'deleted' });
}

export async function endVersionRollout(tx: Tx, { hub, name }: HubKey, at: Instant): Promise<void> {
  await tx.sql('version_rollouts').where({ hub, name }).update({ gone_at: at });
}

export async function loadVersionRollout(
  tx: Tx,
  { hub, name }: HubKey,
): Promise<VersionRolloutRecord | undefined> {
  const row = await tx.sql('version_rollouts').where({ hub, name }).first();
  return row && readVersionRollout(row);
}

/** Those of a sequence that are not gone for good, finished ones too; by creation, then name. */
export async function listVersionRollouts(
  tx: Tx,
  hub: string,
  sequence: string,
): Promise<VersionRolloutRecord[]> {
  const rows = await tx.sql('version_rollouts').where({ hub, sequence }).whereNull('gone_at');
  return rows.map(readVersionRollout).sort(byCreation);
}

/** Names of the same. */
export const listVersionRolloutNames = (tx: Tx, hub: string, sequence: string): Promise<string[]> =>
  tx.sql('version_rollouts').where({ hub, sequence }).whereNull('gone_at').orderBy('name').pluck('name');

const byCreation = (a: VersionRolloutRecord, b: VersionRolloutRecord) =>
  a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1);

/** A row with its documents. */
export function readVersionRollout(row: VersionRolloutRow): VersionRolloutRecord {
  const goneAt = toOptionalNumber(row.gone_at);
  return {
    name: row.name,
    sequence: row.sequence,
    sequenceUid: row.sequence_uid,
    creation: row.creation,
    ...(row.uid !== null && { uid: row.uid }),
    createdAt: instant(Number(row.created_at)),
    generation: Number(row.generation),
    want: row.want === 'deleted' ? 'deleted' : 'present',
    ...(goneAt !== undefined && { goneAt: instant(goneAt) }),
    spec: rolloutSpec.read(row.spec, `the spec of rollout "${row.name}"`),
    memory: rolloutMemory.read(row.memory, `the memory of rollout "${row.name}"`),
  };
}
