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
  readonly count: number;
  readonly bytes: number;
  readonly kinds: readonly KindGroup[];
}

/** Objects by namespace and kind: those without a namespace first, then by name. */
export function resourceTree(resources: readonly Resource[]): readonly NamespaceGroup[] {
  const byNamespace = groupBy(resources, ({ namespace }) => namespace ?? '');
  return byNamespace.map(([namespace, objects]) => ({
    ...(namespace !== '' && { namespace }),
    count: objects.length,
    bytes: objects.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    kinds: groupBy(objects, ({ kind, group }) => `${kind} ${group ?? ''}`).map(([, same]) => ({
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
