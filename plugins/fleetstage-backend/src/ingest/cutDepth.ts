import { TOO_DEEP } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** An object of ours has some twenty; JSON is written recursively, and some thousand levels end the stack. */
export const MAX_LEVELS = 100;

/**
 * The value with a mark in place of what lies below its first hundred levels, and the same value where there are no more.
 * Schemas bound all fields but those of free form, such as the values of an override: an object that can be read and not
 * written would end the ingest of its hub with each list anew.
 */
export const cutDepth = <T>(value: T): T =>
  isDeeper(value, MAX_LEVELS) ? (cut(value, MAX_LEVELS) as T) : value;

/** Without recursion, for the levels may be more than the stack can hold. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isStruct);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap(struct => Object.values(struct).filter(isStruct));
  }
  return false;
}

function cut(value: unknown, levels: number): unknown {
  if (!isStruct(value)) return value;
  if (levels === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map(item => cut(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item, levels - 1)]));
}

const isStruct = (value: unknown): value is object => typeof value === 'object' && value !== null;
