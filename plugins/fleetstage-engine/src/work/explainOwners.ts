import type { OwnerReference } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isAppliedWork } from './ownership';

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
