import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface SectionCardProps {
  readonly title: ReactNode;
  /** Beside the title, quiet. */
  readonly count?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
  /** Space around the content; tables and lists bring their own. */
  readonly hasPadding?: boolean;
}

/** A card with a title: border, no shadow. */
export const SectionCard = ({ title, count, action, children, hasPadding = false }: SectionCardProps) => {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      variant="outlined"
      sx={{ borderRadius: 2, minWidth: 0, overflow: 'clip' }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          px: 2,
          py: 1.5,
          minHeight: 48,
          borderBottom: 1,
          borderColor: 'divider',
          flexWrap: 'wrap',
        }}
      >
        <Typography id={id} component="h2" sx={{ fontSize: 16, lineHeight: '24px', fontWeight: 500 }}>
          {title}
        </Typography>
        {count !== undefined && (
          <Box sx={{ fontSize: 13, color: 'text.secondary', minWidth: 0, maxWidth: '100%' }}>{count}</Box>
        )}
        {action && (
          <Box sx={{ ml: 'auto', fontSize: 13, display: 'flex', gap: 1, alignItems: 'center' }}>{action}</Box>
        )}
      </Box>
      <Box sx={hasPadding ? { p: 2 } : undefined}>{children}</Box>
    </Paper>
  );
};
