import type { PlacementName } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Desired } from '../desired/desired';
import { revisionOf } from '../desired/revision';
import type { Binding, RolloutMark } from '../state/placement';

/** What a binding is moved to. */
export interface Advance extends Desired {
  readonly rollout: RolloutMark;
}

/** The binding after it was let go to a desired state; used by rolling updates and by update runs alike (RO-047, C/UR-106). */
export function advanceBinding(binding: Binding, to: Advance): Binding {
  const { previousPhase: _, overrides: __, ...rest } = binding;
  return {
    ...rest,
    phase: 'Bound',
    resourceIndex: to.snapshot.index,
    applyStrategy: to.applyStrategy,
    ...(to.overrides.snapshots.length > 0 && { overrides: to.overrides }),
    revision: revisionOf(to, binding),
    rollout: to.rollout,
  };
}

/** What the RolloutStarted condition says of a binding that was let go; the form is requirement 000's. */
export function startedMessage(resourceIndex: number, run?: PlacementName): string {
  const message = `Detected the new changes on the resources and started the rollout process, resourceSnapshotIndex: ${resourceIndex}`;
  if (run === undefined) return message;
  return `${message}, ${run.namespace === undefined ? 'clusterStagedUpdateRun' : 'stagedUpdateRun'}: ${run.name}`;
}
