import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';

/** On small screens the acts are under the thumb, above the portal's own bar. */
export const BottomBar = ({ children }: { children: ReactNode }) => (
  <Paper
    square
    elevation={0}
    sx={{
      'display': { xs: 'flex', sm: 'none' },
      'position': 'fixed',
      'left': 0,
      'right': 0,
      'bottom': 'var(--fleetstage-bottom-inset, 56px)',
      'zIndex': 'appBar',
      'gap': 1,
      'px': 2,
      'py': 1.25,
      'borderTop': 1,
      'borderColor': 'divider',
      '& > button': { height: 44 },
      '& > button:first-of-type': { flex: 1 },
    }}
  >
    {children}
  </Paper>
);
