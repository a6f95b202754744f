import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { TableSkeleton } from '../../components/Skeletons';
import { placementsTranslationRef } from '../../translation/placements';
import { PlacementFiltersBar } from './PlacementFiltersBar';
import { PlacementsEmpty } from './PlacementsEmpty';
import { PlacementTable } from './PlacementTable';
import { usePlacementList, type PlacementList } from './usePlacementList';

/** All placements, trouble first. */
export const PlacementsPage = () => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const list = usePlacementList();
  const { page, query, isFiltered } = list;
  return (
    <PageFrame
      title={t('title')}
      subtitle={
        page && (isFiltered || page.total > 0) && t(isFiltered ? 'matching' : 'total', { count: page.total })
      }
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<TableSkeleton />}>
        {() => <List list={list} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

const List = ({ list }: { list: PlacementList }) => {
  const { page, query, isFiltered } = list;
  const isEmpty = page?.items.length === 0;
  if (isEmpty && !isFiltered) return <PlacementsEmpty />;
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <PlacementFiltersBar list={list} />
      <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
        {isEmpty ? <PlacementsEmpty filters={list.filters} /> : <PlacementTable list={list} />}
      </Box>
    </Paper>
  );
};
