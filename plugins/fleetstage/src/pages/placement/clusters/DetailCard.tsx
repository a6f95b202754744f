import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** On the tinted surface below a row. */
export const DetailCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper variant="outlined" sx={{ borderRadius: 2, px: 2, py: 1.5, minWidth: 0, overflowWrap: 'anywhere' }}>
    <Typography component="h3" sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500, mb: 0.75 }}>
      {title}
    </Typography>
    {children}
  </Paper>
);
