import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** What the address names is not there, or no more. */
export const GoneNote = ({ children }: { children: ReactNode }) => (
  <Box
    role="status"
    sx={{ px: 2, py: 1, fontSize: 13, lineHeight: '20px', color: 'text.secondary', overflowWrap: 'anywhere' }}
  >
    {children}
  </Box>
);
