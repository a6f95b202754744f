import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useClusterWhy } from '../../../api/whatIfQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { TableSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { keepsStatuses } from '../../../model/placement/keepsStatuses';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { OverridesCard } from './OverridesCard';
import { StateCard } from './StateCard';
import { StatusesCard } from './StatusesCard';
import { SuggestionCard } from './SuggestionCard';
import { WhyCard } from './WhyCard';

interface ClusterDetailsProps {
  readonly row: Schemas['PlacementCluster'];
  readonly placement: Placement;
  /** Number of an earlier decision: of it, only why is known. */
  readonly decided?: number;
}

const NowCard = ({ row, placement }: Pick<ClusterDetailsProps, 'row' | 'placement'>) =>
  row.isPicked || row.phase !== undefined ? (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <StateCard row={row} placement={placement} />
      <OverridesCard row={row} />
      {keepsStatuses(placement.manifest) && <StatusesCard placement={placement} cluster={row.cluster} />}
    </Box>
  ) : (
    <SuggestionCard placement={placement} cluster={row.cluster} />
  );

/** Below a row: why here or why not, and its state or what would have to change. */
export const ClusterDetails = ({ row, placement, decided }: ClusterDetailsProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const query = useClusterWhy(placement, row.cluster, decided);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.1fr) minmax(0, 1fr)' },
        gap: 2.5,
        alignItems: 'start',
        backgroundColor: 'action.hover',
        borderRadius: 2,
        p: 2,
      }}
    >
      <AsyncBoundary query={query} what={t('why.what')} skeleton={<TableSkeleton />} isPart>
        {why => <WhyCard why={why} placement={placement} />}
      </AsyncBoundary>
      {decided === undefined && <NowCard row={row} placement={placement} />}
    </Box>
  );
};
