import Box from '@mui/material/Box';
import { useTheme, type Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { statusTone } from '../../model/status/tone';

interface PreviewRowProps {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly tone?: 'error' | 'warning';
  readonly children: ReactNode;
}

/** A line of the preview: what it is about at the left, the clusters at the right. */
export const PreviewRow = ({ title, detail, tone, children }: PreviewRowProps) => {
  const theme: Theme = useTheme();
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '120px minmax(0, 1fr)' },
        gap: '4px 14px',
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        ...(tone && { boxShadow: `inset 4px 0 0 ${statusTone(theme, tone).icon}` }),
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 500 }}>{title}</Box>
        {detail && <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{detail}</Box>}
      </Box>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Box>
  );
};
