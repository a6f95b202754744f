import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Block from '@mui/icons-material/Block';
import Cancel from '@mui/icons-material/Cancel';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Box from '@mui/material/Box';
import { messageOf } from '../../../api/errors';
import type { useEvictionForesight } from '../../../api/evictionQueries';
import { Consequence } from '../../../components/acts/Consequence';
import { withCapital } from '../../../model/withCapital';
import { evictionsTranslationRef } from '../../../translation/evictions';

const ICONS = { executed: DeleteSweep, blocked: Block, invalid: Cancel } as const;

interface VerdictProps {
  readonly foresight: ReturnType<typeof useEvictionForesight>;
}

/** What an eviction would come to now, with the arithmetic. */
export const Verdict = ({ foresight: { data, error } }: VerdictProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  if (!data && error)
    return <Consequence icon={Cancel} title={t('evict.askFailed', { message: messageOf(error) })} />;
  if (!data) return <Consequence icon={HourglassEmpty} title={t('evict.asking')} />;
  const { verdict, cluster, reason } = data;
  return (
    <Box aria-live="polite">
      <Consequence icon={ICONS[verdict]} title={t(`evict.${verdict}`, { cluster })}>
        {t('evict.sentence', { text: withCapital(reason) })} {verdict === 'blocked' && t('evict.blockedBody')}
      </Consequence>
    </Box>
  );
};
