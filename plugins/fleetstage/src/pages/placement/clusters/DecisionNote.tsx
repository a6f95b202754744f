import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { listNames } from '../../../model/listNames';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import type { Decided } from './useDecided';

/** Above the clusters of an earlier decision: what it was, and the way back. */
export const DecisionNote = ({ decided: { number, shown } }: { decided: Decided }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { setDecided } = usePlacementUrl();
  if (number === undefined) return null;
  const { gained, lost, message } = shown ?? {};
  const sentences = [
    t('decisions.note', { number: String(number) }),
    ...(message ? [message.replace(/\.?$/, '.')] : []),
    ...(gained?.count ? [t('decisions.gained', { n: gained.count, names: listNames(gained.names) })] : []),
    ...(lost?.count ? [t('decisions.lost', { n: lost.count, names: listNames(lost.names) })] : []),
    t('decisions.noState'),
  ];
  return (
    <Box
      role="status"
      sx={{
        px: 2,
        py: 1.25,
        // Two lines with their padding: what was decided comes later, and nothing below moves.
        minHeight: { sm: 61 },
        borderBottom: 1,
        borderColor: 'divider',
        color: 'text.secondary',
      }}
    >
      {sentences.join(' ')}{' '}
      <Link
        component="button"
        variant="body2"
        sx={{ verticalAlign: 'baseline' }}
        onClick={() => setDecided('')}
      >
        {t('decisions.back')}
      </Link>
    </Box>
  );
};
