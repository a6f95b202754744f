import { NotFoundError } from '@backstage/errors';
import {
  STRATEGY_KINDS,
  type KubeObject,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { stagesMatching, type PlacementState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toHubKey } from '../../database/keys';
import { listObjects, loadObject } from '../../database/mirrorStore';
import { loadPlacementState } from '../../database/placementStore';
import type { Schemas } from '../contract';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from '../queryDeps';
import { keyOf } from './readWhatIf';

/** Placements that are decided anew for one answer, each in its own read: about a second on 1,000 clusters. */
const MOST_PLACEMENTS = 100;

interface Asked {
  readonly hub?: string;
  readonly name: string;
}

type Labels = Readonly<Record<string, string>>;

/**
 * What other labels and taints of a member would do: which placements would come, go or be short of clusters, by the scheduler's
 * own decision, and into which stages of which strategies it would fall. Nothing is written.
 */
export async function getClusterChange(
  deps: QueryDeps,
  asked: Asked,
  body: Schemas['ClusterChangeRequest'],
): Promise<Schemas['ClusterChange']> {
  checkHub(deps, asked);
  const { object, addresses, strategies } = await reading(deps, async tx => {
    const list = (kind: Parameters<typeof listObjects>[2]) => listObjects(tx, deps.hub, kind);
    return {
      object: await loadObject(tx, { hub: deps.hub, kind: 'MemberCluster', name: asked.name }),
      addresses: [...(await list('ClusterResourcePlacement')), ...(await list('ResourcePlacement'))]
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map(({ metadata }) => ({ scope: metadata.namespace ?? CLUSTER_SCOPE, name: metadata.name })),
      strategies: (await Promise.all(STRATEGY_KINDS.map(list))).flat(),
    };
  });
  if (object === undefined)
    throw new NotFoundError(`Cluster "${asked.name}" is no member of hub "${deps.hub}"`);
  const change = changeOf(object, body);
  const placements: Schemas['ClusterChange']['placements'] = [];
  for (const address of addresses.slice(0, MOST_PLACEMENTS)) {
    const state = await reading(deps, tx => loadPlacementState(tx, toHubKey(deps.hub, keyOf(address))));
    const effect = state && (await effectOn(deps, state, change));
    if (effect) placements.push({ ...address, ...effect });
  }
  return {
    ...stampOf(deps),
    placements,
    checked: Math.min(addresses.length, MOST_PLACEMENTS),
    total: addresses.length,
    strategies: strategies.flatMap(one => stageMove(one, object.metadata.labels ?? {}, body.labels)),
  };
}

type WhatIfClusterChange = Schemas['WhatIfClusterChange'];

/** As the what-if takes it: labels that are to go are null; a cluster that leaves has none to change. */
function changeOf(
  { metadata, spec }: KubeObject,
  body: Schemas['ClusterChangeRequest'],
): WhatIfClusterChange {
  const { labels: before = {} } = metadata;
  const { taints = [] } = spec as { taints?: Schemas['Taint'][] };
  const gone = body.labels ? Object.keys(before).filter(key => body.labels?.[key] === undefined) : [];
  if (body.leaves) return { cluster: metadata.name, change: 'remove' };
  return {
    cluster: metadata.name,
    change: 'edit',
    ...(body.labels && { labels: { ...Object.fromEntries(gone.map(key => [key, null])), ...body.labels } }),
    ...(body.taints && { removeTaints: taints, addTaints: body.taints }),
  };
}

type Effect = Pick<Schemas['ClusterChange']['placements'][number], 'effect' | 'why' | 'found' | 'wanted'>;

/** Of a placement that would stay as it is here, and not be short of more clusters, there is nothing to say. */
async function effectOn(
  { scenarios }: QueryDeps,
  state: PlacementState,
  change: WhatIfClusterChange,
): Promise<Effect | undefined> {
  const decided = await scenarios.whatIf(
    state,
    { clusters: [change] } as Parameters<typeof scenarios.whatIf>[1],
    {},
  );
  if (!decided.ok) return undefined;
  const { items, today, then } = decided.value;
  const here = items.find(({ cluster }) => cluster === change.cluster);
  const isShorter = then.found < today.found;
  if (!here || ((here.effect === 'stays' || here.effect === 'without') && !isShorter)) return undefined;
  return {
    effect: here.effect,
    why: here.why,
    found: then.found,
    ...(then.wanted !== undefined && { wanted: then.wanted }),
  };
}

function stageMove(
  { metadata, spec }: KubeObject,
  before: Labels,
  then: Labels | undefined,
): Schemas['ClusterChange']['strategies'] {
  if (then === undefined) return [];
  const strategy = spec as unknown as UpdateStrategySpec;
  const move = { today: stagesMatching(strategy, before), then: stagesMatching(strategy, then) };
  return move.today.join() === move.then.join()
    ? []
    : [{ scope: metadata.namespace ?? CLUSTER_SCOPE, name: metadata.name, ...move }];
}
