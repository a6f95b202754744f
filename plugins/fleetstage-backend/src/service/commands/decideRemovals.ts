import { ConflictError } from '@backstage/errors';
import { placementKindOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import { markPlacement } from '../../database/marks';
import {
  loadLatestRemoval,
  markRemovals,
  saveRemovalStage,
  type RemovalStage,
} from '../../database/removalStore';
import { appendTimeline } from '../../database/timelineStore';
import type { Schemas } from '../contract';
import { loadRemovalSubject } from '../removals';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';

interface Decision {
  readonly stage: 'confirmed' | 'released';
  readonly from: readonly RemovalStage[];
  readonly event: 'removalConfirmed' | 'removalReleased';
}

/** Lets held removals begin: the placements leave their clusters, and then the hub (decision 0032). */
export const confirmRemovals = (deps: CommandDeps, viewer: Viewer, asked: Schemas['DecideRemovalsRequest']) =>
  decide(deps, viewer, { asked, stage: 'confirmed', from: ['held', 'released'], event: 'removalConfirmed' });

/** Lets the objects of held placements go from the hub, while their clusters keep what they have. */
export const releaseRemovals = (deps: CommandDeps, viewer: Viewer, asked: Schemas['DecideRemovalsRequest']) =>
  decide(deps, viewer, { asked, stage: 'released', from: ['held'], event: 'removalReleased' });

/** All of them or none: who may not delete one of them decides nothing. */
async function decide(
  { database, hub }: CommandDeps,
  viewer: Viewer,
  { asked, stage, from, event }: Decision & { readonly asked: Schemas['DecideRemovalsRequest'] },
): Promise<Schemas['DecidedRemovals']> {
  const actor = actorOf(viewer);
  const { comment } = asked;
  const placements = [...new Set(asked.placements)].sort();
  return database.transact(async tx => {
    // Written first: from here on nobody else changes the rows that the permission is judged by.
    const changed = await saveRemovalStage(tx, hub, placements, {
      stage,
      from,
      actor,
      ...(comment !== undefined && { comment }),
    });
    for (const placement of placements) {
      const removal = await loadLatestRemoval(tx, { hub, name: placement });
      mustBeAllowed((await loadRemovalSubject(tx, hub, { placement, removal, viewer })).permit);
    }
    const missing = placements.filter(placement => !changed.includes(placement));
    if (missing.length > 0)
      throw new ConflictError(
        `the removal of ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''} is not held any more: load the list anew`,
      );
    await appendTimeline(
      tx,
      hub,
      placements.map(subjectName => ({
        subjectKind: placementKindOf(subjectName),
        subjectName,
        event,
        actor,
        ...(comment !== undefined && { message: comment }),
      })),
    );
    for (const name of placements) await markPlacement(tx, { hub, name });
    markRemovals(tx, hub);
    return { placements: placements.length };
  });
}
