import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Cluster } from '../../model/clusters/now';
import { ComingCard } from './ComingCard';
import { EvictionsCard } from './EvictionsCard';
import { DrainCard } from './drain/DrainCard';
import { LabelsCard } from './LabelsCard';
import { MembershipCard } from './MembershipCard';
import { PlacementsHereCard } from './PlacementsHereCard';

/** Membership and labels at the left, what is here and what comes at the right; one column on small screens. */
export const ClusterOverview = ({ cluster }: { cluster: Cluster }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 312px) minmax(0, 1fr)' },
      gap: 2.5,
      alignItems: 'start',
    }}
  >
    <Stack spacing={2.5} sx={{ minWidth: 0 }}>
      <MembershipCard cluster={cluster} />
      <LabelsCard cluster={cluster} />
    </Stack>
    <Stack spacing={2.5} sx={{ minWidth: 0 }}>
      <DrainCard cluster={cluster} />
      <PlacementsHereCard cluster={cluster} />
      <ComingCard cluster={cluster} />
      <EvictionsCard cluster={cluster} />
    </Stack>
  </Box>
);
