import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** What narrow screens show in the first column instead of in columns of its own. */
export const BelowSm = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: { xs: 'block', sm: 'none' }, mt: 0.25, minWidth: 0 }}>{children}</Box>
);
