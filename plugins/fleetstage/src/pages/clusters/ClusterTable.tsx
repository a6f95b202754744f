import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback } from 'react';
import { MoreRows } from '../../components/MoreRows';
import { useHiddenColumns } from '../../components/tableView';
import { VirtualTable } from '../../components/VirtualTable';
import { useGo, useLinks } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { useClusterColumns } from './useClusterColumns';
import type { ClusterList } from './useClusterList';

const keyOf = ({ name }: Schemas['ClusterSummary']) => name;

/** The members; the next ones come when the last row is in view. */
export const ClusterTable = ({ list: { page, query } }: { list: ClusterList }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const columns = useClusterColumns(page?.labelKeys);
  const [hidden] = useHiddenColumns('clusters');
  const links = useLinks();
  const go = useGo();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const rows = page?.items ?? [];
  const words = {
    load: t('more.load'),
    loading: t('more.loading'),
    retry: t('more.retry'),
    failed: t('moreFailed', { n: rows.length }),
  };
  return (
    <VirtualTable
      caption={t('caption')}
      rows={rows}
      columns={columns}
      getKey={keyOf}
      hidden={hidden}
      onOpen={cluster => go(links.cluster(cluster.name))}
      onEnd={hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? more : undefined}
      footer={hasNextPage && <MoreRows query={query} words={words} />}
    />
  );
};
