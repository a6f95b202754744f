/** RFC 7386: null removes, objects merge, everything else replaces. */
import { isStruct } from './schemaNode';

export function applyMergePatch(live: unknown, patch: unknown): unknown {
  if (!isStruct(patch)) return patch;
  const merged: Record<string, unknown> = isStruct(live) ? { ...live } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else if (value !== undefined) merged[key] = applyMergePatch(merged[key], value);
  }
  return merged;
}
