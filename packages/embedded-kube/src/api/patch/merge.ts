/** RFC 7386: null removes, objects merge, everything else replaces. */
import { ownField, setField } from '../../schema/jsonValues';
import { isStruct, type Struct } from './schemaNode';

/** A list takes the place of an object as it is; what comes anew, or in the place of anything else, comes without nulls. */
export function applyMergePatch(live: Struct, patch: Struct): Struct {
  const merged: Record<string, unknown> = { ...live };
  for (const [key, value] of Object.entries(patch)) {
    const before = ownField(merged, key);
    if (value === null) delete merged[key];
    else if (!isStruct(before)) setField(merged, key, withoutNulls(value));
    else setField(merged, key, isStruct(value) ? applyMergePatch(before, value) : value);
  }
  return merged;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isStruct(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value))
    if (child !== null) setField(kept, key, withoutNulls(child));
  return kept;
}
