import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Add from '@mui/icons-material/Add';
import PlaylistPlay from '@mui/icons-material/PlaylistPlay';
import Paper from '@mui/material/Paper';
import { useStrategies } from '../../api/placementQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EmptyState } from '../../components/EmptyState';
import { FilterChips } from '../../components/FilterChips';
import { Choice, ListBar } from '../../components/ListBar';
import { NoMatch } from '../../components/NoMatch';
import { PageFrame } from '../../components/PageFrame';
import { PermitButton } from '../../components/PermitButton';
import { SearchField } from '../../components/SearchField';
import { ListSkeleton } from '../../components/Skeletons';
import { arrangeStrategies, SORTS, USES, type Strategy } from '../../model/strategies/strategyList';
import { useGo, useLinks, useUrlPatch, useUrlState } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';
import { StrategyTable } from './StrategyTable';

/** All update strategies. */
export const StrategiesPage = () => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const query = useStrategies();
  const filters = useFilters();
  const { data } = query;
  const rows = data && arrangeStrategies(data.items, filters);
  const isFiltered = filters.q !== '' || filters.use !== '';
  const create = data && <CreateButton permit={data.mayCreate} />;
  const isEmpty = data?.items.length === 0;
  return (
    <PageFrame
      title={t('title')}
      subtitle={rows && !isEmpty && t(isFiltered ? 'matching' : 'total', { count: rows.length })}
      hub={data?.hub}
      actions={!isEmpty && create}
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<ListSkeleton />}>
        {() =>
          isEmpty ? (
            <EmptyState
              icon={PlaylistPlay}
              title={t('empty.title')}
              body={t('empty.body')}
              actions={create}
            />
          ) : (
            <List rows={rows ?? []} filters={filters} />
          )
        }
      </AsyncBoundary>
    </PageFrame>
  );
};

function useFilters() {
  const [q] = useUrlState('q');
  const [use] = useUrlState('use');
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  return { q, use, sort };
}

type Filters = ReturnType<typeof useFilters>;

const CreateButton = ({ permit }: { permit: Schemas['Permit'] }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  const go = useGo();
  return (
    <PermitButton
      permit={permit}
      variant="contained"
      startIcon={<Add />}
      onClick={() => go(links.newStrategy())}
    >
      {t('create')}
    </PermitButton>
  );
};

const List = ({ rows, filters }: { rows: readonly Strategy[]; filters: Filters }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const patch = useUrlPatch();
  const { q, use, sort } = filters;
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <ListBar filters={[use]}>
        <SearchField value={q} onChange={value => patch({ q: value })} label={t('search')} />
        <FilterChips
          label={t('use.label')}
          options={USES.map(value => ({ value, label: t(`use.${value}`) }))}
          value={use}
          onChange={value => patch({ use: value })}
        />
        <Choice
          label={t('sort.label')}
          value={sort}
          options={SORTS.map(one => [one, t(`sort.${one}`)] as const)}
          onChange={value => patch({ sort: value === SORTS[0] ? undefined : value })}
          isLast
        />
      </ListBar>
      {rows.length > 0 ? (
        <StrategyTable rows={rows} />
      ) : (
        <NoMatch
          title={words => t('empty.filteredTitle', { filters: words })}
          filters={[
            q && `“${q}”`,
            ...USES.filter(one => use.split(',').includes(one)).map(one => t(`use.${one}`)),
          ]}
          onClear={() => patch({ q: undefined, use: undefined })}
        />
      )}
    </Paper>
  );
};
