import type { UpdateStrategySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { selectItems } from '../staged/placeItems';

/**
 * Names of the stages in which a cluster with these labels falls, in the order of the strategy (C/UR-077); a selector that
 * cannot be read selects nobody.
 *
 *   { environment: canary } with stages canary (environment=canary) and all ({}) → canary, all
 */
export function stagesMatching(
  { stages = [] }: UpdateStrategySpec,
  labels: Readonly<Record<string, string>>,
): string[] {
  return stages
    .filter(stage => selectItems(stage, [{ name: '', labels }]).length > 0)
    .map(({ name }) => name);
}
