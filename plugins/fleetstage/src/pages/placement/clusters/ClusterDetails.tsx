import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import type { Placement } from '../../../model/placement/now';
import { readPolicy } from '../../../model/placement/requirements';
import { ChangeCard } from './ChangeCard';
import { StateCard } from './StateCard';
import { WhyList } from './WhyList';

interface ClusterDetailsProps {
  readonly row: Schemas['PlacementCluster'];
  readonly placement: Placement;
}

/** Below a row: why here or why not, and its state or what would have to change. */
export const ClusterDetails = ({ row, placement }: ClusterDetailsProps) => {
  const policy = useMemo(() => readPolicy(placement.manifest), [placement.manifest]);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.1fr) minmax(0, 1fr)' },
        gap: 2.5,
        alignItems: 'start',
        backgroundColor: 'action.hover',
        borderRadius: 2,
        p: 2,
      }}
    >
      <WhyList row={row} policy={policy} placement={placement.name} />
      {row.isPicked || row.phase !== undefined ? (
        <StateCard row={row} />
      ) : (
        <ChangeCard row={row} policy={policy} />
      )}
    </Box>
  );
};
