import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Chip from '@mui/material/Chip';
import { FilterChips } from '../../components/FilterChips';
import { Choice, ListBar } from '../../components/ListBar';
import { OwnerChoice } from '../../components/OwnerChoice';
import { SearchField } from '../../components/SearchField';
import { ViewMenu } from '../../components/ViewMenu';
import { runGroups } from '../../model/runs/runFilters';
import { useUrlPatch } from '../../routing';
import { runsTranslationRef } from '../../translation/runs';
import { useRunColumns } from './useRunColumns';
import { SORTS, type RunList } from './useRunList';

/** Name, state, and what a link from elsewhere asked for; all of it is in the address. */
export const RunFiltersBar = ({ list: { filters, sort } }: { list: RunList }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const patch = useUrlPatch();
  const columns = useRunColumns();
  const { q, state, placement, cluster, owner } = filters;
  return (
    <ListBar filters={[state, placement, cluster, owner]}>
      <SearchField value={q} onChange={value => patch({ q: value })} label={t('search')} />
      <FilterChips
        label={t('filter.label')}
        options={runGroups.names.map(value => ({ value, label: t(`filter.${value}`) }))}
        value={state}
        onChange={value => patch({ state: value })}
      />
      {placement !== '' && (
        <Chip
          size="small"
          label={t('filter.placement', { name: placement })}
          onDelete={() => patch({ placement: undefined })}
          sx={{ m: 0 }}
        />
      )}
      {cluster !== '' && (
        <Chip
          size="small"
          label={t('filter.cluster', { name: cluster })}
          onDelete={() => patch({ cluster: undefined })}
          sx={{ m: 0 }}
        />
      )}
      <OwnerChoice value={owner} onChange={value => patch({ owner: value })} />
      <Choice
        label={t('sort.label')}
        value={sort}
        options={SORTS.map(one => [one, t(`sort.${one}`)] as const)}
        onChange={value => patch({ sort: value === SORTS[0] ? undefined : value })}
        isLast
      />
      <ViewMenu table="runs" columns={columns} />
    </ListBar>
  );
};
