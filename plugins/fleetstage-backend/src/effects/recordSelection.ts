import {
  annotationKeys,
  resourceSnapshotName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  planResourceSnapshot,
  snapshotDelayMs,
  snapshotHash,
  type ResourceSnapshot,
  type Selection,
  type SnapshotPace,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import { loadBindings } from '../database/bindingStore';
import { saveCaptureNotes } from '../database/captureNotes';
import { loadCandidate, saveCandidate, saveCapture } from '../database/captureStore';
import type { Tx } from '../database/db';
import type { HubKey } from '../database/keys';
import { markWork } from '../database/marks';
import { fromObjectKey } from '../database/placementObject';
import { queues } from '../database/queue/queues';
import { listRunEntries } from '../database/runStore';
import {
  deleteResourceSnapshots,
  hasManifests,
  loadResourceSnapshots,
  saveResourceSnapshot,
} from '../database/snapshotStore';
import { wake } from '../database/wakes';
import { targetOf } from '../kube/targetOf';
import type { Again } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';

export interface RecordDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly pace?: SnapshotPace;
}

interface Recording {
  readonly at: HubKey;
  readonly through: number;
  readonly selection: Selection;
  /** What the hub shows as the hash of the latest snapshot, where only the hub knows. */
  readonly publishedHash: string | undefined;
  readonly revisionHistoryLimit: number | undefined;
  /** Of the placement whose selectors were read. */
  readonly generation: number;
}

const AT_ONCE: SnapshotPace = { minimumIntervalMs: 0, collectionMs: 0 };

/** Keeps what was read as the next snapshot, or as the latest one where nothing differs (A/SNP-010, SNP-030). */
export async function recordSelection(
  tx: Tx,
  { clock, log, pace = AT_ONCE }: RecordDeps,
  { at, through, selection, publishedHash, revisionHistoryLimit, generation }: Recording,
): Promise<Again | undefined> {
  const now = clock.now();
  const { manifests, identifiers, notices } = selection;
  notices.forEach(({ message }) => log.warn(message, { placement: at.name }));
  await saveCaptureNotes(tx, at, selection);
  const snapshots = await loadResourceSnapshots(tx, at.hub, at.name);
  const latest = snapshots.at(-1);
  const referenced = await referencedIndexes(tx, at, snapshots);
  const hash = identityOf(tx, { manifests, publishedHash, latest });
  const input = { manifests, identifiers, hash, snapshots, referenced, revisionHistoryLimit };
  const plan = planResourceSnapshot(input, now);
  if (plan.kind === 'unchanged') {
    await fillSnapshot(tx, at, { snapshot: plan.snapshot, manifests });
  } else {
    const detectedAt = (await loadCandidate(tx, at)) ?? now;
    const waitMs = snapshotDelayMs(pace, { detectedAt, ...(latest && { latestAt: latest.createdAt }) }, now);
    if (waitMs > 0) {
      await saveCandidate(tx, at, { at: detectedAt, generation });
      return { afterMs: waitMs };
    }
    const fields = { hub: at.hub, placement: at.name, index: plan.snapshot.index };
    log.info('Saving a resource snapshot', { pass: queues.captureResources, ...fields });
    await deleteResourceSnapshots(tx, at, plan.prune);
    await saveResourceSnapshot(tx, at, plan.snapshot, manifests);
    wake(tx, 'snapshotSaved', at);
  }
  await saveCapture(tx, at, { through, generation });
  return undefined;
}

/** Its manifests may have been lost with an earlier database, or with their key. */
async function fillSnapshot(
  tx: Tx,
  at: HubKey,
  { snapshot, manifests }: { snapshot: ResourceSnapshot; manifests: readonly KubeObject[] },
): Promise<void> {
  if (await hasManifests(tx, at, snapshot.index)) return;
  await saveResourceSnapshot(tx, at, snapshot, manifests);
  const bindings = await loadBindings(tx, at.hub, at.name);
  const holders = bindings.filter(({ resourceIndex }) => resourceIndex === snapshot.index);
  markWork(
    tx,
    at,
    holders.map(({ cluster }) => cluster),
  );
}

/** While a run is going on it may name any of them, also before it has a plan; later the newest is what statuses report. */
async function referencedIndexes(
  tx: Tx,
  { hub, name }: HubKey,
  snapshots: readonly ResourceSnapshot[],
): Promise<Set<number>> {
  const runs = await listRunEntries(tx, { hub, name });
  if (runs.some(run => !run.isOver)) return new Set(snapshots.map(({ index }) => index));
  const bindings = await loadBindings(tx, hub, name);
  const ofRuns = runs.flatMap(({ progress }) => progress?.plan?.resourceIndex ?? []);
  const indexes = [...bindings.map(b => b.resourceIndex), ofRuns.at(-1)];
  return new Set(indexes.filter((index): index is number => index !== undefined));
}

interface Content {
  readonly manifests: readonly KubeObject[];
  readonly publishedHash: string | undefined;
  readonly latest: ResourceSnapshot | undefined;
}

/** What rows call this content; what the latest snapshot calls it, where it is the same (decision 0019). */
function identityOf(tx: Tx, { manifests, publishedHash, latest }: Content): string {
  const hash = snapshotHash(manifests);
  const likeness = latest === undefined ? 'different' : tx.vault.compare(latest.hash, hash);
  const isSame = likeness === 'same' || (likeness === 'unknown' && publishedHash === hash);
  return isSame && latest !== undefined ? latest.hash : tx.vault.identify(hash);
}

/** The hash of a snapshot as the hub shows it (A/SNP-001); `undefined` where it shows none. */
export async function readPublishedHash(
  client: KubeClient,
  { name: key }: HubKey,
  index: number,
): Promise<string | undefined> {
  const { namespace, name } = fromObjectKey(key);
  const target = targetOf(namespace === undefined ? 'ClusterResourceSnapshot' : 'ResourceSnapshot');
  const snapshot = await client.find(target, { name: resourceSnapshotName(name, index), namespace });
  return snapshot?.metadata.annotations?.[annotationKeys.resourceHash];
}
