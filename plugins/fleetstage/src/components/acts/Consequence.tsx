import type { SvgIconComponent } from '@mui/icons-material';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface ConsequenceProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly icon?: SvgIconComponent;
}

/** What an act brings about, in numbers. */
export const Consequence = ({ title, children, icon: Icon = PlayArrow }: ConsequenceProps) => (
  <Box
    sx={{
      display: 'flex',
      gap: 1.5,
      px: 2,
      py: 1.5,
      borderRadius: 2,
      bgcolor: 'action.hover',
      overflowWrap: 'anywhere',
    }}
  >
    <Icon aria-hidden sx={{ fontSize: 20, flex: 'none' }} />
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontWeight: 500 }}>{title}</Box>
      {children && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{children}</Box>}
    </Box>
  </Box>
);

/** A heading inside a dialog. */
export const Label = ({ children, id }: { children: ReactNode; id?: string }) => (
  <Box
    component="h3"
    id={id}
    sx={{ m: 0, mt: 2, mb: 0.5, fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}
  >
    {children}
  </Box>
);
