import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { Owners } from '../../components/Owners';
import type { OwnerGroup } from '../../model/placements/groupByOwner';
import { placementGroups } from '../../model/placements/placementFilters';
import { placementsTranslationRef } from '../../translation/placements';

type Placement = Schemas['PlacementRow'];

const NEEDS = new Set(placementGroups.codes('trouble,missing')?.split(','));

/** Whose placements follow, how many, and how many of them need somebody. */
export const GroupHeading = ({ group: { owners, rows } }: { group: OwnerGroup<Placement> }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const needs = rows.filter(({ state, trouble }) => trouble !== undefined || NEEDS.has(state)).length;
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline' }}>
      <Box sx={{ fontWeight: 500 }}>
        {owners.length === 0 ? t('group.nobody') : <Owners owners={owners} />}
      </Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
        {needs === 0
          ? t('group.count', { count: rows.length })
          : t('group.needs', { count: rows.length, needs })}
      </Box>
    </Box>
  );
};
