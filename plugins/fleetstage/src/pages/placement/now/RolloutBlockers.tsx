import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { BlockersTable } from '../../../components/BlockersTable';
import { countBlockedClusters, rolloutBlockers } from '../../../model/blockers';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { placementTranslationRef } from '../../../translation/placement';

/** What holds the rolling update: the limit, and the clusters that use it up. */
export const RolloutBlockers = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const blockers = rolloutBlockers(placement.blockers);
  if (blockers.length === 0) return null;
  return (
    <Box sx={{ mb: 1 }}>
      <BlockersTable
        title={t('blockers.title')}
        blockers={blockers}
        clusters={countBlockedClusters(blockers)}
        placement={linkName(placement)}
        reportTitle={t('blockers.report', { name: placement.name })}
      />
    </Box>
  );
};
