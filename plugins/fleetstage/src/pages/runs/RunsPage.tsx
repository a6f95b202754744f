import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { PermitButton } from '../../components/PermitButton';
import { ListSkeleton, SubtitleSkeleton } from '../../components/Skeletons';
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
  const { page, query, filters, isHeld } = list;
  const isAny = isFiltered(filters);
  const isEmpty = page?.items.length === 0 && page.unreadable === undefined && !isAny;
  const createRun = page && <CreateRunButton permit={page.mayCreate} />;
  return (
    <PageFrame
      title={t('title')}
      subtitle={
        page
          ? (isAny || page.total > 0) && t(isAny ? 'matching' : 'total', { count: page.total })
          : query.error === null && <SubtitleSkeleton />
      }
      hub={page?.hub}
      actions={!isEmpty && createRun}
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<ListSkeleton />} isHeld={isHeld}>
        {() => (isEmpty ? <RunsEmpty createRun={createRun} /> : <List list={list} />)}
      </AsyncBoundary>
      <CreateRunFromUrl permit={page?.mayCreate} />
    </PageFrame>
  );
};

const CreateRunButton = ({ permit }: { permit: Schemas['Permit'] }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const open = useOpenCreateRun();
  return (
    <PermitButton permit={permit} variant="contained" startIcon={<Add />} onClick={() => open()}>
      {t('createRun')}
    </PermitButton>
  );
};

const List = ({ list }: { list: RunList }) => {
  const isEmpty = list.page?.items.length === 0 && list.page.unreadable === undefined;
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <RunFiltersBar list={list} />
      <Box aria-busy={list.query.isPlaceholderData} sx={{ opacity: list.query.isPlaceholderData ? 0.6 : 1 }}>
        {isEmpty ? <RunsEmpty filters={list.filters} /> : <RunTable list={list} />}
      </Box>
    </Paper>
  );
};
