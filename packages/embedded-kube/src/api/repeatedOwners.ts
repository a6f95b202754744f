import type { ObjectMeta, OwnerReference } from '../contracts';
import { isDeepEqual } from '../schema/jsonValues';

interface Cleared {
  readonly metadata: ObjectMeta;
  readonly warnings: readonly string[];
}

/** Owners that are named twice in the same way count once. */
export function withoutRepeatedOwners(metadata: ObjectMeta): Cleared {
  const { ownerReferences: owners } = metadata;
  if (!Array.isArray(owners) || owners.length < 2) return { metadata, warnings: [] };
  const kept: OwnerReference[] = [];
  const repeated = new Set<string>();
  const first = new Map<string, OwnerReference>();
  for (const owner of owners as readonly (OwnerReference | null)[]) {
    // Null is an owner without fields.
    const read = owner ?? ({} as OwnerReference);
    const uid = read.uid ?? '';
    const before = first.get(uid);
    if (before === undefined) first.set(uid, read);
    if (before !== undefined && isDeepEqual(before, read)) repeated.add(uid);
    else kept.push(read);
  }
  if (repeated.size === 0) return { metadata, warnings: [] };
  const uids = [...repeated].join(', ');
  const warning = `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}`;
  return { metadata: { ...metadata, ownerReferences: kept }, warnings: [warning] };
}
