import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { runClusterStatus, type RunClusterState } from '../model/status/runCluster';
import { statusTone } from '../model/status/tone';

const ORDER: readonly RunClusterState[] = [
  'updated',
  'removed',
  'updating',
  'removing',
  'stuck',
  'failing',
  'failed',
  'ended',
];

/** Clusters by state as one bar: what is done first. The numbers stand beside it. */
export const CountBar = ({
  counts,
  total,
  height = 8,
}: {
  counts: Schemas['Counts'];
  total: number;
  height?: number;
}) => {
  const theme = useTheme();
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        gap: '1px',
        height,
        borderRadius: height / 16,
        overflow: 'hidden',
        flex: 1,
        minWidth: 24,
        // Its colours are all that it has; the numbers stand beside it.
        forcedColorAdjust: 'none',
        bgcolor: 'action.selected',
      }}
    >
      {ORDER.filter(state => (counts[state] ?? 0) > 0).map(state => (
        <Box
          key={state}
          sx={{
            // A few of a thousand stay visible.
            minWidth: 3,
            flex: `0 0 ${(100 * (counts[state] ?? 0)) / Math.max(1, total)}%`,
            backgroundColor: statusTone(theme, runClusterStatus(state).tone).icon,
          }}
        />
      ))}
    </Box>
  );
};
