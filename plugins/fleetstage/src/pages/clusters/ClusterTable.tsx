import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback, useMemo } from 'react';
import { MoreRows } from '../../components/MoreRows';
import { useHiddenColumns } from '../../components/tableView';
import { VirtualTable } from '../../components/VirtualTable';
import { groupByLabel } from '../../model/clusters/groups';
import { useGo, useLinks } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { GroupHeading } from './GroupHeading';
import { useClusterColumns } from './useClusterColumns';
import type { ClusterList } from './useClusterList';

const NONE: readonly Schemas['ClusterSummary'][] = [];

/** The rows by a label, where the address asks for it. */
function useGroups(clusters: readonly Schemas['ClusterSummary'][], label: string) {
  return useMemo(() => {
    if (label === '') return { rows: clusters, groupOf: undefined };
    const groups = groupByLabel(clusters, label);
    const headings = new Map(
      groups.flatMap(group => {
        const heading = { key: group.value ?? '', heading: <GroupHeading group={group} label={label} /> };
        return group.rows.map(({ name }) => [name, heading] as const);
      }),
    );
    const nobody = { key: '', heading: null };
    return {
      rows: groups.flatMap(({ rows }) => rows),
      groupOf: ({ name }: Schemas['ClusterSummary']) => headings.get(name) ?? nobody,
    };
  }, [clusters, label]);
}

const keyOf = ({ name }: Schemas['ClusterSummary']) => name;

/** The members; the next ones come when the last row is in view. */
export const ClusterTable = ({ list: { page, query, group, words } }: { list: ClusterList }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const columns = useClusterColumns(page?.labelKeys);
  const [hidden] = useHiddenColumns('clusters');
  const links = useLinks();
  const go = useGo();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const { rows, groupOf } = useGroups(page?.items ?? NONE, group);
  return (
    <VirtualTable
      caption={t('caption')}
      rows={rows}
      columns={columns}
      getKey={keyOf}
      hidden={hidden}
      onOpen={cluster => go(links.cluster(cluster.name))}
      onEnd={hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? more : undefined}
      footer={hasNextPage && <MoreRows query={query} words={words(rows.length)} />}
      groupOf={groupOf}
    />
  );
};
