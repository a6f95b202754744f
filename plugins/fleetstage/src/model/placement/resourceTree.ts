import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Resource = Schemas['SelectedResource'];

export interface KindGroup {
  readonly kind: string;
  readonly group?: string;
  readonly names: readonly string[];
}

export interface NamespaceGroup {
  /** Absent for objects without a namespace. */
  readonly namespace?: string;
  readonly count: number;
  readonly kinds: readonly KindGroup[];
}

/** Objects by namespace and kind: those without a namespace first, then by name. */
export function resourceTree(resources: readonly Resource[]): readonly NamespaceGroup[] {
  const byNamespace = groupBy(resources, ({ namespace }) => namespace ?? '');
  return byNamespace.map(([namespace, objects]) => ({
    ...(namespace !== '' && { namespace }),
    count: objects.length,
    kinds: groupBy(objects, ({ kind, group }) => `${kind} ${group ?? ''}`).map(([, same]) => ({
      kind: same[0].kind,
      ...(same[0].group && { group: same[0].group }),
      names: same.map(({ name }) => name).sort(),
    })),
  }));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
