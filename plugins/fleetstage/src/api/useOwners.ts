import { parseEntityRef, stringifyEntityRef, type Entity } from '@backstage/catalog-model';
import { useState } from 'react';
import {
  CLUSTER_ANNOTATION,
  clusterOf,
  PLACEMENT_ANNOTATION,
  placementsOf,
} from '../model/catalog/annotations';
import { linkName } from '../model/placements/placementFilters';
import { useAnnotated } from './useAnnotated';
import { useIsLate } from './useIsLate';

/** How entities of the catalog name what they represent. */
const NAMING = {
  cluster: {
    annotation: CLUSTER_ANNOTATION,
    namesOf: (entity: Entity) => [clusterOf(entity)].filter(name => name !== undefined),
  },
  placement: {
    annotation: PLACEMENT_ANNOTATION,
    namesOf: (entity: Entity) => placementsOf(entity).map(linkName),
  },
} as const;

export interface Owned {
  readonly kind: keyof typeof NAMING;
  /** Of clusters, or of placements: `name`, or `namespace/name`. */
  readonly names: readonly string[];
}

/** Entity refs of the owners by what they own, each list sorted. */
export type OwnersByName = ReadonlyMap<string, readonly string[]>;

const NOBODY: OwnersByName = new Map();

/** Who owns the clusters or the placements, as the catalog says; nobody where it does not know or there is none. */
export const useOwnersByName = (kind: Owned['kind'], enabled = true): OwnersByName =>
  useOwnersQuery(kind, enabled).byName;

/** Whether the catalog has been asked: it has answered, failed, or there is none. */
export const useOwnersKnown = (kind: Owned['kind'], enabled: boolean): boolean =>
  !useOwnersQuery(kind, enabled).isLoading;

/**
 * Whether a page may show what leaves room for owners: the catalog has said who owns what of these kinds, or takes too long.
 * Before, a page would leave room that nobody needs, or move when the first owner comes.
 */
export function useOwnersSettled(...kinds: readonly Owned['kind'][]): boolean {
  const placements = useOwnersQuery('placement', kinds.includes('placement'));
  const clusters = useOwnersQuery('cluster', kinds.includes('cluster'));
  const isLate = useIsLate();
  return isLate || !(placements.isLoading || clusters.isLoading);
}

/**
 * Whether a list keeps room for owners. Decided when it shows, and where the catalog has not answered by then in favour of
 * room: what stands beside the owners does not move when they come.
 */
export function useRoomForOwners(kind: Owned['kind']): boolean {
  const { byName, isLoading } = useOwnersQuery(kind, true);
  const [hasRoom] = useState(isLoading || byName.size > 0);
  return hasRoom;
}

function useOwnersQuery(kind: Owned['kind'], enabled: boolean) {
  const { annotation, namesOf } = NAMING[kind];
  const { data: byName = NOBODY, isLoading } = useAnnotated({
    key: ['owners', kind],
    annotation,
    fields: ['metadata.namespace', 'metadata.annotations', 'spec.owner'],
    enabled,
    read: entities => ownersByName(entities, namesOf),
  });
  return { byName, isLoading };
}

/** Entity refs of those who own one or more of these, each once. */
export function useOwners({ kind, names }: Owned): readonly string[] {
  const byName = useOwnersByName(kind, names.length > 0);
  return [...new Set(names.flatMap(name => byName.get(name) ?? []))].sort();
}

/**
 * Names of what this owner owns, for a request, separated by commas: empty where it owns nothing, absent where no owner is
 * asked for. `isKnown` says that the catalog has answered.
 */
export function useOwnedNames(kind: Owned['kind'], owner: string) {
  const { byName, isLoading } = useOwnersQuery(kind, owner !== '');
  if (owner === '') return { names: undefined, isKnown: true };
  const names = [...byName].filter(([, owners]) => owners.includes(owner)).map(([name]) => name);
  return { names: names.sort().join(','), isKnown: !isLoading };
}

/** What an owner leaves out, as the catalog reads it. */
const defaultsOf = ({ metadata }: Entity) => ({
  defaultKind: 'group',
  defaultNamespace: metadata.namespace ?? 'default',
});

function ownersByName(
  entities: readonly Entity[],
  namesOf: (entity: Entity) => readonly string[],
): OwnersByName {
  const found = new Map<string, readonly string[]>();
  for (const entity of entities) {
    const owner = entity.spec?.owner;
    if (typeof owner !== 'string') continue;
    const ref = stringifyEntityRef(parseEntityRef(owner, defaultsOf(entity)));
    for (const name of namesOf(entity)) {
      found.set(name, [...new Set([...(found.get(name) ?? []), ref])].sort());
    }
  }
  return found;
}
