import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../db';
import { toOptionalFreeText } from '../freeText';
import { toOptionalNumber } from '../rows';
import type { VersionProviderRow } from './providerTables';

/** A configured provider, as whoever follows it reports. */
export interface ProviderRecord {
  readonly name: string;
  /** When it last listed its clusters; absent: never. */
  readonly listedAt?: Instant;
  /** Since when it does not answer; absent: it does. */
  readonly silentSince?: Instant;
  /** Why not, for people. */
  readonly problem?: string;
}

/** By name. */
export async function listProviders(tx: Tx, hub: string): Promise<ReadonlyMap<string, ProviderRecord>> {
  const rows = await tx.sql('version_providers').where({ hub });
  return new Map(rows.map(row => [row.name, toRecord(row)]));
}

export async function loadProvider(tx: Tx, hub: string, name: string): Promise<ProviderRecord | undefined> {
  const row = await tx.sql('version_providers').where({ hub, name }).first();
  return row && toRecord(row);
}

/** It has listed its clusters: it answers. */
export async function saveListed(tx: Tx, hub: string, name: string, listedAt: Instant): Promise<void> {
  await saveRow(tx, { hub, name, listed_at: listedAt, silent_since: null, problem: null });
}

/** It does not answer; since when stays as it was. */
export async function saveSilence(
  tx: Tx,
  hub: string,
  name: string,
  { since, problem }: { readonly since: Instant; readonly problem: string },
): Promise<void> {
  const known = await loadProvider(tx, hub, name);
  await saveRow(tx, {
    hub,
    name,
    listed_at: known?.listedAt ?? null,
    silent_since: known?.silentSince ?? since,
    problem: toOptionalFreeText(problem),
  });
}

/** Providers that are configured no more: what they have is nobody's. Whether there were any. */
export async function keepProviders(tx: Tx, hub: string, names: readonly string[]): Promise<boolean> {
  const gone = await tx.sql('version_providers').where({ hub }).whereNotIn('name', names).delete();
  await tx.sql('provided_clusters').where({ hub }).whereNotIn('provider', names).delete();
  return gone > 0;
}

const saveRow = (tx: Tx, row: VersionProviderRow) =>
  tx.sql('version_providers').insert(row).onConflict(['hub', 'name']).merge();

function toRecord(row: VersionProviderRow): ProviderRecord {
  const [listedAt, silentSince] = [row.listed_at, row.silent_since].map(at => toOptionalNumber(at));
  return {
    name: row.name,
    ...(listedAt !== undefined && { listedAt: instant(listedAt) }),
    ...(silentSince !== undefined && { silentSince: instant(silentSince) }),
    ...(row.problem !== null && { problem: row.problem }),
  };
}
