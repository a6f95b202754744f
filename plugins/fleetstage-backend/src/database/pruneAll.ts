import { resealAll, type SealDeps } from './keepSealed';
import { prune } from './prune';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Seals with the newest key, deletes the rows that nobody needs any more, and logs what went. */
export async function pruneAll(
  deps: SealDeps,
  { timelineDays }: { readonly timelineDays: number },
): Promise<void> {
  const { database, hub, log } = deps;
  // First: the sweep takes away what it has renamed, and says so.
  await resealAll(deps);
  const pruned = await database.transact(tx => prune(tx, hub, { timelineMs: timelineDays * DAY_MS }));
  if (Object.values(pruned).some(count => count > 0)) log.info('Pruned old rows', { hub, ...pruned });
}
