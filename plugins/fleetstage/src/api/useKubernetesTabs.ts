import { stringifyEntityRef, type Entity } from '@backstage/catalog-model';
import { useRouteRef } from '@backstage/frontend-plugin-api';
import { entityRouteParams, entityRouteRef } from '@backstage/plugin-catalog-react';
import { PLACEMENT_ANNOTATION, placementsOf } from '../model/catalog/annotations';
import { hasKubernetesTab } from '../model/catalog/kubernetesEntities';
import { kubernetesRouteRef } from '../routes';
import type { PlacementKey } from './placementQueries';
import { useAnnotated } from './useAnnotated';

/** Path of the plugin's tab on the page of an entity. */
const TAB = 'kubernetes';

export interface KubernetesTab {
  readonly entityRef: string;
  readonly title: string;
  readonly href: string;
}

/** Tabs of Backstage's Kubernetes plugin on entities that carry the placement; none where the plugin is not installed. */
export function useKubernetesTabs({ scope, name }: PlacementKey): readonly KubernetesTab[] {
  const entityHref = useRouteRef(entityRouteRef);
  const isInstalled = useRouteRef(kubernetesRouteRef) !== undefined;
  const { data = [] } = useAnnotated({
    key: ['kubernetesEntities'],
    annotation: PLACEMENT_ANNOTATION,
    fields: ['kind', 'metadata.namespace', 'metadata.name', 'metadata.title', 'metadata.annotations'],
    enabled: isInstalled,
    read: entities => entities.filter(hasKubernetesTab),
  });
  if (!isInstalled || entityHref === undefined) return [];
  const carries = (entity: Entity) =>
    placementsOf(entity).some(one => one.scope === scope && one.name === name);
  return data
    .filter(carries)
    .map(entity => ({
      entityRef: stringifyEntityRef(entity),
      title: entity.metadata.title ?? entity.metadata.name,
      href: `${entityHref(entityRouteParams(entity))}/${TAB}`,
    }))
    .sort((a, b) => (a.entityRef < b.entityRef ? -1 : 1));
}
