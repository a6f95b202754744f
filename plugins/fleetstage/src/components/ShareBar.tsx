import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { statusTone, type Tone } from '../model/status/tone';

export interface Share {
  readonly key: string;
  readonly tone: Tone;
  readonly count: number;
}

interface ShareBarProps {
  /** In their order; the others of the total stay empty. */
  readonly shares: readonly Share[];
  readonly total: number;
  readonly height?: number;
}

/** Parts of a whole as one bar. The numbers stand beside it. */
export const ShareBar = ({ shares, total, height = 8 }: ShareBarProps) => {
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
      {shares
        .filter(({ count }) => count > 0)
        .map(({ key, tone, count }) => (
          <Box
            key={key}
            sx={{
              // A few of a thousand stay visible.
              minWidth: 3,
              flex: `0 0 ${(100 * count) / Math.max(1, total)}%`,
              backgroundColor: statusTone(theme, tone).icon,
            }}
          />
        ))}
    </Box>
  );
};
