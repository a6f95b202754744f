import {
  failure,
  type ResourceIdentifier,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  accessibleNamespaceFault,
  type PlacementFacts,
  type Selection,
  type SnapshotPace,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadCapture, saveCapture } from '../database/captureStore';
import type { Tx } from '../database/db';
import { loadPlacementFacts } from '../database/facts';
import { fromHubKey, type HubKey } from '../database/keys';
import { lockPlacement } from '../database/lockPlacement';
import { loadPlacementUid, savePlacementUid } from '../database/placementStore';
import { queues } from '../database/queue/queues';
import { loadResourceSnapshots } from '../database/snapshotStore';
import type { Again, Effect } from '../loop/effect';
import type { Clock } from '../ports';
import { askCluster } from './kubeErrors';
import { readSelection, type SelectionReads } from './readSelection';
import { readPublishedHash, recordSelection } from './recordSelection';

export interface CaptureDeps extends SelectionReads {
  readonly clock: Clock;
  /** Absent: a snapshot is made as soon as something has changed (RUL 41). */
  readonly pace?: SnapshotPace;
}

interface CaptureInput {
  readonly key: HubKey;
  readonly placement: PlacementFacts;
  /** This run reads everything asked for up to here. */
  readonly through: number;
  /** The objects of the latest snapshot. */
  readonly held: readonly ResourceIdentifier[];
  /** The latest snapshot, where its identity was made with a secret that is lost: only the hub knows its hash. */
  readonly unknownIndex?: number;
}

/** `publishedHash`: what the hub shows as the hash of the latest snapshot; read only where nothing else shows it. */
type Captured = Result<Selection> & { readonly publishedHash?: string };

/**
 * A failure with a cause on the hub (a role, a definition) is fixed there, and no watch reports it. The longer it has
 * failed, the rarer the retry: each reads all that is selected.
 */
const FAILED_RETRY = { firstMs: 30_000, maxMs: 600_000 };

/**
 * Reads what a placement selects on the hub and keeps it as its next resource snapshot, if it differs from the latest
 * (A/SEL-010…064, A/SNP-010, RUL 27). Selectors that are at fault become the placement's capture failure.
 */
export function captureResources(deps: CaptureDeps): Effect<CaptureInput, Captured> {
  return {
    name: queues.captureResources,
    async load(tx, key) {
      const at = fromHubKey(key);
      const placement = await loadPlacementFacts(tx, at);
      if (placement === undefined || placement.deletedAt !== undefined) return undefined;
      const owner = await loadPlacementUid(tx, at);
      // The rows are a namesake's, which is being drained; when they are gone a capture is asked for.
      if (owner !== '' && owner !== placement.uid) return undefined;
      const { requested } = await loadCapture(tx, at.hub, at.name);
      const latest = (await loadResourceSnapshots(tx, at.hub, at.name)).at(-1);
      const isUnknown = latest !== undefined && tx.vault.compare(latest.hash, '') === 'unknown';
      return {
        key: at,
        placement,
        through: requested,
        held: latest?.identifiers ?? [],
        ...(isUnknown && { unknownIndex: latest.index }),
      };
    },
    run: ({ key, placement, held, unknownIndex }) =>
      askCluster(`read what placement ${key.name} selects`, async () => {
        const fault = accessibleNamespaceFault(placement, held);
        if (fault !== undefined) return failure(fault);
        const selectors = placement.spec.resourceSelectors;
        const captured = await readSelection(deps, { ...placement, held, selectors });
        if (unknownIndex === undefined) return captured;
        const publishedHash = await readPublishedHash(await deps.client(), key, unknownIndex);
        return { ...captured, ...(publishedHash !== undefined && { publishedHash }) };
      }),
    record: (tx, _, input, captured) => recordCapture(tx, deps, { ...input, captured }),
  };
}

type Recorded = CaptureInput & { readonly captured: Captured };

async function recordCapture(tx: Tx, deps: CaptureDeps, input: Recorded): Promise<Again | void> {
  const owned = await claimRows(tx, input);
  if (owned !== 'ours') return owned;
  const { captured } = input;
  if (!captured.ok) return recordFailure(tx, deps, { ...input, message: captured.error });
  const { value: selection, publishedHash } = captured;
  const { generation, spec } = input.placement;
  const { revisionHistoryLimit } = spec;
  const { key: at, through } = input;
  return recordSelection(tx, deps, {
    ...{ at, through, selection, publishedHash },
    ...{ revisionHistoryLimit, generation },
  });
}

/**
 * What was read is one object's, and so are the rows of a placement: a namesake gets nothing of it. The mirror can change
 * until we commit; rows that say whose they are will then be taken down before the namesake makes its own.
 */
async function claimRows(tx: Tx, { key: at, placement }: CaptureInput): Promise<'ours' | Again | undefined> {
  const now = await loadPlacementFacts(tx, at);
  if (now === undefined) return undefined;
  if (now.uid !== placement.uid) return { afterMs: 0 };
  const { uid } = await lockPlacement(tx, at.hub, at.name);
  if (uid === '') await savePlacementUid(tx, at, placement.uid);
  // Else a namesake is being drained, as in `load`.
  return uid === '' || uid === placement.uid ? 'ours' : undefined;
}

async function recordFailure(
  tx: Tx,
  { clock }: CaptureDeps,
  { key: at, placement, through, message }: CaptureInput & { readonly message: string },
): Promise<Again> {
  const placementGeneration = placement.generation;
  const { captured, failure: last } = await loadCapture(tx, at.hub, at.name);
  const isSame = last?.message === message && last.placementGeneration === placementGeneration;
  const now = clock.now();
  const since = isSame ? last.at : now;
  if (!isSame || captured !== through)
    await saveCapture(tx, at, {
      through,
      generation: placementGeneration,
      failure: { message, placementGeneration, at: since },
    });
  return { afterMs: Math.min(FAILED_RETRY.maxMs, Math.max(FAILED_RETRY.firstMs, now - since)) };
}
