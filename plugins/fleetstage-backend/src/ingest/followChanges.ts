import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { SchedulePlugins } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { markTriggers } from '../database/markTriggers';
import { savePlacementInputs } from '../database/placementInputs';
import { appendTimeline } from '../database/timelineStore';
import { clusterLines } from './clusterLines';
import { clusterTriggers } from './clusterTriggers';
import { followDrains } from './followDrains';
import { followOverrides } from './followOverrides';
import { followSequences } from './followSequences';
import type { ObjectChange } from './keysFor';
import { placementReads } from './placementReads';

interface Followed {
  readonly now: Instant;
  /** What policies are read with. */
  readonly plugins?: SchedulePlugins;
}

/** Wakes what changes of the hub's objects concern beside the objects themselves, and keeps what is derived of them. */
export async function followChanges(
  tx: Tx,
  hub: string,
  changes: readonly ObjectChange[],
  { now, plugins }: Followed,
): Promise<void> {
  await savePlacementInputs(tx, hub, placementReads(changes, plugins));
  await markTriggers(tx, hub, clusterTriggers(changes, now));
  await followOverrides(tx, hub, changes, now);
  await followDrains(tx, hub, changes);
  await followSequences(tx, hub, changes);
  await appendTimeline(tx, hub, clusterLines(changes));
}
