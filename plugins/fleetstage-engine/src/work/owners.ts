import {
  PLACEMENT_GROUP,
  STORAGE_VERSION,
  type KubeObject,
  type OwnerReference,
} from '@fleetstage/backstage-plugin-fleetstage-common';

const APPLIED_WORK_VERSION = `${PLACEMENT_GROUP}/${STORAGE_VERSION}`;

/** Some owner reference is the AppliedWork: equal in uid, name, kind and apiVersion (B/WA-013). */
export const isOwned = (live: KubeObject, owner: Pick<OwnerReference, 'uid' | 'name'>): boolean =>
  ownersOf(live).some(
    ({ apiVersion, kind, uid, name }) =>
      apiVersion === APPLIED_WORK_VERSION &&
      kind === 'AppliedWork' &&
      uid === owner.uid &&
      name === owner.name,
  );

export const ownersOf = (live: KubeObject): readonly OwnerReference[] => live.metadata.ownerReferences ?? [];

/** Of whatever placement, and of whatever version of the kind. */
export const isAppliedWork = ({ apiVersion, kind }: OwnerReference) =>
  kind === 'AppliedWork' && apiVersion.startsWith(`${PLACEMENT_GROUP}/`);

/** Owners that are neither our AppliedWork nor one that had its name before it was made anew (B/WA-062). */
export const foreignOwners = (live: KubeObject, owner: OwnerReference) =>
  ownersOf(live).filter(ref => !(isAppliedWork(ref) && ref.name === owner.name));

/** AppliedWorks of our name that there are no more. */
export const staleOwners = (live: KubeObject, owner: OwnerReference) =>
  ownersOf(live).filter(ref => isAppliedWork(ref) && ref.name === owner.name && ref.uid !== owner.uid);

const listOwners = (owners: readonly OwnerReference[]) =>
  owners
    .slice(0, 3)
    .map(({ kind, name }) => `${kind} ${name}`)
    .join(', ') + (owners.length > 3 ? ` and ${owners.length - 3} more` : '');

export const explainCoOwners = (owners: readonly OwnerReference[]) =>
  `the object is owned by ${listOwners(owners)} on the member cluster and allowCoOwnership is not set`;

export const explainRival = (rival: OwnerReference) =>
  `the object is already placed on this cluster by another placement (AppliedWork ${rival.name})`;

/** Why the owners that the manifest itself names forbid to apply it (B/WA-071). */
export function explainNamedOwners(
  named: readonly OwnerReference[],
  allowCoOwnership: boolean,
): string | undefined {
  const work = named.find(isAppliedWork);
  if (work)
    return `the manifest names AppliedWork ${work.name} as its owner; take it out of metadata.ownerReferences`;
  if (named.length === 0 || allowCoOwnership) return undefined;
  return `the manifest names owners (${listOwners(named)}) and allowCoOwnership is not set; take metadata.ownerReferences out of it`;
}
