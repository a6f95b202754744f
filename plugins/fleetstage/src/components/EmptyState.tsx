import type { SvgIconComponent } from '@mui/icons-material';
import Inbox from '@mui/icons-material/Inbox';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: ReactNode;
  readonly body?: ReactNode;
  readonly actions?: ReactNode;
  readonly icon?: SvgIconComponent;
  /** Inside a card: without its own border. */
  readonly isPart?: boolean;
}

/** Nothing to show: what that means, and what to do. */
export const EmptyState = ({ title, body, actions, icon: Icon = Inbox, isPart = false }: EmptyStateProps) => (
  <Paper
    variant={isPart ? undefined : 'outlined'}
    elevation={0}
    sx={{
      p: 3,
      borderRadius: 2,
      backgroundColor: isPart ? 'transparent' : undefined,
      maxWidth: isPart ? undefined : 720,
    }}
  >
    <Icon aria-hidden sx={{ color: 'text.secondary', fontSize: 28, mb: 1, display: 'block' }} />
    <Typography component="h2" sx={{ fontSize: 16, lineHeight: '24px', fontWeight: 500 }}>
      {title}
    </Typography>
    {body && (
      <Typography
        component="div"
        sx={{ fontSize: 14, lineHeight: '20px', color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}
      >
        {body}
      </Typography>
    )}
    {actions && <Box sx={{ display: 'flex', gap: 1, mt: 2, flexWrap: 'wrap' }}>{actions}</Box>}
  </Paper>
);
