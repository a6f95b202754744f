import {
  isJsonObject,
  MEMBER_FIELD_MANAGER,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** An entry of `metadata.managedFields`. */
export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly apiVersion?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: JsonObject;
}

/**
 * The managed fields with what our manager owns by updates (as KubeFleet's client-side apply leaves it) owned by apply instead;
 * `undefined`: there is nothing of the kind. To a server these two are different owners: a field that is left out of an apply
 * stays for as long as the entry of updates owns it.
 */
export function migrateManagedFields(live: KubeObject): readonly ManagedFields[] | undefined {
  const { managedFields = [] } = live.metadata as { managedFields?: readonly ManagedFields[] };
  const updates = managedFields.filter(isOurUpdate);
  if (updates.length === 0) return undefined;
  const [first] = updates;
  const applied = managedFields.find(entry => isOurs(entry) && entry.operation === 'Apply');
  // Fields of another version of the kind are named otherwise: what is merged is of one version, the others stay as they are.
  const base = applied ?? { ...first, operation: 'Apply', fieldsV1: {} };
  const merged = updates.filter(entry => entry.apiVersion === base.apiVersion);
  if (merged.length === 0) return undefined;
  const fieldsV1 = merged.reduce((all, entry) => union(all, entry.fieldsV1 ?? {}), base.fieldsV1 ?? {});
  const isMerged = new Set<ManagedFields>([...merged, ...(applied ? [applied] : [])]);
  return [...managedFields.filter(entry => !isMerged.has(entry)), { ...base, fieldsV1 }];
}

const isOurs = ({ manager, subresource = '' }: ManagedFields) =>
  manager === MEMBER_FIELD_MANAGER && subresource === '';

const isOurUpdate = (entry: ManagedFields) => isOurs(entry) && entry.operation === 'Update';

/** Sets of fields are trees whose leaves are empty, so that their union is the one of their keys. */
function union(a: JsonObject, b: JsonObject): JsonObject {
  const merged: Record<string, JsonObject[string]> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const known = merged[key];
    merged[key] = isJsonObject(known) && isJsonObject(value) ? union(known, value) : value;
  }
  return merged;
}
