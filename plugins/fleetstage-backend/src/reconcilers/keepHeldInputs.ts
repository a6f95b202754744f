import {
  holdPolicy,
  policyInputs,
  toClusterInputs,
  type PlacementState,
  type SchedulePlugins,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import type { PlacementRef } from '../database/keys';
import { addPlacementInputs, toVersion } from '../database/placementInputs';

/**
 * While a changed policy is held the one before it goes on being followed, so the placement is woken by what either reads
 * (A/SCH-116, A/SEL-024). The ingest knows the new one alone. Call lockPlacement first. Returns whether any was not known.
 */
export async function keepHeldInputs(
  tx: Tx,
  { hub, name }: PlacementRef,
  state: PlacementState,
  plugins: SchedulePlugins | undefined,
): Promise<boolean> {
  if (state.placement.deletedAt !== undefined) return false;
  const { followed } = holdPolicy(state);
  if (followed === state) return false;
  const { namespace } = state.placement;
  const scope = namespace === undefined ? {} : { namespace };
  const inputs = toClusterInputs(policyInputs(followed.placement.spec.policy, scope, plugins), scope);
  const madeFor = toVersion(state.placement);
  return addPlacementInputs(tx, hub, { placement: name, madeFor, inputs });
}
