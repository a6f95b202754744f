import { BUILTIN_KINDS, BUILTIN_TYPES } from './builtinMerge';
import type { MergeField, MergeType } from './mergeField';

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The type of a built-in kind in this version; absent: nothing is known of it, and a server merges it as plain JSON. */
export function mergeTypeOf({ group, version, kind }: Kind): MergeType | undefined {
  const key = `${group}/${version}/${kind}`;
  if (!Object.hasOwn(BUILTIN_KINDS, key)) return undefined;
  return { ...BUILTIN_TYPES[BUILTIN_KINDS[key]], metadata: { of: 'meta.v1.ObjectMeta' } };
}

export const fieldOf = (type: MergeType | undefined, field: string): MergeField =>
  type !== undefined && Object.hasOwn(type, field) ? type[field] : {};

export const typeOf = ({ of }: MergeField): MergeType | undefined =>
  of === undefined ? undefined : BUILTIN_TYPES[of];
