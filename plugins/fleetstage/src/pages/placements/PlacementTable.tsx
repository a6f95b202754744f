import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback } from 'react';
import { MoreRows } from '../../components/MoreRows';
import { useHiddenColumns } from '../../components/tableView';
import { VirtualTable } from '../../components/VirtualTable';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useLinks } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';
import { usePlacementColumns } from './usePlacementColumns';
import { useOwnerGroups } from './useOwnerGroups';
import type { PlacementList } from './usePlacementList';

type Placement = Schemas['PlacementRow'];

const NO_ROWS: readonly Placement[] = [];

const keyOf = ({ uid }: Placement) => uid;

/** The placements; the next ones come when the last row is in view. */
export const PlacementTable = ({ list: { page, query, isGrouped } }: { list: PlacementList }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const all = usePlacementColumns(page?.items);
  // Then the owners stand above.
  const columns = isGrouped ? all.filter(({ id }) => id !== 'owner') : all;
  const [hidden] = useHiddenColumns('placements');
  const links = useLinks();
  const go = useGo();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const { rows, groupOf } = useOwnerGroups(page?.items ?? NO_ROWS, isGrouped);
  const words = {
    load: t('more.load'),
    loading: isGrouped ? t('group.loading', { n: rows.length, total: page?.total ?? 0 }) : t('more.loading'),
    retry: t('more.retry'),
    failed: t('moreFailed', { n: rows.length }),
  };
  return (
    <VirtualTable
      caption={t('caption')}
      rows={rows}
      columns={columns}
      getKey={keyOf}
      rowHeight={48}
      hidden={hidden}
      groupOf={groupOf}
      onOpen={placement => go(links.placement(linkName(placement)))}
      onEnd={hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? more : undefined}
      footer={hasNextPage && <MoreRows query={query} words={words} />}
    />
  );
};
