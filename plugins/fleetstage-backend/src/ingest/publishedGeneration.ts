import { placementKindOf, toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { AnyPlacement } from './anyKind';

/**
 * The newest generation whose selectors were read, as the placement's own status shows it: nothing but its Scheduled
 * condition is reported of a generation before that (A/ST-002). `undefined`: the status does not say.
 */
export function publishedGeneration({ metadata, status }: AnyPlacement): number | undefined {
  const type = `${placementKindOf(toPlacementKey(metadata))}RolloutStarted`;
  return status?.conditions?.find(condition => condition.type === type)?.observedGeneration;
}
