import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { statusTone, type Tone } from '../../model/status/tone';

interface LaneFrameProps {
  readonly tone: Tone;
  readonly isCurrent: boolean;
  readonly facts: ReactNode;
  readonly cells: ReactNode;
  readonly gates: ReactNode;
}

/** A stage as a lane: facts, cells, gates. */
export const LaneFrame = ({ tone, isCurrent, facts, cells, gates }: LaneFrameProps) => {
  const { icon } = statusTone(useTheme(), tone);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '232px minmax(0, 1fr) 200px' },
        gap: { xs: 1, md: 2.5 },
        px: 2,
        py: 1.75,
        boxShadow: isCurrent ? `inset 4px 0 0 ${icon}` : undefined,
      }}
    >
      {facts}
      <Box sx={{ minWidth: 0 }}>{cells}</Box>
      <Box sx={{ minWidth: 0, mt: -0.75 }}>{gates}</Box>
    </Box>
  );
};

interface LaneFactsProps {
  readonly title: ReactNode;
  readonly chip: ReactNode;
  /** `3 of 12` */
  readonly counted: string;
  /** What the count is of, and the other counts. */
  readonly words: readonly string[];
  /** How many at a time. */
  readonly pace: ReactNode;
}

/** Name, state, counts, pace. */
export const LaneFacts = ({ title, chip, counted, words, pace }: LaneFactsProps) => (
  <Box sx={{ minWidth: 0 }}>
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.25 }}>
      {title}
      {chip}
    </Box>
    <Box sx={{ fontSize: 13, lineHeight: '18px' }}>
      <strong style={{ fontWeight: 500 }}>{counted}</strong> {words.join(', ')}
    </Box>
    <Box
      sx={{
        'fontSize': 12,
        'lineHeight': '16px',
        'color': 'text.secondary',
        'mt': 0.25,
        '&::first-letter': { textTransform: 'uppercase' },
      }}
    >
      {pace}
    </Box>
  </Box>
);
