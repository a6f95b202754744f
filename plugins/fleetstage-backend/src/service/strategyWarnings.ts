import type { UpdateStrategySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { previewStrategy } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadBindings } from '../database/bindingStore';
import { loadFleet } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { loadStrategyUses, type StrategyUses } from '../database/views/strategyUses';
import type { Schemas } from './contract';

/** Of so many placements that use a strategy the clusters are looked at. */
const MOST_PLACEMENTS = 20;

/** Placements on the hub that have a run by the strategy or accept it by name; sorted. */
export function placementsUsing({ runs, named, placements }: StrategyUses, strategy: string): string[] {
  const byRuns = runs.filter(run => run.strategy === strategy).map(({ placement }) => placement);
  return [...new Set([...byRuns, ...(named.get(strategy) ?? [])])]
    .filter(name => placements.has(name))
    .sort();
}

/** Clusters that a placement has now and keeps. */
export async function loadBoundClusters(tx: Tx, hub: string, placement: string): Promise<string[]> {
  const bindings = await loadBindings(tx, hub, placement);
  return bindings.filter(({ phase }) => phase !== 'Unscheduled').map(({ cluster }) => cluster);
}

/** What runs of the placements that use the strategy would meet. */
export async function loadStrategyWarnings(
  tx: Tx,
  hub: string,
  { name, spec }: { readonly name: string; readonly spec: UpdateStrategySpec },
): Promise<Schemas['StrategyWarning'][]> {
  const placements = placementsUsing(await loadStrategyUses(tx, hub, name), name).slice(0, MOST_PLACEMENTS);
  if (placements.length === 0) return [];
  const clusters = await loadFleet(tx, hub);
  const warnings: Schemas['StrategyWarning'][] = [];
  for (const placement of placements) {
    const bound = await loadBoundClusters(tx, hub, placement);
    const { problems } = previewStrategy({ spec, clusters, bound });
    warnings.push(...problems.map(problem => ({ ...problem, placement })));
  }
  return warnings;
}
