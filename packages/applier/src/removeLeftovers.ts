import {
  foreignOwners,
  isOwned,
  isReferenceTo,
  isSecret,
  type OwnReference,
  type OwnWork,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  AnswerTooLargeError,
  ClosedError,
  ConflictError,
  InvalidPathError,
  KubeError,
  messageOf,
  NotFoundError,
  TransientError,
  UnauthorizedError,
  UnknownKindError,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import { ownerFor, type IsHeld } from './applyManifest';
import type { InventoryEntry } from './inventory';
import { runLimited } from './runLimited';
import { redactingErrors } from './withoutValues';

/** A left-over that is still there because removing it failed; it is tried again with the next pass. */
export interface StuckLeftover {
  readonly entry: InventoryEntry;
  readonly message: string;
}

interface Claim {
  readonly owner: OwnReference;
  readonly isHeld: IsHeld;
  /** Nothing is removed once it has ended. */
  readonly signal?: AbortSignal;
}

/**
 * Removes what the placement no longer wants on the cluster, if it is still ours (B/WA-033, RUL 17): ours alone is
 * deleted, shared loses our owner reference only, anything else stays.
 */
export async function removeLeftovers(
  client: KubeClient,
  leftovers: readonly InventoryEntry[],
  claim: Claim,
): Promise<readonly StuckLeftover[]> {
  const results = await runLimited(leftovers, 4, async entry => {
    try {
      await removeOne(client, entry, claim);
      return undefined;
    } catch (error) {
      const isCluster = error instanceof TransientError && error.isClusterWide;
      if (!(error instanceof KubeError) || isCluster || error instanceof UnauthorizedError) throw error;
      // Without its kind there can be no object either, and under such a name there never was one.
      const isNothing = error instanceof UnknownKindError || error instanceof InvalidPathError;
      return isNothing ? undefined : { entry, message: messageOf(error) };
    }
  });
  return results.filter((result): result is StuckLeftover => result !== undefined);
}

async function removeOne(client: KubeClient, entry: InventoryEntry, claim: Claim): Promise<void> {
  const live = await findLive(client, entry);
  claim.signal?.throwIfAborted();
  const owner = ownerFor(claim, entry, live);
  if (live === undefined || live.metadata.deletionTimestamp !== undefined || !isOwned(live, owner)) return;
  if (foreignOwners(live, owner).length > 0) {
    await redacting(entry, live, () => dropOwnerReference(client, live, { entry, owner }));
    return;
  }
  try {
    const remove = () => client.delete(entry, entry, { preconditions: { uid: live.metadata.uid } });
    await redacting(entry, live, remove);
  } catch (error) {
    // Another object has the name now; it is not ours.
    if (!(error instanceof ConflictError)) throw error;
  }
}

/**
 * Takes our reference off an object that others own too, where garbage collection has not (B/WA-133): it stops at an owner that it
 * cannot find out about, and would keep the AppliedWork waiting for ever.
 *
 * @returns whether the object is ours no more, or why the cluster refuses to have the reference taken off
 */
export async function leaveShared(
  client: KubeClient,
  entry: InventoryEntry,
  { owner, signal }: { readonly owner: OwnWork; readonly signal?: AbortSignal },
): Promise<'left' | 'held' | { readonly refusal: KubeError }> {
  const live = await findLive(client, entry);
  if (live === undefined || !isOwned(live, owner)) return 'left';
  if (foreignOwners(live, owner).length === 0) return 'held';
  signal?.throwIfAborted();
  try {
    await redacting(entry, live, () => dropOwnerReference(client, live, { entry, owner }));
    return 'left';
  } catch (error) {
    // Somebody changed it meanwhile, or it is gone: the next pass reads it again.
    if (error instanceof ConflictError || error instanceof NotFoundError) return 'held';
    // A webhook may deny with any code.
    const isPassing = PASSING.some(kind => error instanceof kind);
    if (!(error instanceof KubeError) || isPassing) throw error;
    return { refusal: error };
  }
}

/** What says nothing of the object. */
const PASSING = [TransientError, UnauthorizedError, ClosedError];

const isOfSecret = ({ group, kind }: InventoryEntry) => group === '' && kind === 'Secret';

/**
 * No more than has to be known of it: whoever lets an object grow must not be able to keep it. A Secret is read with its
 * values, as far as they can be read, because what a server says of it may repeat them.
 */
async function findLive(client: KubeClient, entry: InventoryEntry): Promise<KubeObject | undefined> {
  const findMetadata = () => client.find(entry, entry, { metadataOnly: true });
  if (!isOfSecret(entry)) return findMetadata();
  try {
    return await client.find(entry, entry);
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError)) throw error;
    return findMetadata();
  }
}

/** Of a Secret whose values are not known nothing is repeated. */
async function redacting<T>(entry: InventoryEntry, live: KubeObject, request: () => Promise<T>): Promise<T> {
  if (!isOfSecret(entry) || isSecret(live)) return redactingErrors([live], request);
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    throw error.reword(() => 'the cluster refuses it, with words that may have values of the Secret');
  }
}

async function dropOwnerReference(
  client: KubeClient,
  live: KubeObject,
  { entry, owner }: { entry: InventoryEntry; owner: OwnWork },
): Promise<void> {
  const ownerReferences = live.metadata.ownerReferences?.filter(ref => !isReferenceTo(owner, ref));
  const metadata = { ownerReferences, resourceVersion: live.metadata.resourceVersion };
  await client.patch(entry, entry, { patch: { type: 'merge', body: { metadata } } });
}
