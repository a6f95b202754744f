import {
  instant,
  type Instant,
  type RolloutPhase,
  type VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../db';
import { rolloutSpec } from '../documents/sequenceDocuments';
import { chunks } from '../rows';
import { readVersionRollout, type VersionRolloutRecord } from '../sequences/versionRolloutStore';

/** What lists filter and sort rollouts by: memories of a thousand clusters are read for one page alone. */
export interface VersionRolloutEntry {
  readonly name: string;
  readonly sequence: string;
  readonly phase: RolloutPhase;
  readonly createdAt: Instant;
  readonly upgradeType: VersionRolloutSpec['upgradeType'];
}

const COLUMNS = ['name', 'sequence', 'phase', 'created_at', 'spec'] as const;

/** Those that are not gone for good. */
export async function loadVersionRolloutIndex(tx: Tx, hub: string): Promise<VersionRolloutEntry[]> {
  const rows = await tx
    .sql('version_rollouts')
    .where({ hub })
    .whereNull('gone_at')
    .select(...COLUMNS);
  return rows.map(({ name, sequence, phase, created_at, spec }) => ({
    ...{ name, sequence },
    phase: phase as RolloutPhase,
    createdAt: instant(Number(created_at)),
    upgradeType: rolloutSpec.read(spec, `the spec of rollout "${name}"`).upgradeType,
  }));
}

/** With memories, by name. */
export async function loadVersionRollouts(
  tx: Tx,
  hub: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, VersionRolloutRecord>> {
  const found = new Map<string, VersionRolloutRecord>();
  for (const part of chunks(names)) {
    const rows = await tx.sql('version_rollouts').where({ hub }).whereIn('name', part);
    for (const row of rows) found.set(row.name, readVersionRollout(row));
  }
  return found;
}
