import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { PermitButton } from '../../components/PermitButton';
import { TableSkeleton } from '../../components/Skeletons';
import { isFiltered } from '../../model/runs/runFilters';
import { runsTranslationRef } from '../../translation/runs';
import { CreateRunFromUrl, useOpenCreateRun } from '../createRun/CreateRunFromUrl';
import { RunFiltersBar } from './RunFiltersBar';
import { RunsEmpty } from './RunsEmpty';
import { RunTable } from './RunTable';
import { useRunList, type RunList } from './useRunList';

/** All update runs: unfinished first, then newest. */
export const RunsPage = () => {
  const { t } = useTranslationRef(runsTranslationRef);
  const list = useRunList();
  const open = useOpenCreateRun();
  const { page, query, filters } = list;
  const isAny = isFiltered(filters);
  return (
    <PageFrame
      title={t('title')}
      subtitle={page && (isAny || page.total > 0) && t(isAny ? 'matching' : 'total', { count: page.total })}
      hub={page?.hub}
      actions={
        page && (
          <PermitButton
            permit={page.mayCreate}
            variant="contained"
            startIcon={<Add />}
            onClick={() => open()}
          >
            {t('createRun')}
          </PermitButton>
        )
      }
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<TableSkeleton />}>
        {() => <List list={list} isAny={isAny} />}
      </AsyncBoundary>
      <CreateRunFromUrl permit={page?.mayCreate} />
    </PageFrame>
  );
};

const List = ({ list, isAny }: { list: RunList; isAny: boolean }) => {
  const isEmpty = list.page?.items.length === 0;
  if (isEmpty && !isAny) return <RunsEmpty />;
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <RunFiltersBar list={list} />
      <Box aria-busy={list.query.isPlaceholderData} sx={{ opacity: list.query.isPlaceholderData ? 0.6 : 1 }}>
        {isEmpty ? <RunsEmpty filters={list.filters} /> : <RunTable list={list} />}
      </Box>
    </Paper>
  );
};
