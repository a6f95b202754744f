import { InputError, NotFoundError } from '@backstage/errors';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { sumSizes, type ResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadCaptureNotes, type CaptureNotes } from '../database/captureNotes';
import { loadCapture } from '../database/captureStore';
import { findUnreadable, loadContents, loadSizes } from '../database/contentStore';
import type { Tx } from '../database/db';
import { loadPlacementFacts } from '../database/facts';
import type { PlacementRef } from '../database/keys';
import { loadContentIds, loadResourceSnapshots } from '../database/snapshotStore';
import { placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import { envelopeFields, toExcludedView, toResource } from './selection';

type Path = '/placements/{scope}/{name}/resources';

/** The objects of one snapshot; names and sizes, no contents. What was left out is known of the latest capture alone. */
export async function getPlacementResources(deps: QueryDeps, asked: Asked<Path>): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { key } = placementTarget(asked);
  const placement = { hub: deps.hub, name: key };
  const found = await reading(deps, async tx => {
    if ((await loadPlacementFacts(tx, placement)) === undefined)
      throw new NotFoundError(`Placement "${key}" does not exist on hub "${deps.hub}"`);
    const snapshots = await loadResourceSnapshots(tx, deps.hub, key);
    const latest = snapshots.at(-1);
    const snapshot = asked.index === undefined ? latest : pick(snapshots, asked.index, key);
    const isLatest = snapshot === latest;
    return {
      snapshot: snapshot && { ...(await readSnapshot(tx, placement, snapshot)), isLatest },
      notes: isLatest ? await loadCaptureNotes(tx, placement) : NO_NOTES,
      problem: isLatest ? (await loadCapture(tx, deps.hub, key)).failure?.message : undefined,
    };
  });
  const { snapshot, notes, problem } = found;
  return {
    ...stampOf(deps),
    ...(snapshot ?? { ...sumSizes([]), resources: [] }),
    excluded: notes.excluded.map(toExcludedView),
    excludedCount: notes.excludedCount,
    warnings: [...notes.notices],
    ...(problem !== undefined && { problem }),
  };
}

const NO_NOTES: CaptureNotes = { excluded: [], excludedCount: 0, notices: [] };

function pick(snapshots: readonly ResourceSnapshot[], text: string, key: string): ResourceSnapshot {
  if (!/^\d{1,9}$/.test(text))
    throw new InputError(`index "${text}" is no index of a snapshot; use a whole number such as 0`);
  const found = snapshots.find(({ index }) => index === Number(text));
  if (found === undefined)
    throw new NotFoundError(`snapshot ${text} of placement "${key}" is not kept (any more)`);
  return found;
}

async function readSnapshot(tx: Tx, placement: PlacementRef, snapshot: ResourceSnapshot) {
  const ids = (await loadContentIds(tx, placement, snapshot.index)) ?? [];
  const sizes = await loadSizes(tx, placement.hub, ids);
  const missingKeys = await findUnreadable(tx, placement.hub, ids);
  const envelopes = await readEnvelopes(tx, placement, { snapshot, ids });
  const resources = snapshot.identifiers.map((identifier, i): Schemas['SizedResource'] => {
    const bytes = sizes.get(ids[i]);
    return { ...toResource(identifier), ...(bytes !== undefined && { bytes }), ...envelopes.get(ids[i]) };
  });
  return {
    index: String(snapshot.index),
    createdAt: toRfc3339(snapshot.createdAt),
    ...sumSizes(resources),
    resources,
    ...(missingKeys.length > 0 && {
      contentProblem: explainSealed(missingKeys),
    }),
    ...(ids.length === 0 &&
      resources.length > 0 && {
        contentProblem: 'its contents were lost with an earlier database; names are all that is left of it',
      }),
  };
}

/** Of a snapshot, by the ids of the keys that nobody has. */
export const explainSealed = (missingKeys: readonly string[]): string =>
  `sealed with the encryption key ${missingKeys.join(', ')}, which is not configured; add it to fleetstage.encryption.keys again`;

const ENVELOPES = new Set(['ClusterResourceEnvelope', 'ResourceEnvelope', 'ConfigMap']);

/** Only these few are opened: the others are shown by names and sizes. */
async function readEnvelopes(
  tx: Tx,
  { hub }: PlacementRef,
  { snapshot, ids }: { snapshot: ResourceSnapshot; ids: readonly string[] },
) {
  const wanted = ids.filter((_, i) => ENVELOPES.has(snapshot.identifiers[i]?.kind ?? ''));
  const contents = await loadContents(tx, hub, wanted);
  return new Map(
    [...contents].map(([id, manifest]) => [id, manifest === 'sealed' ? {} : envelopeFields(manifest)]),
  );
}
