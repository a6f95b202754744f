import type { StagePhase } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StagedStage } from '../../staged/state';
import type { RolloutMemory } from '../state/rolloutMemory';

/** Running or Paused: it may still move on (E/ST-001). */
export const isActive = ({ phase }: Pick<RolloutMemory, 'phase'>): boolean =>
  phase === 'Running' || phase === 'Paused';

/** The place of the earliest stage that is not completed, from 0; the number of stages where all are. */
export function currentIndex({ progress: { stages } }: Pick<RolloutMemory, 'progress'>): number {
  const index = stages.findIndex(({ succeededAt }) => succeededAt === undefined);
  return index === -1 ? stages.length : index;
}

/** E/ST-007, D §6.1. */
export function phaseOfStage(memory: RolloutMemory, index: number): StagePhase {
  const stage = memory.progress.stages[index];
  if (stage.succeededAt !== undefined)
    return memory.stages[index]?.isSkipped === true ? 'Skipped' : 'Completed';
  if (memory.phase === 'Cancelled') return 'Cancelled';
  if (stage.enteredAt === undefined) return 'Pending';
  if (memory.phase === 'Paused' && memory.reason !== 'WaitingForNextStage') return 'Paused';
  return soakPhase(stage) ?? 'Running';
}

const soakPhase = ({ updatedAt, isClosedEarly }: StagedStage): StagePhase | undefined =>
  updatedAt === undefined ? undefined : isClosedEarly ? 'ForcedSoaking' : 'Soaking';

export const phasesOf = (memory: RolloutMemory): readonly StagePhase[] =>
  memory.progress.stages.map((_, index) => phaseOfStage(memory, index));

/** Whether a stage is occupied by the rollout (D/RO-032). */
export const occupies = (memory: RolloutMemory, index: number): boolean => {
  const stage = memory.progress.stages[index];
  return isActive(memory) && stage?.enteredAt !== undefined && stage.succeededAt === undefined;
};

/** Whether the rollout stands in front of the stage and has been through all before it. */
export const isAtDoor = (memory: RolloutMemory, index: number): boolean =>
  isActive(memory) &&
  currentIndex(memory) === index &&
  memory.progress.stages[index]?.enteredAt === undefined;
