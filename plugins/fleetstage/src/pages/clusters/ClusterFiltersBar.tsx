import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { FilterChips } from '../../components/FilterChips';
import { Choice, ListBar } from '../../components/ListBar';
import { SearchField } from '../../components/SearchField';
import { ViewMenu } from '../../components/ViewMenu';
import { clusterGroups } from '../../model/clusters/clusterFilters';
import { groupKeys } from '../../model/clusters/groups';
import { useUrlPatch } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { LabelField } from './LabelField';
import { useClusterColumns } from './useClusterColumns';
import { SORTS, VIEWS, type ClusterList } from './useClusterList';

/** Name, state and label; all of it is in the address. */
export const ClusterFiltersBar = ({ list }: { list: ClusterList }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const patch = useUrlPatch();
  const { filters, sort, view, group, page } = list;
  const columns = useClusterColumns(page?.labelKeys);
  const { q, state, label } = filters;
  const keys = groupKeys(page?.items ?? [], page?.labelKeys ?? []);
  return (
    <ListBar filters={[state, label, group]}>
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
      <Choice
        label={t('group.label')}
        value={group}
        // One that no cluster has is the reader's all the same.
        options={[
          ['', t('group.none')] as const,
          ...[...new Set([...keys, ...(group ? [group] : [])])].map(
            key => [key, t('group.by', { label: key })] as const,
          ),
        ]}
        onChange={value => patch({ group: value || undefined })}
      />
      <Choice
        label={t('view.label')}
        value={view}
        options={VIEWS.map(one => [one, t(`view.${one}`)] as const)}
        onChange={value => patch({ view: value === VIEWS[0] ? undefined : value })}
      />
      {view === 'table' && <ViewMenu table="clusters" columns={columns} />}
    </ListBar>
  );
};
