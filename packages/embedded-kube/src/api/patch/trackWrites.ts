import type { KubeObject, ResourceType } from '../../contracts';
import { builtinZero } from '../../schema/builtin';
import { chosenFields } from '../../schema/builtinAllocate';
import { branchOf, emptySet, union, withoutBranch, type FieldSet } from './fieldSet';
import { withoutServerOwned, withoutUnwritable } from './ignoredFields';
import { withoutManagers, type Manager } from './managers';
import { rootShape } from './shape';
import { compareValues, type Comparison } from './typedSets';

export interface Write {
  /** Absent while the object is created. */
  readonly live?: KubeObject;
  readonly next: KubeObject;
  readonly type: ResourceType;
  readonly subresource?: string;
}

/** The fields a write changed, as far as it could. */
export function compareWrite({ live, next, type, subresource }: Write): Comparison {
  const before = live ? withoutManagers(live) : builtinZero(type, next);
  const { written, removed } = compareValues(before, withoutManagers(next), rootShape(type));
  const scope = (set: FieldSet) => withoutUnwritable(set, type, subresource);
  // What the server chose for a new object is nobody's, and what it kept for a writer that left it out is nobody's any
  // more.
  const chosen = chosenFields(next, type);
  const given = live ? chosen.map(branchOf).reduce(union, emptySet) : emptySet;
  return {
    written: chosen.reduce(withoutBranch, scope(written)),
    removed: union(scope(removed), given),
  };
}

export const apiVersionOf = ({ group, version }: ResourceType) =>
  group === '' ? version : `${group}/${version}`;

/** An updater that owns all of an object. */
export function trackAll({
  live,
  type,
  name,
  now,
}: {
  live: KubeObject;
  type: ResourceType;
  name: string;
  now: string;
}): Manager {
  const { written } = compareWrite({ next: live, type });
  return {
    name,
    operation: 'Update',
    apiVersion: apiVersionOf(type),
    time: now,
    fields: withoutServerOwned(written),
  };
}
