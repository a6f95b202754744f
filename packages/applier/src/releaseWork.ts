import { workName, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  describeManifest,
  foreignOwners,
  isOwned,
  partsOn,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { messageOf, type KubeClient, type KubeError, type KubeObject } from '@fleetstage/kube-client';
import { APPLIED_WORK, findAppliedWork, isOfKubeFleet, otherHolderOf, recordedIn } from './appliedWorkStore';
import type { HubWork } from './hubWork';
import { EMPTY_INVENTORY, mergeEntries, type Inventory, type InventoryEntry } from './inventory';
import { findMetadata, listParts, propagationOf, releaseParts, type PartsClaim } from './parts';
import { leaveShared } from './removeLeftovers';
import { runLimited } from './runLimited';

export interface ReleaseInput extends HubWork {
  readonly placement: string;
  /** Name of the member; an AppliedWork that belongs to another one is left to it. */
  readonly cluster: string;
  /** Namespaces on the hub of all members of the fleet: a former member holds nothing. Default: every name is a member. */
  readonly memberNamespaces?: ReadonlySet<string>;
  /** What the last pass returned; the AppliedWork's own list is added. */
  readonly previousInventory?: Inventory;
  /** `strategy.deleteStrategy.propagationPolicy` (RUL 15): delete the objects, or leave them without an owner. */
  readonly deletion: 'Delete' | 'Abandon';
  /** Absent: nobody says how long a deletion has lasted. */
  readonly now?: Instant;
  /** Nothing is deleted once it has ended: the placement may have come back meanwhile. */
  readonly signal?: AbortSignal;
}

export type ReleaseResult =
  /** `holder`: nothing was deleted, since the AppliedWork belongs to this other member (its namespace on the hub). */
  | {
      readonly kind: 'released';
      readonly holder?: string;
      /** Shared objects that keep a reference to the AppliedWork that is gone, and why: they have an owner, and are no more ours. */
      readonly refusals?: readonly string[];
    }
  /** Deletion is asked for; check again in a while. Keep `inventory`: it says what must still go. */
  | { readonly kind: 'releasing'; readonly message: string; readonly inventory: Inventory };

/**
 * Takes a placement off a cluster: deletes the AppliedWork, and Kubernetes' garbage collection what it owns alone
 * (B/WA-130…132). Released is only what was seen to be gone; objects that others own too, or that were never ours, stay.
 *
 * @throws ConflictError when the AppliedWork changed meanwhile: read again
 */
export async function releaseWork(client: KubeClient, input: ReleaseInput): Promise<ReleaseResult> {
  const name = input.work ?? workName(input.placement);
  const hasParts = input.work === undefined;
  const { previousInventory: previous = EMPTY_INVENTORY } = input;
  const appliedWork = await findAppliedWork(client, name);
  input.signal?.throwIfAborted();
  const holder = appliedWork && otherHolderOf(appliedWork, input.cluster);
  if (holder !== undefined && input.memberNamespaces?.has(holder) !== false)
    return { kind: 'released', holder };
  const objects = mergeEntries(appliedWork ? recordedIn(appliedWork) : [], previous.objects);
  const appliedWorkUid = appliedWork?.metadata.uid ?? previous.appliedWorkUid;
  const inventory = { ...(appliedWorkUid ? { appliedWorkUid } : {}), objects };
  const claim = { ...input, objects, owner: { name, uid: appliedWorkUid ?? '' }, hasParts };
  // They go first, those of objects that we do not know as well: while the other is there, a pass that was stopped does this again.
  if (appliedWork && hasParts && isOfKubeFleet(appliedWork))
    await releaseParts(client, await listParts(client, name), claim);
  if (appliedWork && !(await deleteAppliedWork(client, appliedWork, input.deletion))) {
    if (isStuck(appliedWork, input.now)) {
      const [refused] = (await findOwned(client, claim)).refused;
      if (refused) throw refused.refusal;
    }
    return { kind: 'releasing', message: `AppliedWork ${name} is being deleted`, inventory };
  }
  if (appliedWorkUid === undefined) return { kind: 'released' };
  if (input.deletion === 'Abandon') return abandonParts(client, claim, inventory);
  const { held, refused } = await findOwned(client, claim);
  const refusals = refused.map(({ entry, refusal }) => `${describeManifest(entry)}: ${messageOf(refusal)}`);
  if (held.length === 0) return { kind: 'released', ...(refusals.length > 0 && { refusals }) };
  const more = held.length > 1 ? ` and ${held.length - 1} more` : '';
  return { kind: 'releasing', message: `${describeManifest(held[0])}${more} are still there`, inventory };
}

/** Asks for deletion, once; true when it is gone already. */
async function deleteAppliedWork(
  client: KubeClient,
  appliedWork: KubeObject,
  deletion: 'Delete' | 'Abandon',
) {
  const { name, uid, resourceVersion, deletionTimestamp } = appliedWork.metadata;
  if (deletionTimestamp === undefined) {
    // Another member may take it over between our read and this.
    const preconditions = { uid, resourceVersion };
    await client.delete(APPLIED_WORK, { name }, { propagation: propagationOf(deletion), preconditions });
  }
  const now = await findAppliedWork(client, name);
  return now === undefined || now.metadata.uid !== uid;
}

/** KubeFleet waits five minutes; most deletions are over in seconds, and each check of all objects costs as many reads. */
const STUCK_AFTER_MS = 60_000;

const isStuck = ({ metadata: { deletionTimestamp } }: KubeObject, now: Instant | undefined) =>
  now !== undefined &&
  deletionTimestamp !== undefined &&
  now - Date.parse(deletionTimestamp) >= STUCK_AFTER_MS;

interface Owned {
  readonly held: readonly InventoryEntry[];
  readonly refused: readonly { readonly entry: InventoryEntry; readonly refusal: KubeError }[];
}

/**
 * The objects that still carry our owner reference, or that of a part, which is deleted. Shared ones lose it, and do not count
 * (B/WA-132, WA-133).
 */
async function findOwned(client: KubeClient, claim: PartsClaim): Promise<Owned> {
  const seen = await readOwners(client, claim.objects);
  const { ours: parts } = await releaseParts(client, partsOf(seen, claim), claim);
  const owner = { ...claim.owner, parts };
  const states = await runLimited(seen, 8, async ({ entry, live }) => {
    if (!live || !isOwned(live, owner)) return { entry, state: 'left' } as const;
    const isShared = foreignOwners(live, owner).length > 0;
    const state = isShared ? await leaveShared(client, entry, { owner, signal: claim.signal }) : 'held';
    return { entry, state };
  });
  return {
    held: states.flatMap(({ entry, state }) => (state === 'held' ? [entry] : [])),
    refused: states.flatMap(({ entry, state }) => (typeof state === 'object' ? [{ entry, ...state }] : [])),
  };
}

/** Objects stay, without an owner: nothing but parts is waited for. */
async function abandonParts(
  client: KubeClient,
  claim: PartsClaim,
  inventory: Inventory,
): Promise<ReleaseResult> {
  const seen = await readOwners(client, claim.objects);
  const { going } = await releaseParts(client, partsOf(seen, claim), claim);
  if (going.length === 0) return { kind: 'released' };
  return { kind: 'releasing', message: `AppliedWork ${going[0]} is being deleted`, inventory };
}

interface Read {
  readonly entry: InventoryEntry;
  readonly live: KubeObject | undefined;
}

/** Owners alone are kept of an object: the rest may be large. */
const readOwners = (client: KubeClient, objects: readonly InventoryEntry[]): Promise<readonly Read[]> =>
  runLimited(objects, 8, async entry => {
    const live = await findMetadata(client, entry);
    if (live === undefined) return { entry, live };
    const { name, ownerReferences } = live.metadata;
    return {
      entry,
      live: { apiVersion: live.apiVersion, kind: live.kind, metadata: { name, ownerReferences } },
    };
  });

const partsOf = (seen: readonly Read[], { owner, hasParts }: PartsClaim) =>
  seen.flatMap(({ live }) => (live && hasParts ? partsOn(live, owner) : []));
