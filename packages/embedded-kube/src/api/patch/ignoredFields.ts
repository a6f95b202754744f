/** Fields that nobody manages: those the server owns, and those that the written (sub)resource does not change. */
import type { ResourceType } from '../../contracts';
import { keptByStatus } from '../statusScope';
import { difference, onlyBranch, parseFields, withoutBranch, type FieldSet } from './fieldSet';

const serverOwned = [
  'name',
  'namespace',
  'creationTimestamp',
  'selfLink',
  'uid',
  'clusterName',
  'generation',
  'managedFields',
  'resourceVersion',
];

/** Members only: labels below `metadata` stay. */
const stripped = parseFields({
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': { '.': {}, ...Object.fromEntries(serverOwned.map(field => [`f:${field}`, {}])) },
});

export const withoutServerOwned = (set: FieldSet): FieldSet => difference(set, stripped);

type Scope = Pick<ResourceType, 'isCustom' | 'subresources' | 'group' | 'plural'>;

/** What a write through this (sub)resource cannot change, whatever its body says. */
export function withoutUnwritable(set: FieldSet, type: Scope, subresource: string | undefined): FieldSet {
  if (subresource === 'status') {
    if (type.isCustom) return onlyBranch(set, 'f:status');
    const kept = keptByStatus(type).map(field => ['f:metadata', `f:${field}`]);
    return kept.reduce(withoutBranch, withoutBranch(set, ['f:spec']));
  }
  return type.subresources.includes('status') ? withoutBranch(set, ['f:status']) : set;
}
