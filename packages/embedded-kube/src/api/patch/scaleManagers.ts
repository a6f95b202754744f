/** Field managers of an object as those of its Scale, and back: to them there is but one field, the replicas. */
import type { ManagedFieldsEntry } from '../../contracts';
import { difference, has, isEmpty, parseFields, type FieldSet, type FieldsV1 } from './fieldSet';
import { keyOf, parseManagers, renderManagers, type Manager } from './managers';

type Entries = readonly ManagedFieldsEntry[] | undefined;

const IN_SCALE: readonly string[] = ['f:spec', 'f:replicas'];

/** `.spec.replicas` → `['f:spec', 'f:replicas']`. */
const elementsOf = (path: string): readonly string[] =>
  path
    .split('.')
    .slice(1)
    .map(field => `f:${field}`);

const setOf = (elements: readonly string[]): FieldSet =>
  parseFields(elements.reduceRight<FieldsV1>((below, element) => ({ [element]: below }), {}));

/** @param path where the object keeps its replicas */
export function toScaleManagers(entries: Entries, path: string): Entries {
  const elements = elementsOf(path);
  const owners = [...(parseManagers(entries) ?? new Map<string, Manager>()).values()]
    .filter(({ fields }) => has(fields, elements))
    .map(manager => ({ ...manager, apiVersion: 'autoscaling/v1', fields: setOf(IN_SCALE) }));
  return renderManagers(owners);
}

/**
 * Who wrote the Scale owns the replicas of the object; who did before, and does no longer, loses them. An updater of the
 * object is, as in a real server, another one than that of the Scale: what it keeps becomes a separate entry.
 */
export function toParentManagers(
  parent: Entries,
  scale: Entries,
  { apiVersion, path }: { readonly apiVersion: string; readonly path: string },
): Entries {
  const elements = elementsOf(path);
  const ofScale = new Map<string, Manager>();
  for (const manager of (parseManagers(scale) ?? new Map<string, Manager>()).values())
    ofScale.set(keyOf(manager), manager);
  const owners: Manager[] = [];
  for (const manager of (parseManagers(parent) ?? new Map<string, Manager>()).values()) {
    const keeps = !has(manager.fields, elements) || ofScale.delete(keyOf(manager));
    const fields = keeps ? manager.fields : difference(manager.fields, setOf(elements));
    if (!isEmpty(fields)) owners.push({ ...manager, fields });
  }
  for (const manager of ofScale.values()) {
    if (!has(manager.fields, IN_SCALE)) continue;
    const { time: _time, ...known } = manager;
    owners.push({ ...known, apiVersion, fields: setOf(elements) });
  }
  return renderManagers(owners);
}
