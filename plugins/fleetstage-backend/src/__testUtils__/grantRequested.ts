import type { Tx } from '../database/db';
import { markPlacement } from '../database/marks';
import { listRemovals, saveRemovalStage } from '../database/removalStore';

/** Lets every removal that was asked for begin, as `grant-removals` does where there is room. */
export async function grantRequested(tx: Tx, hub: string): Promise<void> {
  const requested = (await listRemovals(tx, hub, ['requested'])).map(({ placement }) => placement);
  await saveRemovalStage(tx, hub, requested, { stage: 'granted', from: ['requested'] });
  for (const name of requested) await markPlacement(tx, { hub, name });
}
