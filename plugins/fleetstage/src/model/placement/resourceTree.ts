import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Resource = Schemas['SizedResource'];

export interface SizedObject {
  readonly name: string;
  /** Absent where the content is lost. */
  readonly bytes?: number;
  /** How many objects an envelope holds. */
  readonly entries?: number;
}

export interface KindGroup {
  readonly kind: string;
  readonly group?: string;
  readonly objects: readonly SizedObject[];
}

export interface NamespaceGroup {
  /** Absent for objects without a namespace. */
  readonly namespace?: string;
  readonly objects: number;
  readonly bytes: number;
  readonly kinds: readonly KindGroup[];
}

/** Objects by namespace, with the sums of it, and kind. */
export function resourceTree({
  namespaces,
  resources,
}: Pick<Schemas['PlacementResources'], 'namespaces' | 'resources'>): readonly NamespaceGroup[] {
  const byNamespace = new Map(groupBy(resources, ({ namespace }) => namespace ?? ''));
  return namespaces.map(sums => ({
    ...sums,
    kinds: groupBy(
      byNamespace.get(sums.namespace ?? '') ?? [],
      ({ kind, group }) => `${kind} ${group ?? ''}`,
    ).map(([, same]) => ({
      kind: same[0].kind,
      ...(same[0].group && { group: same[0].group }),
      objects: same.map(toObject).sort((a, b) => (a.name < b.name ? -1 : 1)),
    })),
  }));
}

const toObject = ({ name, bytes, entries }: Resource): SizedObject => ({
  name,
  ...(bytes !== undefined && { bytes }),
  ...(entries !== undefined && { entries }),
});

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
