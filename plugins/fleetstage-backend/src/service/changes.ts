import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import { diffSnapshots, type ObjectChangeView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { placementOfRun } from '../database/stagedObjects';
import type { Tx } from '../database/db';
import type { PlacementRef } from '../database/keys';
import { findMissingKeys, loadManifests } from '../database/snapshotStore';
import { placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { explainSealed } from './placementResources';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import { previousSnapshot, readWholeRun, runKeyOf } from './wholeRuns';

const NOTHING = { added: 0, changed: 0, deleted: 0, unchanged: 0 };

/**
 * The run's snapshot beside the former one of its clusters. A snapshot that is not kept any more has no contents to show.
 */
export async function getRunChanges(
  deps: QueryDeps,
  asked: Asked<'/runs/{scope}/{name}/changes'>,
): Promise<Answer<'/runs/{scope}/{name}/changes'>> {
  const key = runKeyOf(deps, asked);
  const { from, to, before, after } = await reading(deps, async tx => {
    const whole = await readWholeRun(tx, deps, key);
    const placement = placementOfRun(deps.hub, whole.state.run);
    const index = whole.state.progress?.plan?.resourceIndex;
    const previous = await previousSnapshot(tx, deps, whole);
    return {
      from: previous,
      to: index,
      before: previous === undefined ? [] : await readManifests(tx, placement, previous),
      after: index === undefined ? undefined : await readManifests(tx, placement, index),
    };
  });
  const named = {
    ...stampOf(deps),
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  };
  if (before === undefined || after === undefined) return { ...named, counts: NOTHING, objects: [] };
  const { counts, objects } = diffSnapshots(before, after);
  return { ...named, counts, objects: objects.map(toChange) };
}

/** Two snapshots of a placement that are kept, in whichever order they are asked for. */
export async function getPlacementChanges(
  deps: QueryDeps,
  asked: Asked<'/placements/{scope}/{name}/changes'>,
): Promise<Answer<'/placements/{scope}/{name}/changes'>> {
  checkHub(deps, asked);
  const { key } = placementTarget(asked);
  const placement = { hub: deps.hub, name: key };
  const [from, to] = [asked.from, asked.to].map(indexOf);
  const { before, after } = await reading(deps, async tx => ({
    before: await readManifests(tx, placement, from),
    after: await readManifests(tx, placement, to),
  }));
  if (before === undefined || after === undefined) {
    const missing = before === undefined ? from : to;
    throw new NotFoundError(`snapshot ${missing} of placement "${key}" is not kept (any more)`);
  }
  const { counts, objects } = diffSnapshots(before, after);
  return { ...stampOf(deps), from: String(from), to: String(to), counts, objects: objects.map(toChange) };
}

/**
 * `undefined`: the snapshot is not kept any more.
 *
 * @throws ConflictError where nobody has the key that it is sealed with: what it holds is not nothing
 */
async function readManifests(tx: Tx, placement: PlacementRef, index: number) {
  const manifests = await loadManifests(tx, placement, index);
  if (manifests !== undefined) return manifests;
  const missing = await findMissingKeys(tx, placement, index);
  if (missing.length > 0) throw new ConflictError(`snapshot ${index} is ${explainSealed(missing)}`);
  return undefined;
}

function indexOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InputError(`snapshot "${text}" is no index; use a whole number`);
}

function toChange({ before, after, ...change }: ObjectChangeView): Schemas['ObjectChange'] {
  return {
    ...change,
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  };
}
