import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';

const WIDTH = 320;

/** The card of a cell, below it; it never leaves the grid's right edge. */
export const CellCard = ({
  at: [x, y],
  children,
}: {
  at: readonly [number, number];
  children: ReactNode;
}) => (
  <Box
    sx={{
      position: 'absolute',
      top: y + 18,
      left: 0,
      right: 0,
      pointerEvents: 'none',
      zIndex: 'tooltip',
      display: 'flex',
    }}
  >
    <Box sx={{ flex: `0 1 ${Math.max(0, x - 24)}px`, minWidth: 0 }} />
    <Paper
      elevation={8}
      sx={{
        width: WIDTH,
        flex: 'none',
        maxWidth: '100%',
        p: 1.5,
        borderRadius: 2,
        fontSize: 13,
        lineHeight: '18px',
      }}
    >
      {children}
    </Paper>
  </Box>
);
