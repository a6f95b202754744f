import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { BlockersTable } from '../../../components/BlockersTable';
import { countBlockedClusters, rolloutBlockers } from '../../../model/blockers';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { sharedTranslationRef } from '../../../translation/shared';
import { useHeldFilter } from '../useHeldFilter';
import { usePlacementUrl } from '../usePlacementUrl';

/** What holds the rolling update: the limit, and the clusters that use it up. */
export const RolloutBlockers = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { showCluster } = usePlacementUrl();
  const held = useHeldFilter();
  const blockers = rolloutBlockers(placement.blockers);
  if (blockers.length === 0) return null;
  return (
    <Box sx={{ mb: 1 }}>
      <BlockersTable
        title={t('blockers.ofRollout')}
        blockers={blockers}
        clusters={countBlockedClusters(blockers)}
        placement={linkName(placement)}
        onShow={one => (one.clusterCount === 1 ? showCluster(one.clusters[0]) : held.show(one))}
        reportTitle={t('blockers.ofRolloutReport', { name: placement.name })}
      />
    </Box>
  );
};
