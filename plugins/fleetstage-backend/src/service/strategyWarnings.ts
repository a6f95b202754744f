import {
  namedGatesOf,
  type ObjectMeta,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  previewStrategy,
  type GateNaming,
  type GatePlugins,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadBindings } from '../database/bindingStore';
import { loadFleet } from '../database/clusterStore';
import { fromObjectKey } from '../database/placementObject';
import type { Tx } from '../database/db';
import { loadStrategyUses, type StrategyUses } from '../database/views/strategyUses';
import type { Schemas } from './contract';

/** The clusters of so many placements that use a strategy are read. */
const MOST_PLACEMENTS = 20;

/** Keys of the placements on the hub that have a run by the strategy or accept it by name; sorted. */
export function placementsUsing({ runs, named, placements }: StrategyUses, strategy: string): string[] {
  const byRuns = runs.filter(run => run.strategy === strategy).map(({ placement }) => placement);
  return [...new Set([...byRuns, ...(named.get(strategy) ?? [])])]
    .filter(name => placements.has(name))
    .sort();
}

/** What a strategy says of gates beside its tasks, and what is known of their kinds. */
export function namingOf(
  { gatePlugins }: { readonly gatePlugins?: GatePlugins },
  strategy: { readonly metadata: ObjectMeta },
): GateNaming {
  const gates = namedGatesOf(strategy);
  return { ...(gates && { gates }), ...(gatePlugins && { gatePlugins }) };
}

/** Clusters that a placement has now and keeps. */
export async function loadBoundClusters(tx: Tx, hub: string, placement: string): Promise<string[]> {
  const bindings = await loadBindings(tx, hub, placement);
  return bindings.filter(({ phase }) => phase !== 'Unscheduled').map(({ cluster }) => cluster);
}

interface StrategyToJudge {
  readonly key: string;
  readonly spec: UpdateStrategySpec;
  readonly naming: GateNaming;
}

/** What runs of the placements that use the strategy would meet. */
export async function loadStrategyWarnings(
  tx: Tx,
  hub: string,
  { key, spec, naming }: StrategyToJudge,
): Promise<Schemas['StrategyWarning'][]> {
  const placements = placementsUsing(await loadStrategyUses(tx, hub, key), key).slice(0, MOST_PLACEMENTS);
  if (placements.length === 0) return [];
  const clusters = await loadFleet(tx, hub);
  const warnings: Schemas['StrategyWarning'][] = [];
  for (const placement of placements) {
    const bound = await loadBoundClusters(tx, hub, placement);
    const { problems } = previewStrategy({ ...naming, spec, clusters, bound });
    warnings.push(...problems.map(problem => ({ ...problem, placement: fromObjectKey(placement).name })));
  }
  return warnings;
}
