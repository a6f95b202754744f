import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { FilterChips } from '../../components/FilterChips';
import { Choice, ListBar } from '../../components/ListBar';
import { SearchField } from '../../components/SearchField';
import { ViewMenu } from '../../components/ViewMenu';
import { clusterGroups } from '../../model/clusters/clusterFilters';
import { useUrlPatch } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { LabelField } from './LabelField';
import { useClusterColumns } from './useClusterColumns';
import { SORTS, type ClusterList } from './useClusterList';

/** Name, state and label; all of it is in the address. */
export const ClusterFiltersBar = ({ list: { filters, sort, page } }: { list: ClusterList }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const patch = useUrlPatch();
  const columns = useClusterColumns(page?.labelKeys);
  const { q, state, label } = filters;
  return (
    <ListBar filters={[state, label]}>
      <SearchField value={q} onChange={value => patch({ q: value })} label={t('search')} />
      <LabelField key={label} value={label} onChange={value => patch({ label: value })} />
      <FilterChips
        label={t('filter.state')}
        options={clusterGroups.names.map(value => ({ value, label: t(`filter.${value}`) }))}
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
      <ViewMenu table="clusters" columns={columns} />
    </ListBar>
  );
};
