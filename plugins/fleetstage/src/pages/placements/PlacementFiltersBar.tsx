import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useRoomForOwners } from '../../api/useOwners';
import { FilterChips } from '../../components/FilterChips';
import { Choice, ListBar } from '../../components/ListBar';
import { OwnerChoice } from '../../components/OwnerChoice';
import { SearchField } from '../../components/SearchField';
import { ViewMenu } from '../../components/ViewMenu';
import { placementGroups } from '../../model/placements/placementFilters';
import { useUrlPatch } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';
import { ClusterChoice } from './ClusterChoice';
import { MovesChoice } from './MovesChoice';
import { usePlacementColumns } from './usePlacementColumns';
import { SORTS, type PlacementList } from './usePlacementList';

/** Name, state, way of moving, and what a link from elsewhere asked for; all of it is in the address. */
export const PlacementFiltersBar = ({
  list: { filters, sort, page, isGrouped },
}: {
  list: PlacementList;
}) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const patch = useUrlPatch();
  const columns = usePlacementColumns(page?.items);
  const { q, state, cluster, moves, run, owner } = filters;
  const hasOwners = useRoomForOwners('placement');
  return (
    <ListBar filters={[state, cluster, moves, run, owner]}>
      <SearchField value={q} onChange={value => patch({ q: value })} label={t('search')} />
      <FilterChips
        label={t('filter.label')}
        options={placementGroups.names.map(value => ({ value, label: t(`filter.${value}`) }))}
        value={state}
        onChange={value => patch({ state: value })}
      />
      <ClusterChoice value={cluster} onChange={value => patch({ cluster: value })} />
      <OwnerChoice value={owner} onChange={value => patch({ owner: value })} />
      <MovesChoice
        moves={moves}
        run={run}
        onChange={filter => patch({ moves: undefined, run: undefined, ...filter })}
      />
      {(hasOwners || isGrouped) && (
        <Choice
          label={t('group.label')}
          value={isGrouped ? 'owner' : ''}
          options={[
            ['', t('group.none')],
            ['owner', t('group.owner')],
          ]}
          onChange={value => patch({ group: value || undefined })}
          isNamed
        />
      )}
      <Choice
        label={t('sort.label')}
        value={sort}
        options={SORTS.map(one => [one, t(`sort.${one}`)] as const)}
        onChange={value => patch({ sort: value === SORTS[0] ? undefined : value })}
      />
      <ViewMenu table="placements" columns={columns} />
    </ListBar>
  );
};
