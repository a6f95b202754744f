import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import FilterList from '@mui/icons-material/FilterList';
import Hub from '@mui/icons-material/Hub';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { EmptyState } from '../../../components/EmptyState';
import { TableSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import { CauseBar } from './CauseBar';
import { ClusterFiltersBar } from './ClusterFiltersBar';
import { ClusterTable } from './ClusterTable';
import { GroupBar } from './GroupBar';
import { useClusterRows } from './useClusterRows';

/** Every cluster of the fleet with the decision on it. */
export const ClustersTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const rows = useClusterRows(placement);
  if (placement.total === 0) {
    return <EmptyState icon={Hub} title={t('clusters.noneTitle')} body={t('clusters.noneBody')} />;
  }
  const { query } = rows;
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <CauseBar placement={placement} />
      <ClusterFiltersBar
        placement={placement}
        decision={rows.decision}
        labels={labelKeys(rows.page?.items)}
      />
      <GroupBar groups={rows.page?.groups} />
      <AsyncBoundary query={query} what={t('clusters.what')} skeleton={<TableSkeleton />} isPart>
        {() => (
          <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
            {rows.rows.length === 0 ? <NoMatch /> : <ClusterTable placement={placement} clusters={rows} />}
          </Box>
        )}
      </AsyncBoundary>
    </Paper>
  );
};

/** So many labels are a choice; more are a list of everything. */
const LABELS = 12;

function labelKeys(rows: readonly Schemas['PlacementCluster'][] = []): readonly string[] {
  const keys = new Set(rows.flatMap(({ labels = {} }) => Object.keys(labels)));
  return [...keys].sort().slice(0, LABELS);
}

const NoMatch = () => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { showAll } = usePlacementUrl();
  return (
    <EmptyState
      isPart
      icon={FilterList}
      title={t('clusters.emptyTitle')}
      body={t('clusters.emptyBody')}
      actions={
        <Button variant="outlined" color="inherit" onClick={showAll}>
          {t('clusters.clear')}
        </Button>
      }
    />
  );
};
