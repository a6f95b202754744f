import { isJsonObject, isSameJson, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { own } from './jsonFields';

/**
 * The part of a value that a set of managed fields names, as `managedFields[].fieldsV1` writes it: `f:` a field, `k:` the element
 * with these keys, `v:` that value. A set without members is the whole value.
 */
export function pickManaged(value: unknown, fields: unknown): unknown {
  if (!isJsonObject(fields)) return undefined;
  const members = Object.entries(fields).filter(([member]) => member !== '.');
  if (members.length === 0) return value;
  if (Array.isArray(value)) return members.flatMap(([member, below]) => pickElement(value, member, below));
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(
    members.flatMap(([member, below]) => {
      const field = member.slice('f:'.length);
      if (!member.startsWith('f:') || !Object.hasOwn(value, field)) return [];
      return [[field, pickManaged(value[field], below)]];
    }),
  );
}

function pickElement(list: readonly unknown[], member: string, below: unknown): readonly unknown[] {
  const says = parse(member.slice('k:'.length));
  if (member.startsWith('v:')) return list.filter(item => isSameJson(item, says));
  if (!member.startsWith('k:') || !isJsonObject(says)) return [];
  const element = list.find(item => isJsonObject(item) && hasKeys(item, says));
  if (element === undefined) return [];
  const picked = pickManaged(element, below);
  return [isJsonObject(picked) ? { ...says, ...picked } : says];
}

const hasKeys = (item: JsonObject, keys: JsonObject) =>
  Object.entries(keys).every(([key, value]) => isSameJson(own(item, key), value));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
