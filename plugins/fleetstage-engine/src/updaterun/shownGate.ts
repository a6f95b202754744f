import {
  DELETION_STAGE,
  fromRfc3339,
  type Instant,
  type StageTaskStatus,
  type StageUpdatingStatus,
  type UpdateRunStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GatedStage } from '../staged/gates/gate';
import { isGateUsed } from '../staged/gates/isGateUsed';
import type { GateForPeople } from './refuseDecision';

/** Which gate of a run a request answers, and whether what is behind it has begun, as the run's status shows. */
export type ShownGate = Pick<GateForPeople, 'stage' | 'when' | 'isUsed'>;

/** `undefined`: no task of the run names the request. */
export function findShownGate(status: UpdateRunStatus | undefined, request: string): ShownGate | undefined {
  const shown = [...(status?.stagesStatus ?? [])];
  const names = (tasks: readonly StageTaskStatus[] = []) =>
    tasks.some(({ approvalRequestName }) => approvalRequestName === request);
  for (const stage of shown) {
    const when = names(stage.beforeStageTaskStatus)
      ? 'before'
      : names(stage.afterStageTaskStatus)
        ? 'after'
        : undefined;
    if (when === undefined) continue;
    const stages = { stages: shown.map(toGated), deletion: toGated(status?.deletionStageStatus) };
    return { stage: stage.stageName, when, isUsed: isGateUsed(stages, stage.stageName, when) };
  }
  return undefined;
}

/** A stage that asks for an approval before it, or has started, was entered. */
function toGated(shown: StageUpdatingStatus | undefined): GatedStage {
  const startedAt = fromRfc3339(shown?.startTime);
  const enteredAt = startedAt ?? askedAt(shown?.beforeStageTaskStatus);
  return {
    name: shown?.stageName ?? DELETION_STAGE,
    ...(startedAt !== undefined && { startedAt }),
    ...(enteredAt !== undefined && { enteredAt }),
  };
}

const askedAt = (tasks: readonly StageTaskStatus[] = []): Instant | undefined =>
  tasks
    .flatMap(({ conditions = [] }) => conditions)
    .filter(({ type, status }) => type === 'ApprovalRequestCreated' && status === 'True')
    .map(({ lastTransitionTime }) => fromRfc3339(lastTransitionTime))
    .find(at => at !== undefined);
