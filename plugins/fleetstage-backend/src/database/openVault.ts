import { randomBytes } from 'node:crypto';
import type { Database, Tx } from './db';
import { nowMs } from './dbNow';
import type { Log } from '../observe/log';
import { fingerprintOf, type EncryptionKey } from '../vault/encryptionKeys';
import { open, seal } from '../vault/seal';
import { generationOf, Vault } from '../vault/Vault';

const SECRET_BYTES = 32;
const BOUND = 'vault_keys';

/**
 * The vault of a database. The secret of identities is drawn once, and kept sealed with each configured key, so that a
 * rotation changes no identity. When no configured key opens it, a new one is drawn: what was captured before can only
 * be compared with what the hub shows.
 */
export async function openVault(
  database: Database,
  configured: readonly EncryptionKey[],
  log: Log,
): Promise<Vault> {
  if (configured.length === 0) return Vault.plain;
  const { secret, keys } = await database.transact(async tx => {
    // One replica draws; the others wait here and read.
    if (tx.dialect === 'postgres') await tx.sql.raw('lock table vault_keys in share row exclusive mode');
    const rows = await tx.sql('vault_keys').orderBy([{ column: 'created_at', order: 'desc' }, 'generation']);
    const all = [...configured, ...renamedKeys(configured, new Set(rows.map(row => row.key_id)))];
    const found = rows.flatMap(row => {
      const key = all.find(({ id }) => id === row.key_id);
      const opened = key && open(key.key, row.body, BOUND);
      return opened === undefined ? [] : [{ keyId: row.key_id, secret: opened }];
    });
    if (rows.length > 0 && found.length === 0)
      log.error('No configured key opens the secret that identities of contents are made with', {
        sealedWith: [...new Set(rows.map(row => row.key_id))].join(', '),
        configured: configured.map(({ id }) => id).join(', '),
        remedy: 'add the old key to fleetstage.encryption.keys, behind the new one, until all is sealed anew',
      });
    const text = found[0]?.secret ?? randomBytes(SECRET_BYTES).toString('base64');
    const known = new Set(found.filter(one => one.secret === text).map(one => one.keyId));
    await wrap(
      tx,
      text,
      configured.filter(({ id }) => !known.has(id)),
    );
    return { secret: text, keys: all };
  });
  return Vault.of({ keys, identitySecret: Buffer.from(secret, 'base64') });
}

/** A key whose name in the configuration has changed opens what it sealed under the old one. */
const renamedKeys = (configured: readonly EncryptionKey[], stored: ReadonlySet<string>): EncryptionKey[] =>
  [...stored].flatMap(id => {
    const same = configured.find(key => fingerprintOf(key.id) === fingerprintOf(id));
    return same === undefined || configured.some(key => key.id === id) ? [] : [{ id, key: same.key }];
  });

async function wrap(tx: Tx, secret: string, keys: readonly EncryptionKey[]): Promise<void> {
  if (keys.length === 0) return;
  const generation = generationOf(Buffer.from(secret, 'base64'));
  const created_at = tx.sql.raw(nowMs(tx.dialect));
  await tx
    .sql('vault_keys')
    .insert(
      keys.map(({ id, key }) => ({ key_id: id, generation, body: seal(key, secret, BOUND), created_at })),
    )
    .onConflict(['key_id', 'generation'])
    .merge();
}
