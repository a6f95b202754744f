import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * What turns one value into the other as a JSON merge patch; lists are replaced as a whole. Nothing: they are equal.
 *
 *     { a: 1, b: { c: 1 } } → { b: { c: 2 } }   gives   { a: null, b: { c: 2 } }
 */
export function renderMergePatch(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const gone = Object.keys(before).filter(key => after[key] === undefined);
  const patch: Record<string, unknown> = Object.fromEntries(gone.map(key => [key, null]));
  for (const [key, wanted] of Object.entries(after)) {
    const live = before[key];
    if (wanted === undefined || JSON.stringify(live) === JSON.stringify(wanted)) continue;
    if (isJsonObject(live) && isJsonObject(wanted)) {
      const inner = renderMergePatch(live, wanted);
      if (inner) patch[key] = inner;
    } else {
      patch[key] = wanted;
    }
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}
