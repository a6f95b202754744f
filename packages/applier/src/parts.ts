import { isWorkOfPart, ownersOf, type OwnWork } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  isWorkOfEnvelope,
  type AppliedWork,
  type OwnerReference,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ConflictError,
  InvalidPathError,
  NotFoundError,
  UnknownKindError,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import { APPLIED_WORK, findAppliedWork, otherHolderOf, recordedIn } from './appliedWorkStore';
import { inventoryKey, type InventoryEntry } from './inventory';
import { runLimited } from './runLimited';

/** Whose parts are meant: KubeFleet gives each envelope, and each further part of a snapshot, a separate AppliedWork. */
export interface PartsClaim {
  readonly owner: OwnWork;
  /** `false`: a Work of the hub, which is by itself. */
  readonly hasParts: boolean;
  readonly cluster: string;
  readonly memberNamespaces?: ReadonlySet<string>;
  /** All that the placement holds. */
  readonly objects: readonly InventoryEntry[];
  readonly deletion: 'Delete' | 'Abandon';
  readonly signal?: AbortSignal;
}

export interface PartsReleased {
  /** Uids of those that are the placement's, or are gone. */
  readonly ours: ReadonlySet<string>;
  /** Names of those that were still there. */
  readonly going: readonly string[];
}

type PartName = Pick<OwnerReference, 'name' | 'uid'>;

/** A list of names alone: for an AppliedWork that KubeFleet has made, whose parts may hold what we do not know. */
export async function listParts(client: KubeClient, own: string): Promise<readonly PartName[]> {
  const { items } = await client.list(APPLIED_WORK, { metadataOnly: true });
  return items.flatMap(({ metadata: { name, uid = '', deletionTimestamp } }) =>
    deletionTimestamp === undefined && isWorkOfPart(name, own) ? [{ name, uid }] : [],
  );
}

/** Deletes those of the named parts that are the placement's: a name alone is no proof, and what is deleted takes workloads with it. */
export async function releaseParts(
  client: KubeClient,
  named: readonly PartName[],
  claim: PartsClaim,
): Promise<PartsReleased> {
  const byUid = new Map(named.map(part => [part.uid, part]));
  const ours = new Set<string>();
  const going: string[] = [];
  for (const { name, uid } of byUid.values()) {
    const part = await findAppliedWork(client, name);
    const isGone = part === undefined || part.metadata.uid !== uid;
    if (!isGone && !(await isOurPart(client, part, claim))) continue;
    ours.add(uid);
    if (isGone) continue;
    going.push(name);
    claim.signal?.throwIfAborted();
    if (part.metadata.deletionTimestamp === undefined) await deletePart(client, { name, uid }, claim);
  }
  return { ours, going };
}

async function deletePart(
  client: KubeClient,
  { name, uid }: PartName,
  { deletion }: PartsClaim,
): Promise<void> {
  try {
    await client.delete(
      APPLIED_WORK,
      { name },
      { propagation: propagationOf(deletion), preconditions: { uid } },
    );
  } catch (error) {
    if (!(error instanceof NotFoundError) && !(error instanceof ConflictError)) throw error;
  }
}

export const propagationOf = (deletion: PartsClaim['deletion']) =>
  deletion === 'Abandon' ? 'Orphan' : 'Foreground';

async function isOurPart(client: KubeClient, part: KubeObject, claim: PartsClaim): Promise<boolean> {
  const { name, deletionTimestamp } = part.metadata;
  const { spec } = part as unknown as Partial<AppliedWork>;
  if (spec?.workName !== name || spec.workNamespace === undefined) return false;
  const holder = otherHolderOf(part, claim.cluster);
  if (holder !== undefined && claim.memberNamespaces?.has(holder) !== false) return false;
  // `web-1` may be somebody's own Work. Of one that goes already nothing is left to decide.
  const isProven = isWorkOfEnvelope(name) || deletionTimestamp !== undefined;
  return isProven || holdsOursAlone(client, part, claim);
}

/** It owns an object of the placement, and of all that it lists none that is not. */
async function holdsOursAlone(
  client: KubeClient,
  part: KubeObject,
  { objects }: PartsClaim,
): Promise<boolean> {
  const known = new Set(objects.map(inventoryKey));
  const held = await runLimited(recordedIn(part), 8, async entry => {
    const live = await findMetadata(client, entry);
    return live !== undefined && ownersOf(live).some(({ uid }) => uid === part.metadata.uid) ? [entry] : [];
  });
  const entries = held.flat();
  return entries.length > 0 && entries.every(entry => known.has(inventoryKey(entry)));
}

export async function findMetadata(
  client: KubeClient,
  entry: InventoryEntry,
): Promise<KubeObject | undefined> {
  try {
    return await client.find(entry, entry, { metadataOnly: true });
  } catch (error) {
    // With the kind its objects are gone too, and under such a name there never was one.
    if (error instanceof UnknownKindError || error instanceof InvalidPathError) return undefined;
    throw error;
  }
}
