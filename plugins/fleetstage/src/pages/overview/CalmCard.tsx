import { useTranslationRef } from '@backstage/frontend-plugin-api';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { FleetLink } from '../../components/FleetLink';
import { StatusIcon } from '../../components/StatusChip';
import { useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';

/** In place of the first two cards when nothing needs the reader. */
export const CalmCard = ({ data: { placements, waitingForOthers } }: { data: Schemas['Overview'] }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  const { total, available } = placements;
  return (
    <Paper
      variant="outlined"
      sx={{ borderRadius: 2, px: 2, py: 1.75, display: 'flex', gap: 1.5, alignItems: 'flex-start' }}
    >
      <StatusIcon icon={CheckCircle} tone="success" size={20} />
      <Box sx={{ fontSize: 14, lineHeight: '20px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 500 }}>
          {available === total
            ? t('calm.available', { count: total })
            : t('calm.some', { available, n: total })}
        </Box>
        {waitingForOthers > 0 && (
          <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 0.25 }}>
            {t('calm.others', { count: waitingForOthers })}{' '}
            <FleetLink to={links.approvals({ show: 'all' })} underline="always">
              {t('calm.show')}
            </FleetLink>
          </Box>
        )}
      </Box>
    </Paper>
  );
};
