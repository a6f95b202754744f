import { isJsonObject, isSameJson, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isSet, own, type Three } from './jsonFields';

/** The same for a kind whose lists are one piece: a JSON merge patch (RFC 7396). A null that is wanted is a field that is not. */
export function jsonMergePatch({ last, wanted, live }: Three): JsonObject {
  const before = isJsonObject(last) ? last : {};
  const set = Object.entries(wanted).flatMap(([field, value]): [string, unknown][] => {
    const found = own(live, field);
    if (!isSet(value) || isSameJson(value, found)) return [];
    if (!isJsonObject(value) || !isJsonObject(found)) return [[field, value]];
    const patch = jsonMergePatch({ last: own(before, field), wanted: value, live: found });
    return Object.keys(patch).length === 0 ? [] : [[field, patch]];
  });
  const gone = Object.keys(before)
    .filter(field => isSet(before[field]) && !isSet(own(wanted, field)) && isSet(own(live, field)))
    .map((field): [string, unknown] => [field, null]);
  return Object.fromEntries([...set, ...gone]);
}
