import { useEntity } from '@backstage/plugin-catalog-react';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FleetProvider } from '../api/FleetProvider';
import { FleetTheme } from '../components/FleetTheme';
import { PageStateContext, usePageStateOwner } from '../components/pageState';
import { clusterOf, hubOf, placementsOf } from '../model/catalog/annotations';
import { ClusterPart } from './ClusterPart';
import { MissingAnnotation } from './MissingAnnotation';
import { PlacementParts } from './PlacementParts';

/** The tab "Fleet" of an entity: its cluster, or its placements. */
export const FleetTab = () => {
  const { entity } = useEntity();
  const cluster = clusterOf(entity);
  const placements = placementsOf(entity);
  return (
    <FleetProvider hub={hubOf(entity)}>
      <FleetTheme>
        <Frame>
          {cluster !== undefined && <ClusterPart name={cluster} />}
          {placements.length > 0 && <PlacementParts placements={placements} />}
          {cluster === undefined && placements.length === 0 && <MissingAnnotation entity={entity} />}
        </Frame>
      </FleetTheme>
    </FleetProvider>
  );
};

/** A page of the catalog has its own title and space around. */
const Frame = ({ children }: { children: ReactNode }) => {
  const { value, isReady, state } = usePageStateOwner();
  return (
    <PageStateContext.Provider value={value}>
      <Box
        data-ready={isReady ? 'true' : 'false'}
        data-state={state}
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: 'minmax(0, 1fr)',
          fontSize: 14,
          lineHeight: '20px',
          color: 'text.primary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {children}
      </Box>
    </PageStateContext.Provider>
  );
};
