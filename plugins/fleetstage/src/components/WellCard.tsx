import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useId, type ReactNode } from 'react';
import { AnnounceText } from './Announcer';
import { StatusIcon } from './StatusChip';

interface WellCardProps {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
}

/** In the place of a Now card where nothing is needed: quiet, as what is done. */
export const WellCard = ({ title, detail }: WellCardProps) => {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      variant="outlined"
      sx={{ borderRadius: 2, px: 2, py: 1.75, display: 'flex', gap: 1.5, alignItems: 'flex-start' }}
    >
      <AnnounceText place="now" text={title} />
      <StatusIcon icon={CheckCircle} tone="success" size={20} />
      <Box sx={{ fontSize: 14, lineHeight: '20px', minWidth: 0 }}>
        <Box id={id} component="h2" sx={{ m: 0, font: 'inherit', fontWeight: 500 }}>
          {title}
        </Box>
        {detail && <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 0.25 }}>{detail}</Box>}
      </Box>
    </Paper>
  );
};
