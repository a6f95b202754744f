import type { ManifestIdentity } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** The applier's inventory of the member; given back to it unchanged. */
export interface WorkInventory {
  readonly appliedWorkUid?: string;
  readonly objects: readonly InventoryObject[];
}

export type InventoryObject = ManifestIdentity & {
  readonly ordinal: number;
  readonly uid?: string;
  readonly hash?: string;
  readonly generation?: number;
  readonly objectVersion?: string;
};

type Own = 'uid' | 'generation' | 'objectVersion';

/** The part that all clusters with the same revision share. */
export type SharedInventory = readonly Omit<InventoryObject, Own>[];

/**
 * An inventory in two parts: what the clusters share is stored once, and each row keeps the uids, generations and
 * compared versions of its own objects, in 25 to 35 bytes each instead of the 60 to 90 of JSON.
 *
 *   AppliedWork and two objects → `Zm9v… YmFy…,1 YmF6…,0,48213`
 */
export const splitInventory = ({ appliedWorkUid, objects }: WorkInventory) => ({
  shared: objects.map(
    ({ uid: _, generation: __, objectVersion: ___, ...rest }): SharedInventory[number] => rest,
  ),
  own: [packUid(appliedWorkUid), ...objects.map(packOwn)].join(' '),
});

function packOwn({ uid, generation, objectVersion }: InventoryObject): string {
  const head = `${packUid(uid)},${generation ?? ''}`;
  return objectVersion === undefined ? head : `${head},${encodeURIComponent(objectVersion)}`;
}

export function joinInventory(shared: SharedInventory, own: string): WorkInventory {
  const [appliedWork, ...parts] = own.split(' ');
  const appliedWorkUid = unpackUid(appliedWork);
  return {
    ...(appliedWorkUid !== undefined && { appliedWorkUid }),
    objects: shared.map((object, i) => ({ ...object, ...readOwn(parts[i]) })),
  };
}

/**
 * How many objects are on the member, from the row's own part alone: those that have a uid there, or a generation, which is all
 * that a Work says of them.
 */
export const countHeld = (own: string): number =>
  own.split(' ').filter((part, i) => i > 0 && part !== ',').length;

function readOwn(part: string): Pick<InventoryObject, Own> {
  const [packed, generation, version] = part.split(',');
  const uid = unpackUid(packed);
  return {
    ...(uid !== undefined && { uid }),
    ...(generation !== '' && { generation: Number(generation) }),
    ...(version !== undefined && { objectVersion: decodeURIComponent(version) }),
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A UUID in 22 characters; any other text behind an equals sign. */
function packUid(uid: string | undefined): string {
  if (uid === undefined) return '';
  if (!UUID.test(uid)) return `=${encodeURIComponent(uid)}`;
  return Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url');
}

function unpackUid(packed: string): string | undefined {
  if (packed === '') return undefined;
  if (packed.startsWith('=')) return decodeURIComponent(packed.slice(1));
  const hex = Buffer.from(packed, 'base64url').toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
