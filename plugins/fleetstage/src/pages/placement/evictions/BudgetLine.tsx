import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Shield from '@mui/icons-material/Shield';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { StatusIcon } from '../../../components/StatusChip';
import type { Placement } from '../../../model/placement/now';
import { evictionsTranslationRef } from '../../../translation/evictions';
import { usePlacementUrl } from '../usePlacementUrl';

/** What the budget comes to, and how many evictions there are; nothing where there is neither. */
export const BudgetLine = ({ placement: { evictions } }: { placement: Placement }) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { setTab } = usePlacementUrl();
  if (evictions === undefined || (evictions.budget === undefined && evictions.total === 0)) return null;
  const { budget, total, waiting } = evictions;
  const isBlocked = budget !== undefined && budget.allowed === 0;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        rowGap: 0.5,
        px: 2,
        py: 1,
        fontSize: 13,
        lineHeight: '18px',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <StatusIcon icon={Shield} tone={isBlocked ? 'warning' : 'neutral'} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {budget ? t('line.budget', { sentence: budget.sentence }) : t('line.none')}
      </Box>
      <Link component="button" onClick={() => setTab('evictions')} sx={{ fontSize: 13, lineHeight: '24px' }}>
        {total === 0 ? t('open') : t('line.count', { count: total })}
      </Link>
      {waiting > 0 && <Box sx={{ color: 'text.secondary' }}>{t('line.waiting', { n: waiting })}</Box>}
    </Box>
  );
};
