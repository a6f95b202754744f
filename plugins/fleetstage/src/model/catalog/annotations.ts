import type { Entity } from '@backstage/catalog-model';

/** Names the MemberCluster of an entity; the catalog module writes it. */
export const CLUSTER_ANNOTATION = 'fleetstage.io/cluster';
/** Names the placements of an entity, separated by commas; `namespace/name` for those in a namespace. */
export const PLACEMENT_ANNOTATION = 'fleetstage.io/placement';
/** The hub of both; the first one where it is left out. */
export const HUB_ANNOTATION = 'fleetstage.io/hub';

const annotation = ({ metadata }: Entity, name: string) => metadata.annotations?.[name]?.trim() || undefined;

export const hubOf = (entity: Entity) => annotation(entity, HUB_ANNOTATION);

export const clusterOf = (entity: Entity) => annotation(entity, CLUSTER_ANNOTATION);

export interface PlacementName {
  /** `_` for placements of the whole cluster. */
  readonly scope: string;
  readonly name: string;
}

/** `web, team-a/api` → web of the whole cluster, api in team-a */
export function placementsOf(entity: Entity): readonly PlacementName[] {
  const names = (annotation(entity, PLACEMENT_ANNOTATION) ?? '').split(',').map(name => name.trim());
  return [...new Set(names)].filter(Boolean).map(text => {
    const cut = text.indexOf('/');
    return cut < 0 ? { scope: '_', name: text } : { scope: text.slice(0, cut), name: text.slice(cut + 1) };
  });
}

const isKubernetesCluster = ({ kind, spec }: Entity) =>
  kind.toLowerCase() === 'resource' && spec?.type === 'kubernetes-cluster';

/** Entities whose page has something of Fleetstage. */
export const isInFleet = (entity: Entity) =>
  clusterOf(entity) !== undefined || placementsOf(entity).length > 0;

/** Entities that get the tab: a cluster without its annotation, or one that is left empty, learns there what to write. */
export const hasFleetTab = (entity: Entity) =>
  isInFleet(entity) ||
  isKubernetesCluster(entity) ||
  Object.hasOwn(entity.metadata.annotations ?? {}, PLACEMENT_ANNOTATION);
