import { DELETION_STAGE } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GatedStage } from './gate';

interface Stages {
  readonly stages: readonly GatedStage[];
  readonly deletion: GatedStage;
}

/** Items may have been touched: no gate before the stage is asked again. */
export const isBegun = ({ startedAt, updatedAt }: Pick<GatedStage, 'startedAt' | 'updatedAt'>) =>
  startedAt !== undefined || updatedAt !== undefined;

/**
 * What is behind the gate has begun, so its opening is final (C/AP-014, AP-016). The engine, the
 * commands and the pages ask this one question. A run that is over asks no gate any more: whoever asks of one says so first.
 *
 *   before staging, staging has started c1 or has no cluster  → used
 *   before staging, which is held by another run              → not used
 *   after staging, production entered                         → used
 *   after the last stage, the removal entered                 → used
 */
export function isGateUsed({ stages, deletion }: Stages, stage: string, task: 'before' | 'after'): boolean {
  if (stage === DELETION_STAGE) return task === 'after' || isBegun(deletion);
  const index = stages.findIndex(({ name }) => name === stage);
  if (index < 0) return false;
  return task === 'before' ? isBegun(stages[index]) : (stages[index + 1] ?? deletion).enteredAt !== undefined;
}
