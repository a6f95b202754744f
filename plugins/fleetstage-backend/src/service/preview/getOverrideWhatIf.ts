import { InputError } from '@backstage/errors';
import {
  applyOverrideChange,
  findOverrideEffects,
  isMeant,
  MAX_OBJECTS,
  placedClusters,
  previewOverride,
  type OverrideChange,
  type OverrideSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { toHubKey } from '../../database/keys';
import { loadOverrideKeys } from '../../database/loadOverrides';
import { listObjectNames } from '../../database/mirrorStore';
import { loadLatestOverrides } from '../../database/overrideStore';
import { fromObjectKey } from '../../database/placementObject';
import { loadPlacementState } from '../../database/placementStore';
import { findMissingKeys, loadManifests } from '../../database/snapshotStore';
import type { Schemas } from '../contract';
import { explainSealed } from '../placementResources';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from '../queryDeps';
import { keyOf } from '../scenarios/readWhatIf';

type PlacementEffects = Schemas['OverrideWhatIf']['placements'][number];

/** Placements that are matched anew for one answer, each in its own read. */
const MOST_PLACEMENTS = 100;

/** Which clusters of which placements a changed, new or deleted override would change, and which fields; nothing is written. */
export async function getOverrideWhatIf(
  deps: QueryDeps,
  asked: { readonly hub?: string },
  body: Schemas['OverrideWhatIfRequest'],
): Promise<Schemas['OverrideWhatIf']> {
  checkHub(deps, asked);
  const change = toChange(body);
  const { today, addresses } = await reading(deps, async tx => ({
    today: await loadLatestOverrides(tx, deps.hub),
    addresses: await listAddresses(tx, deps.hub),
  }));
  const then = applyOverrideChange(today, change);
  const touched = [...today, ...then].filter(one => !today.includes(one) || !then.includes(one));
  const concerned = addresses.filter(address => touched.some(one => isMeant(namedAs(address), one)));
  const placements: PlacementEffects[] = [];
  // One budget for all placements: rendering holds up everybody else.
  let objects = MAX_OBJECTS;
  for (const address of concerned.slice(0, MOST_PLACEMENTS)) {
    const found = await effectsOn(deps, keyOf(address), { today, then, objects });
    if (found === undefined) continue;
    placements.push({ ...address, ...found.effects });
    objects -= found.rendered;
  }
  return {
    ...stampOf(deps),
    isNew: body.spec !== undefined && then.length > today.length,
    placements,
    checked: Math.min(concerned.length, MOST_PLACEMENTS),
    total: concerned.length,
  };
}

interface Sides {
  readonly today: readonly OverrideSnapshot[];
  readonly then: readonly OverrideSnapshot[];
  /** That may still be rendered. */
  readonly objects: number;
}

interface Found {
  readonly effects: Omit<PlacementEffects, 'scope' | 'name'>;
  /** Objects. */
  readonly rendered: number;
}

/** `undefined`: every cluster matches what it matches today. Contents are read for the others alone. */
async function effectsOn(
  deps: QueryDeps,
  key: string,
  { today, then, objects }: Sides,
): Promise<Found | undefined> {
  const placement = { hub: deps.hub, name: key };
  const found = await reading(deps, async tx => {
    const state = await loadPlacementState(tx, toHubKey(deps.hub, key));
    const snapshot = state?.resourceSnapshots.at(-1);
    if (state === undefined || snapshot === undefined) return undefined;
    const keys = await loadOverrideKeys(tx, placement, snapshot);
    if (typeof keys === 'string') return { problem: keys };
    const placed = new Set(placedClusters(state).map(({ cluster }) => cluster));
    const clusters = state.clusters.filter(({ name }) => placed.has(name));
    const effects = findOverrideEffects({ named: namedOf(key), keys, clusters }, today, then);
    if (effects.length === 0) return undefined;
    if (objects <= 0) return { effects, manifests: [], total: clusters.length };
    const manifests = await loadManifests(tx, placement, snapshot.index);
    if (manifests !== undefined) return { effects, manifests, total: clusters.length };
    const missing = await findMissingKeys(tx, placement, snapshot.index);
    return { problem: `snapshot ${snapshot.index} is ${explainMissing(missing)}` };
  });
  if (found === undefined) return undefined;
  if (found.problem !== undefined)
    return { effects: { changedCount: 0, sameCount: 0, effects: [], problem: found.problem }, rendered: 0 };
  const source = { placement: key, manifests: found.manifests, snapshots: [...today, ...then] };
  const effects = previewOverride(
    found.effects,
    found.total,
    { ...source, options: deps.rendering },
    objects,
  );
  const read = effects.effects.filter(({ isUnread }) => !isUnread).length;
  return { effects, rendered: read * Math.max(1, found.manifests.length) };
}

const explainMissing = (keys: readonly string[]) =>
  keys.length > 0 ? explainSealed(keys) : 'not kept (any more)';

async function listAddresses(tx: Tx, hub: string) {
  const names = [
    ...(await listObjectNames(tx, hub, 'ClusterResourcePlacement')),
    ...(await listObjectNames(tx, hub, 'ResourcePlacement')),
  ];
  return names.map(({ namespace, name }) => ({ scope: namespace || CLUSTER_SCOPE, name }));
}

const namedAs = (address: { readonly scope: string; readonly name: string }) => namedOf(keyOf(address));

function namedOf(key: string) {
  const { namespace } = fromObjectKey(key);
  return { name: key, ...(namespace !== undefined && { namespace }) };
}

/** The contract has compared every part that is read. */
function toChange({ kind, namespace, name, spec }: Schemas['OverrideWhatIfRequest']): OverrideChange {
  if (kind === 'ClusterResourceOverride') {
    if (namespace !== undefined) throw new InputError('namespace: a ClusterResourceOverride has none');
    if (spec !== undefined && spec.clusterResourceSelectors === undefined)
      throw new InputError('spec.clusterResourceSelectors: a ClusterResourceOverride needs it');
  } else {
    if (namespace === undefined) throw new InputError('namespace: a ResourceOverride needs it');
    if (spec !== undefined && spec.resourceSelectors === undefined)
      throw new InputError('spec.resourceSelectors: a ResourceOverride needs it');
  }
  return {
    kind,
    name,
    ...(namespace !== undefined && { namespace }),
    ...(spec && { spec }),
  } as OverrideChange;
}
