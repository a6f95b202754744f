import type { Tx } from './db';

/** Those among the keys that the secret of identities is sealed with: some replica has, or had, them configured. */
export const findRegisteredKeys = (tx: Tx, keyIds: readonly string[]): Promise<string[]> =>
  tx
    .sql('vault_keys')
    .whereIn('key_id', [...keyIds])
    .distinct('key_id')
    .pluck('key_id');
