import type { Database } from '../database/db';
import { Later, type Effect } from '../loop/effect';

/** What the effect would run with. */
export async function loadInput<I, O>(database: Database, effect: Effect<I, O>, key: string): Promise<I> {
  const input = await database.transact(tx => effect.load(tx, key));
  if (input === undefined || input instanceof Later) throw new Error(`there is nothing to do for ${key}`);
  return input;
}
