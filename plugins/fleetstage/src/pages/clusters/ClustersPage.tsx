import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { ListSkeleton, SubtitleSkeleton } from '../../components/Skeletons';
import { clustersTranslationRef } from '../../translation/clusters';
import { ClusterFiltersBar } from './ClusterFiltersBar';
import { ClusterCells } from './ClusterCells';
import { ClustersEmpty } from './ClustersEmpty';
import { ClusterTable } from './ClusterTable';
import { Join } from './Join';
import { useClusterList, type ClusterList } from './useClusterList';

/** All members of the fleet, trouble first. */
export const ClustersPage = () => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const list = useClusterList();
  const { page, query, isFiltered, isHeld } = list;
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  return (
    <PageFrame
      title={t('title')}
      subtitle={
        page
          ? isFiltered
            ? t('matching', { count: page.total })
            : t(page.total === 0 ? 'none' : 'healthy', { healthy: page.healthy ?? 0, n: page.total })
          : query.error === null && <SubtitleSkeleton />
      }
      // A telephone has no room for what is done once per cluster.
      actions={
        !isSmall &&
        page !== undefined &&
        (page.total > 0 || isFiltered) && <Join page={page} variant="outlined" />
      }
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<ListSkeleton />} isHeld={isHeld}>
        {() => <List list={list} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

const List = ({ list }: { list: ClusterList }) => {
  const { page, query, isFiltered } = list;
  const isEmpty = page?.items.length === 0;
  if (page && isEmpty && !isFiltered) return <ClustersEmpty page={page} />;
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <ClusterFiltersBar list={list} />
      <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
        {isEmpty ? <ClustersEmpty page={page} filters={list.filters} /> : <Clusters list={list} />}
      </Box>
    </Paper>
  );
};

const Clusters = ({ list }: { list: ClusterList }) =>
  list.view === 'cells' ? <ClusterCells list={list} /> : <ClusterTable list={list} />;
