import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useMemo } from 'react';
import { useOwnersByName, useRoomForOwners, type Owned } from '../api/useOwners';
import { placementsTranslationRef } from '../translation/placements';
import { Owners } from './Owners';
import type { Column } from './tableProps';

/** The owners of what a row names, as one column; none where there is no catalog, or no owner in it. */
export function useOwnerColumn<Row>(
  kind: Owned['kind'],
  nameOf: (row: Row) => string,
  hideBelow: Column<Row>['hideBelow'] = 'wide',
): readonly Column<Row>[] {
  const { t } = useTranslationRef(placementsTranslationRef);
  const owners = useOwnersByName(kind);
  const hasRoom = useRoomForOwners(kind);
  return useMemo(() => {
    const column: Column<Row> = {
      id: 'owner',
      header: t('column.owner'),
      width: 112,
      hideBelow,
      canHide: true,
      cell: row => <Owners owners={owners.get(nameOf(row)) ?? []} />,
    };
    return hasRoom ? [column] : [];
  }, [t, owners, hasRoom, nameOf, hideBelow]);
}
