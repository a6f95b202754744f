import { ConflictError, NotFoundError } from '@backstage/errors';
import {
  placedClusters,
  plannedClusters,
  previewPlacement,
  type ClusterOverrides,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { isKeyText, namedBy } from '../../database/keyText';
import { fromObjectKey } from '../../database/placementObject';
import { placementOfRun } from '../../database/stagedObjects';
import { toHubKey } from '../../database/keys';
import { loadRunState } from '../../database/loadRunState';
import { loadMatched } from '../../database/overrideStore';
import { loadPlacementState } from '../../database/placementStore';
import { findMissingKeys, loadManifests } from '../../database/snapshotStore';
import { placementTarget } from '../commands/placementTarget';
import type { Answer, Asked } from '../contract';
import { explainSealed } from '../placementResources';
import { checkHub, reading, stampOf, type QueryDeps } from '../queryDeps';

type Path = '/placements/{scope}/{name}/preview';

/** What each cluster of a placement shall run, or what a run brings to its clusters; equal ones are one variant. */
export async function getPlacementPreview(deps: QueryDeps, asked: Asked<Path>): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { key } = placementTarget(asked);
  const { wanted, contents } = await reading(deps, async tx => {
    const found = await readWanted(tx, deps, { key, run: asked.run });
    return { wanted: found, contents: await readContents(tx, deps, { key, ...found }) };
  });
  const named = {
    ...stampOf(deps),
    ...(wanted.index !== undefined && { snapshot: String(wanted.index) }),
    ...(wanted.problem !== undefined && { problem: wanted.problem }),
  };
  const { cluster } = asked;
  const { clusters } = wanted;
  if (cluster !== undefined && !clusters.some(one => one.cluster === cluster))
    throw new NotFoundError(`Placement "${key}" has nothing for cluster "${cluster}"`);
  const view = previewPlacement(
    { placement: key, ...contents, options: deps.rendering },
    clusters,
    cluster === undefined ? {} : { cluster },
  );
  const { manifests, ...rest } = view;
  return { ...named, ...rest, ...(manifests && { manifests: manifests.map(one => ({ ...one })) }) };
}

export interface Wanted {
  /** Of the snapshot of resources; absent: there is none yet. */
  readonly index?: number;
  readonly clusters: readonly ClusterOverrides[];
  /** Why the overrides are not those that the newest say. */
  readonly problem?: string;
}

/** @throws NotFoundError */
export async function readWanted(
  tx: Tx,
  { hub }: QueryDeps,
  { key, run }: { readonly key: string; readonly run?: string | undefined },
): Promise<Wanted> {
  const state = await loadPlacementState(tx, toHubKey(hub, key));
  if (state === undefined) throw new NotFoundError(`Placement "${key}" does not exist on hub "${hub}"`);
  const latest = state.resourceSnapshots.at(-1);
  if (run === undefined)
    return {
      ...(latest && { index: latest.index }),
      clusters: placedClusters(state),
      ...(state.unknownOverrides !== undefined && { problem: state.unknownOverrides }),
    };
  const planned = isKeyText(run)
    ? await loadRunState(tx, toHubKey(hub, namedBy(fromObjectKey(key), run)))
    : undefined;
  if (planned === undefined || placementOfRun(hub, planned.run).name !== key)
    throw new NotFoundError(`Placement "${key}" has no run "${run}" on hub "${hub}"`);
  const { progress } = planned;
  if (progress?.plan === undefined) throw new ConflictError(`Run "${run}" is not prepared yet`);
  return { index: progress.plan.resourceIndex, clusters: plannedClusters(progress) };
}

/** @throws ConflictError where the objects are not kept any more, or nobody can read them */
export async function readContents(
  tx: Tx,
  { hub }: QueryDeps,
  { key, index, clusters }: Wanted & { readonly key: string },
) {
  const matched = clusters.flatMap(({ overrides }) => overrides.snapshots);
  const snapshots =
    matched.length === 0 ? [] : await loadMatched(tx, hub, { snapshots: matched, variables: {} });
  if (index === undefined) return { manifests: [], snapshots };
  const placement = { hub, name: key };
  const manifests = await loadManifests(tx, placement, index);
  if (manifests !== undefined) return { manifests, snapshots };
  const missing = await findMissingKeys(tx, placement, index);
  throw new ConflictError(
    missing.length > 0
      ? `snapshot ${index} is ${explainSealed(missing)}`
      : `snapshot ${index} of placement "${key}" is not kept (any more)`,
  );
}
