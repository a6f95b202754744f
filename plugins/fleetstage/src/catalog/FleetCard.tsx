import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { EntityInfoCard, useEntity } from '@backstage/plugin-catalog-react';
import { FleetProvider } from '../api/FleetProvider';
import { FleetTheme } from '../components/FleetTheme';
import { clusterOf, hubOf, placementsOf } from '../model/catalog/annotations';
import { catalogTranslationRef } from '../translation/catalog';
import { ClusterFacts } from './ClusterFacts';
import { PlacementFacts } from './PlacementFacts';

/** The card "Fleet status" on an entity's overview. */
export const FleetCard = () => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const { entity } = useEntity();
  const cluster = clusterOf(entity);
  return (
    <FleetProvider hub={hubOf(entity)}>
      <EntityInfoCard title={t('cardTitle')}>
        <FleetTheme>
          {cluster === undefined ? (
            <PlacementFacts placements={placementsOf(entity)} />
          ) : (
            <ClusterFacts name={cluster} />
          )}
        </FleetTheme>
      </EntityInfoCard>
    </FleetProvider>
  );
};
