import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Add from '@mui/icons-material/Add';
import Tune from '@mui/icons-material/Tune';
import Paper from '@mui/material/Paper';
import { useOverrides } from '../../api/overrideQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EmptyState } from '../../components/EmptyState';
import { FilterChips } from '../../components/FilterChips';
import { Choice, ListBar } from '../../components/ListBar';
import { NoMatch } from '../../components/NoMatch';
import { PageFrame } from '../../components/PageFrame';
import { PermitButton } from '../../components/PermitButton';
import { SearchField } from '../../components/SearchField';
import { ListSkeleton } from '../../components/Skeletons';
import { arrangeOverrides, SORTS, STATES, type Override } from '../../model/overrides/overrideList';
import { useGo, useLinks, useUrlPatch, useUrlState } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';
import { OverrideTable } from './OverrideTable';

/** All overrides, cluster-wide ones and those of namespaces. */
export const OverridesPage = () => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const query = useOverrides();
  const filters = useFilters();
  const { data } = query;
  const rows = data && arrangeOverrides(data.items, filters);
  const isFiltered = filters.q !== '' || filters.state !== '';
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
            <EmptyState icon={Tune} title={t('empty.title')} body={t('empty.body')} actions={create} />
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
  const [state] = useUrlState('state');
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  return { q, state, sort };
}

type Filters = ReturnType<typeof useFilters>;

const CreateButton = ({ permit }: { permit: Schemas['Permit'] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const go = useGo();
  return (
    <PermitButton
      permit={permit}
      variant="contained"
      startIcon={<Add />}
      onClick={() => go(links.newOverride())}
    >
      {t('create')}
    </PermitButton>
  );
};

const List = ({ rows, filters }: { rows: readonly Override[]; filters: Filters }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const patch = useUrlPatch();
  const { q, state, sort } = filters;
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <ListBar filters={[state]}>
        <SearchField value={q} onChange={value => patch({ q: value })} label={t('search')} />
        <FilterChips
          label={t('state.label')}
          options={STATES.map(value => ({ value, label: t(`state.${value}`) }))}
          value={state}
          onChange={value => patch({ state: value })}
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
        <OverrideTable rows={rows} />
      ) : (
        <NoMatch
          title={words => t('empty.filteredTitle', { filters: words })}
          filters={[
            q && `“${q}”`,
            ...STATES.filter(one => state.split(',').includes(one)).map(one => t(`state.${one}`)),
          ]}
          onClear={() => patch({ q: undefined, state: undefined })}
        />
      )}
    </Paper>
  );
};
