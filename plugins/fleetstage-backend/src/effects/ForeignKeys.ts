import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../database/db';
import { findRegisteredKeys } from '../database/vaultKeys';
import type { Clock } from '../ports';

/** Replicas are rolled out with a new key one after the other; with a key that is lost for good nothing is said as long. */
const ROLLOUT_MS = 10 * 60_000;

/**
 * Keys that this process has not, and that some replica had. While a rotation is rolled out another one may bring to
 * the cluster what this one cannot read: nothing has failed yet.
 */
export class ForeignKeys {
  private readonly firstMissed = new Map<string, Instant>();

  constructor(private readonly clock: Clock) {}

  /** True for some minutes from when this process first missed them. */
  async mayBeKnown(tx: Tx, keyIds: readonly string[]): Promise<boolean> {
    const registered = await findRegisteredKeys(tx, keyIds);
    if (registered.length < keyIds.length) return false;
    const now = this.clock.now();
    for (const keyId of keyIds) if (!this.firstMissed.has(keyId)) this.firstMissed.set(keyId, now);
    return keyIds.every(keyId => now < plus(this.firstMissed.get(keyId) ?? now, ROLLOUT_MS));
  }
}
