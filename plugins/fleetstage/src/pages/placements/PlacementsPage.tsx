import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { PermitButton } from '../../components/PermitButton';
import { ListSkeleton, SubtitleSkeleton } from '../../components/Skeletons';
import { useGo, useLinks } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';
import { DeleteFromList } from '../placement/remove/DeleteFromList';
import { PlacementFiltersBar } from './PlacementFiltersBar';
import { PlacementsEmpty } from './PlacementsEmpty';
import { PlacementTable } from './PlacementTable';
import { usePlacementList, type PlacementList } from './usePlacementList';

/** All placements, trouble first. */
export const PlacementsPage = () => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const list = usePlacementList();
  const { page, query, isFiltered, isHeld } = list;
  return (
    <PageFrame
      title={t('title')}
      hub={page?.hub}
      actions={page && !(page.total === 0 && !isFiltered) && <CreateButton list={list} />}
      subtitle={
        page
          ? (isFiltered || page.total > 0) && t(isFiltered ? 'matching' : 'total', { count: page.total })
          : query.error === null && <SubtitleSkeleton />
      }
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<ListSkeleton />} isHeld={isHeld}>
        {() => (
          <>
            <List list={list} />
            <DeleteFromList />
          </>
        )}
      </AsyncBoundary>
    </PageFrame>
  );
};

/** The way to a new placement. */
export const CreateButton = ({ list: { page } }: { list: Pick<PlacementList, 'page'> }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const links = useLinks();
  const go = useGo();
  return (
    <PermitButton
      permit={page?.mayCreate ?? { isAllowed: true }}
      variant="contained"
      startIcon={<Add />}
      onClick={() => go(links.newPlacement())}
    >
      {t('create')}
    </PermitButton>
  );
};

const List = ({ list }: { list: PlacementList }) => {
  const { page, query, isFiltered } = list;
  const isEmpty = page?.items.length === 0;
  if (isEmpty && !isFiltered) return <PlacementsEmpty create={<CreateButton list={list} />} />;
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <PlacementFiltersBar list={list} />
      <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
        {isEmpty ? <PlacementsEmpty filters={list.filters} /> : <PlacementTable list={list} />}
      </Box>
    </Paper>
  );
};
