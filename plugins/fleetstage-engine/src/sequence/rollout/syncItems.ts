import type { StagedItem, StagedProgress, StagedStage } from '../../staged/state';
import { holdsStage } from '../eligibility/targetVerdict';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import { reuse } from './followMembers';
import { membersOfStage, targetsOf } from './targetIndex';

/**
 * The items of each stage are its members; Late ones wait for the next rollout.
 *
 *     joined while the stage is open         → one item more, also during its soak (D/ST-111)
 *     was done, and is open again            → its turn comes again, unless its stage is over
 *     asked for, and the provider refused it → holds no slot
 */
export function syncItems(memory: RolloutMemory): StagedProgress {
  const { progress } = memory;
  return {
    ...progress,
    stages: progress.stages.map((stage, index) => {
      const items = reuse(stage.items, itemsOf(memory, stage, index + 1));
      return items === stage.items ? stage : { ...stage, items };
    }),
  };
}

function itemsOf(memory: RolloutMemory, stage: StagedStage, number: number): readonly StagedItem[] {
  const before = new Map(stage.items.map(item => [item.key, item] as const));
  const isOver = stage.succeededAt !== undefined;
  return membersOfStage(memory, number).flatMap(({ cluster }) => {
    const item = before.get(cluster);
    if (item === undefined) return isOver ? [] : [{ key: cluster }];
    return [isOver && item.succeededAt !== undefined ? item : reopen(item, targetsOf(memory, cluster))];
  });
}

function reopen(item: StagedItem, targets: readonly TargetMemory[]): StagedItem {
  if (!targets.some(holdsStage)) return item;
  if (!targets.some(isUnderWay)) return Object.keys(item).length === 1 ? item : { key: item.key };
  if (item.succeededAt === undefined) return item;
  const { succeededAt: _, ...open } = item;
  return open;
}

/** It takes a slot: a cluster whose upgrade failed keeps it, so that the version does not break the next one meanwhile. */
const isUnderWay = ({ state, past }: TargetMemory) =>
  state === 'Running' || past.kind === 'Started' || (past.kind === 'Failed' && state !== 'Skipped');
