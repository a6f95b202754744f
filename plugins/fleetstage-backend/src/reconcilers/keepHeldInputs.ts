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
import { wake } from '../database/wakes';

/**
 * While a changed policy is held the one before it goes on being followed, so the placement is woken by what either reads
 * (A/SCH-116, A/SEL-024). The ingest knows the new one alone. Call lockPlacement first.
 *
 * A cluster that changes under the pass that adds them asks before they can be found, hence the second look.
 */
export async function keepHeldInputs(
  tx: Tx,
  { hub, name }: PlacementRef,
  state: PlacementState,
  plugins: SchedulePlugins | undefined,
): Promise<void> {
  if (state.placement.deletedAt !== undefined) return;
  const { followed } = holdPolicy(state);
  if (followed === state) return;
  const { namespace } = state.placement;
  const scope = namespace === undefined ? {} : { namespace };
  const inputs = toClusterInputs(policyInputs(followed.placement.spec.policy, scope, plugins), scope);
  const madeFor = toVersion(state.placement);
  const isNews = await addPlacementInputs(tx, hub, { placement: name, madeFor, inputs });
  if (isNews) wake(tx, 'raced', { hub, name });
}
