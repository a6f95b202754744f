import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useEntity } from '@backstage/plugin-catalog-react';
import { clusterOf, hubOf, placementsOf } from '../model/catalog/annotations';
import { linkName } from '../model/placements/placementFilters';
import { useGo, useLinks } from '../routing';
import { catalogTranslationRef } from '../translation/catalog';

/** Goes to the cluster, to the only placement, or to the list of placements. */
export function useMenuProps() {
  const { t } = useTranslationRef(catalogTranslationRef);
  const { entity } = useEntity();
  const links = useLinks();
  const go = useGo();
  const hub = hubOf(entity);
  const cluster = clusterOf(entity);
  const placements = placementsOf(entity);
  const href =
    cluster !== undefined
      ? links.cluster(cluster, { hub })
      : placements.length === 1
        ? links.placement(linkName(placements[0]), { hub })
        : links.placements({ hub });
  return { title: t('open'), onClick: () => go(href) };
}
