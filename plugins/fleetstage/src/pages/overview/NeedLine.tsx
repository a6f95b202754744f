import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface NeedLineProps {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly detail: ReactNode;
  readonly action?: ReactNode;
}

/** One thing that needs somebody: icon, what, why and since when, the act. */
export const NeedLine = ({ icon, title, detail, action }: NeedLineProps) => (
  <Box
    component="li"
    sx={{
      'display': 'grid',
      'gridTemplateColumns': { xs: '22px minmax(0, 1fr)', sm: '22px minmax(0, 1fr) auto' },
      'gap': '8px 12px',
      'px': 2,
      'py': 1.75,
      'alignItems': 'center',
      '& + &': { borderTop: 1, borderColor: 'divider' },
    }}
  >
    <Box sx={{ alignSelf: 'start', mt: '1px', display: 'flex' }}>{icon}</Box>
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>{title}</Box>
      <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary', mt: 0.25 }}>{detail}</Box>
    </Box>
    {action && <Box sx={{ gridColumn: { xs: 2, sm: 3 } }}>{action}</Box>}
  </Box>
);

export const NeedList = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {children}
  </Box>
);
