import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Chip from '@mui/material/Chip';
import { FilterChips } from '../../components/FilterChips';
import { Choice, ListBar } from '../../components/ListBar';
import { SearchField } from '../../components/SearchField';
import { PLACEMENT_GROUPS } from '../../model/placements/placementFilters';
import { useUrlPatch } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';
import { SORTS, type PlacementList } from './usePlacementList';

/** Name, state, way of moving, and what a link from elsewhere asked for; all of it is in the address. */
export const PlacementFiltersBar = ({ list: { filters, sort } }: { list: PlacementList }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const patch = useUrlPatch();
  const { q, state, cluster, moves } = filters;
  return (
    <ListBar>
      <SearchField value={q} onChange={value => patch({ q: value })} label={t('search')} />
      <FilterChips
        label={t('filter.label')}
        options={PLACEMENT_GROUPS.map(value => ({ value, label: t(`filter.${value}`) }))}
        value={state}
        onChange={value => patch({ state: value })}
      />
      {cluster !== '' && (
        <Chip
          size="small"
          label={t('filter.cluster', { name: cluster })}
          onDelete={() => patch({ cluster: undefined })}
          sx={{ m: 0 }}
        />
      )}
      <Choice
        label={t('moves.label')}
        value={moves}
        options={[
          ['', t('moves.all')],
          ['rolling', t('moves.rolling')],
          ['runs', t('moves.runs')],
        ]}
        onChange={value => patch({ moves: value })}
        isLast
      />
      <Choice
        label={t('sort.label')}
        value={sort}
        options={SORTS.map(one => [one, t(`sort.${one}`)] as const)}
        onChange={value => patch({ sort: value === SORTS[0] ? undefined : value })}
      />
    </ListBar>
  );
};
