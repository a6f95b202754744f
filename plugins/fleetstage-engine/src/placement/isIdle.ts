import { relationOf } from '../desired/revision';
import { desiredNow } from '../rollout/bindingState';
import type { Binding, PlacementState } from '../state/placement';

type IdleInput = Pick<PlacementState, 'placement' | 'resourceSnapshots' | 'overrides'>;

/**
 * Whether nothing that clusters report can move the placement: each has the desired state of the placement, and none is to
 * be cleaned. Reports then change its status alone. Under External the runs move the bindings, and check for themselves.
 *
 *     10 bound to snapshot 3 of 3             → idle, whether or not they are available yet
 *     7 bound to snapshot 3, 3 are blocked    → not: the next report may let one of them go
 *     9 bound to snapshot 3, 1 is to leave    → not: its binding goes when the cluster confirms it
 */
export function isIdle(state: IdleInput, bindings: readonly Binding[]): boolean {
  const { placement } = state;
  if (placement.deletedAt !== undefined || bindings.length === 0) return false;
  const isStaying = (binding: Binding) => binding.phase !== 'Unscheduled' && binding.releasedAt === undefined;
  if (!bindings.every(isStaying)) return false;
  if (placement.spec.strategy?.type === 'External') return true;
  const desired = desiredNow(state);
  return (
    desired !== undefined &&
    bindings.every(
      binding =>
        binding.phase === 'Bound' &&
        binding.rollout?.status === 'True' &&
        relationOf(binding, desired(binding.cluster)) === 'current',
    )
  );
}
