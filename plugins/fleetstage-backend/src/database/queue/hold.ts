import type { Tx } from '../db';
import { nowMs } from '../dbNow';
import { chunks, rowsOf } from '../rows';
import type { Claim } from './claim';

/**
 * Is the lease still ours? Asked first in every pass, so that a late worker does nothing in vain; effects, which are
 * short, leave it to the fence. It takes no lock: the fence is `settle`, the last statement of the same transaction, which
 * finds no row when somebody else has claimed the key meanwhile, and then everything is rolled back. A lock held from here
 * on would invert the lock order: two passes that mark each other's keys would wait for each other.
 */
export async function hold(tx: Tx, { queue, key, token }: Claim): Promise<boolean> {
  const row = await tx.sql('dirty_keys').where({ queue, key, lease_token: token }).first('key');
  return row !== undefined;
}

/**
 * Extends the leases that are still ours, and answers their claims; the others are lost. Rows are locked in the order
 * of the queue, as marks are.
 */
export async function renew(tx: Tx, claims: readonly Claim[], leaseMs: number): Promise<Claim[]> {
  const held = new Set<string>();
  for (const part of chunks([...claims].sort(byIdentity))) {
    const result = await tx.sql.raw(
      `with ours as materialized (
         select queue, key, lease_token from dirty_keys
         where (queue, key, lease_token) in (values ${part.map(() => '(?, ?, ?)').join(', ')})
         ${tx.dialect === 'postgres' ? 'order by queue collate "C", key collate "C" for update' : ''})
       update dirty_keys set lease_until = ${nowMs(tx.dialect)} + ?
       from ours where dirty_keys.queue = ours.queue and dirty_keys.key = ours.key
       returning dirty_keys.queue, dirty_keys.key, dirty_keys.lease_token as token`,
      [...part.flatMap(({ queue, key, token }) => [queue, key, token]), leaseMs],
    );
    for (const row of rowsOf<Identity>(result)) held.add(identityOf(row));
  }
  return claims.filter(claim => held.has(identityOf(claim)));
}

type Identity = Pick<Claim, 'queue' | 'key' | 'token'>;

const identityOf = ({ queue, key, token }: Identity) => `${queue} ${key} ${token}`;

const byIdentity = (a: Identity, b: Identity) => (identityOf(a) < identityOf(b) ? -1 : 1);
