import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Hub from '@mui/icons-material/Hub';
import Replay from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import { Consequence } from '../../../components/acts/Consequence';
import { listAll, listNames } from '../../../model/listNames';
import { evictionsTranslationRef } from '../../../translation/evictions';

/** Names that are read; the others are counted. */
const NAMED = 3;

interface SequelProps {
  readonly foresight: Schemas['EvictionForesight'];
  readonly isTainted: boolean;
}

/** What the scheduler does once the cluster is clean. */
export const Sequel = ({ foresight, isTainted }: SequelProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { cluster, after, afterTaint, moves, runs } = foresight;
  const sequel = isTainted ? afterTaint : after;
  const say = useSequelWords();
  const isNew = sequel.returns || sequel.instead.length > 0;
  const details = [
    sequel.returns && t('evict.returnsBody'),
    moves === 'runs' && isNew && t('evict.byRun'),
    moves === 'runs' && runs.length > 0 && t('evict.runs', { count: runs.length, names: listAll(runs) }),
  ].filter(Boolean);
  return (
    <Box sx={{ mt: 1.5 }} aria-live="polite">
      <Consequence icon={sequel.returns ? Replay : Hub} title={say(cluster, sequel)}>
        {details.length > 0 && details.join(' ')}
      </Consequence>
    </Box>
  );
};

function useSequelWords(): (cluster: string, sequel: Schemas['EvictionSequel']) => string {
  const { t } = useTranslationRef(evictionsTranslationRef);
  return (cluster, { returns, instead, found, wanted }) => {
    if (returns) return t('evict.returns', { cluster });
    const more = instead.length - NAMED;
    if (more > 0) return t('evict.insteadMore', { names: listNames(instead.slice(0, NAMED)), count: more });
    if (instead.length > 0) return t('evict.instead', { names: listAll(instead), count: instead.length });
    return wanted !== undefined && found < wanted
      ? t('evict.short', { found, wanted })
      : t('evict.without', { count: found });
  };
}
