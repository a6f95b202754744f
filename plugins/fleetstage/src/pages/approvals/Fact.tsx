import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A small heading with what belongs to it. */
export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <Typography
      component="h3"
      color="text.secondary"
      sx={{ fontSize: 12, lineHeight: '16px', fontWeight: 500, mb: 0.5 }}
    >
      {label}
    </Typography>
    {children}
  </Box>
);
