import type { Tx } from './db';
import { nowMs } from './dbNow';
import { chunks } from './rows';
import type { BigInt64 } from './tables';

/** The last write of a status or of a derived object: to leave out equal ones, and to coalesce within 500 ms. */
export interface Publication {
  readonly hash: string;
  /** How long ago, by the clock of the database. */
  readonly agoMs: number;
}

export interface PublishedObject {
  readonly kind: string;
  /** `namespace/name` where the kind has namespaces. */
  readonly name: string;
}

/** The hash of a status: what we said, and the live status that this has led to. */
export const toStatusHash = (said: string, live: string) => `${said} ${live}`;

/** Whether a published status has led to this live one. */
export const endsInStatus = (published: string | undefined, live: string) =>
  published?.endsWith(` ${live}`) === true;

export async function savePublication(
  tx: Tx,
  hub: string,
  object: PublishedObject & { hash: string },
): Promise<void> {
  const { kind, name, hash } = object;
  await tx
    .sql('publications')
    .insert({ hub, kind, name, hash, published_at: tx.sql.raw(nowMs(tx.dialect)) })
    .onConflict(['hub', 'kind', 'name'])
    .merge();
}

/** Keeps when it was published. */
export async function changePublication(
  tx: Tx,
  hub: string,
  { kind, name, hash }: PublishedObject & { hash: string },
): Promise<void> {
  await tx.sql('publications').where({ hub, kind, name }).update({ hash });
}

export async function loadPublication(
  tx: Tx,
  hub: string,
  object: PublishedObject,
): Promise<Publication | undefined> {
  const { kind, name } = object;
  const row = await tx
    .sql('publications')
    .where({ hub, kind, name })
    .first<{ hash: string; ago: BigInt64 } | undefined>(
      'hash',
      tx.sql.raw(`${nowMs(tx.dialect)} - published_at as ago`),
    );
  return row && { hash: row.hash, agoMs: Number(row.ago) };
}

/** Hashes of what was published of a kind, by name. */
export async function loadPublishedHashes(
  tx: Tx,
  hub: string,
  { kind, names }: { readonly kind: string; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const part of chunks(names)) {
    const rows = await tx
      .sql('publications')
      .where({ hub, kind })
      .whereIn('name', part)
      .select('name', 'hash');
    for (const row of rows) hashes.set(row.name, row.hash);
  }
  return hashes;
}

/** Names of what was published of a kind. */
export const listPublished = (tx: Tx, hub: string, kind: string): Promise<string[]> =>
  tx.sql('publications').where({ hub, kind }).orderBy('name').pluck('name');

export async function forgetPublication(tx: Tx, hub: string, { kind, name }: PublishedObject): Promise<void> {
  await tx.sql('publications').where({ hub, kind, name }).delete();
}

export async function forgetPublications(
  tx: Tx,
  hub: string,
  { kind, names }: { readonly kind: string; readonly names: readonly string[] },
): Promise<void> {
  for (const part of chunks(names))
    await tx.sql('publications').where({ hub, kind }).whereIn('name', part).delete();
}
