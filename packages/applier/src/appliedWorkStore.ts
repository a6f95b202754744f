import {
  MEMBER_FIELD_MANAGER,
  PLACEMENT_GROUP,
  STORAGE_VERSION,
  memberNamespace,
  type AppliedResource,
  type AppliedWork,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  AlreadyExistsError,
  KubeError,
  NotFoundError,
  TransientError,
  type ApiResource,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import type { InventoryEntry } from './inventory';

/** Its path is known, so that no discovery is needed on a member. */
export const APPLIED_WORK: ApiResource = {
  group: PLACEMENT_GROUP,
  version: STORAGE_VERSION,
  kind: 'AppliedWork',
  plural: 'appliedworks',
  namespaced: false,
};

/** What was announced when the AppliedWork was made; it counts until the status says what was really applied. */
export const ANNOUNCED_ANNOTATION = 'fleetstage.io/announced-resources';
// All annotations of an object together may have 256 KiB; a longer list is announced in the status instead.
const MAX_ANNOUNCED_BYTES = 200_000;

/** The member has no AppliedWork kind: install its CRD (`ensureAppliedWorkCrd`) and try again. */
export class AppliedWorkCrdMissingError extends KubeError {}

/** An AppliedWork as it is on the member. */
export interface HeldAppliedWork {
  readonly name: string;
  readonly uid: string;
  /** What it says it owns or is about to own. */
  readonly recorded: readonly InventoryEntry[];
  /** `status.appliedResources` as it is; absent: nobody has written it yet. */
  readonly appliedResources?: readonly AppliedResource[];
  readonly isOfKubeFleet: boolean;
}

interface WantedAppliedWork {
  readonly name: string;
  readonly cluster: string;
  /** Nothing is known of an earlier pass: a guess that saves a request; a wrong one costs one. */
  readonly isNew: boolean;
  readonly announced: readonly InventoryEntry[];
  readonly signal?: AbortSignal;
}

/**
 * Finds or makes the AppliedWork (B/WA-010). A new one is born with the list of what is about to be applied, so that a
 * crash right after loses track of nothing.
 *
 * @throws TransientError while an older one is being deleted: what it owns goes with it
 */
export async function ensureAppliedWork(
  client: KubeClient,
  work: WantedAppliedWork,
): Promise<HeldAppliedWork> {
  const found = work.isNew ? undefined : await client.find(APPLIED_WORK, { name: work.name });
  const object = found ?? (await createOrFind(client, work));
  return toHeld(work.isNew ? await takeOver(client, object, work) : object);
}

/**
 * The namespace on the hub of another member that the AppliedWork belongs to; `undefined`: it is this cluster's. One
 * cluster that is registered under two names has one AppliedWork for both.
 */
export function otherHolderOf(object: KubeObject, cluster: string): string | undefined {
  const { spec } = object as unknown as Partial<AppliedWork>;
  return spec?.workNamespace === memberNamespace(cluster) ? undefined : spec?.workNamespace;
}

/** Of ours, all but those with a very long list are born with it. */
export const isOfKubeFleet = ({ metadata }: KubeObject) =>
  metadata.annotations?.[ANNOUNCED_ANNOTATION] === undefined;

/** Reads it; `undefined` where there is none. */
export async function findAppliedWork(client: KubeClient, name: string): Promise<KubeObject | undefined> {
  return client.find(APPLIED_WORK, { name });
}

/** Writes `status.appliedResources`; the caller compares first. */
export async function saveAppliedResources(
  client: KubeClient,
  name: string,
  appliedResources: readonly AppliedResource[],
): Promise<void> {
  await client.patch(
    APPLIED_WORK,
    { name },
    {
      subresource: 'status',
      fieldManager: MEMBER_FIELD_MANAGER,
      patch: { type: 'merge', body: { status: { appliedResources } } },
    },
  );
}

/** Entries as the AppliedWork's status lists them (B/WA-011), in the order of the work. */
export async function toAppliedResources(
  client: KubeClient,
  entries: readonly InventoryEntry[],
): Promise<readonly AppliedResource[]> {
  const resources = await Promise.all(
    entries.map(async ({ ordinal, group, version, kind, namespace, name, uid }) => ({
      ordinal,
      group,
      version,
      kind,
      ...(await pluralOf(client, { group, version, kind })),
      ...(namespace ? { namespace } : {}),
      name,
      ...(uid ? { uid } : {}),
    })),
  );
  return resources.sort((a, b) => a.ordinal - b.ordinal);
}

/** What an AppliedWork says it owns. */
export function recordedIn(object: KubeObject): readonly InventoryEntry[] {
  const { status, metadata } = object as unknown as AppliedWork;
  if (status?.appliedResources) return status.appliedResources.flatMap(toEntry);
  const announced = metadata.annotations?.[ANNOUNCED_ANNOTATION];
  return announced === undefined ? [] : parseAnnounced(announced);
}

/**
 * The registration that comes later gets the AppliedWork of the one before. Only a first pass takes it: if each pass did,
 * two names in use would take it from each other, and whichever goes would delete what the other has placed.
 */
async function takeOver(
  client: KubeClient,
  object: KubeObject,
  { cluster, signal }: WantedAppliedWork,
): Promise<KubeObject> {
  const { name, resourceVersion, deletionTimestamp } = object.metadata;
  if (otherHolderOf(object, cluster) === undefined || deletionTimestamp !== undefined) return object;
  const body = { metadata: { resourceVersion }, spec: { workNamespace: memberNamespace(cluster) } };
  return client.patch(
    APPLIED_WORK,
    { name },
    { ...(signal && { signal }), fieldManager: MEMBER_FIELD_MANAGER, patch: { type: 'merge', body } },
  );
}

async function createOrFind(client: KubeClient, work: WantedAppliedWork): Promise<KubeObject> {
  const announced = JSON.stringify(work.announced);
  const object = {
    apiVersion: `${PLACEMENT_GROUP}/${STORAGE_VERSION}`,
    kind: 'AppliedWork',
    metadata: {
      name: work.name,
      ...(announced.length <= MAX_ANNOUNCED_BYTES
        ? { annotations: { [ANNOUNCED_ANNOTATION]: announced } }
        : {}),
    },
    spec: { workName: work.name, workNamespace: memberNamespace(work.cluster) },
  };
  try {
    return await client.create(object, { target: APPLIED_WORK, fieldManager: MEMBER_FIELD_MANAGER });
  } catch (error) {
    if (error instanceof AlreadyExistsError) return client.get(APPLIED_WORK, { name: work.name });
    if (error instanceof NotFoundError) {
      throw new AppliedWorkCrdMissingError('the member cluster has no CRD of AppliedWork', { cause: error });
    }
    throw error;
  }
}

function toHeld(object: KubeObject): HeldAppliedWork {
  const { name, uid = '', deletionTimestamp } = object.metadata;
  if (deletionTimestamp !== undefined) {
    throw new TransientError(
      `AppliedWork ${name} is being deleted on the member cluster, with all that it owns`,
      {
        retryAfterMs: 1_000,
        isClusterWide: false,
      },
    );
  }
  const { status } = object as unknown as AppliedWork;
  return {
    name,
    uid,
    recorded: recordedIn(object),
    appliedResources: status?.appliedResources,
    isOfKubeFleet: isOfKubeFleet(object),
  };
}

function parseAnnounced(text: string): readonly InventoryEntry[] {
  try {
    return (JSON.parse(text) as AppliedResource[]).flatMap(toEntry);
  } catch {
    // Somebody edited it: the caller's own inventory still knows.
    return [];
  }
}

function toEntry(resource: AppliedResource): readonly InventoryEntry[] {
  const { ordinal, group = '', version, kind, namespace, name, uid } = resource;
  if (!version || !kind || !name) return [];
  return [
    { ordinal, group, version, kind, ...(namespace ? { namespace } : {}), name, ...(uid ? { uid } : {}) },
  ];
}

/** Known from the calls before, so it costs no request; the plural of an unknown kind is not known. */
async function pluralOf(client: KubeClient, gvk: { group: string; version: string; kind: string }) {
  try {
    return { resource: (await client.resolve(gvk)).plural };
  } catch (error) {
    if (error instanceof KubeError) return {};
    throw error;
  }
}
