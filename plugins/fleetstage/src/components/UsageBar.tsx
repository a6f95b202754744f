import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { bytesInWords, usedOf, type Used } from '../model/clusters/usage';
import { clustersTranslationRef } from '../translation/clusters';

interface UsageBarProps {
  readonly name: 'cpu' | 'memory';
  readonly usage: Schemas['Usage'] | undefined;
  /** With its name and numbers beside it. */
  readonly hasWords?: boolean;
}

/** How much of what can be given out is in use; nothing where the cluster does not report it. */
export const UsageBar = ({ name, usage, hasWords = false }: UsageBarProps) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const say = useUsageWords();
  const used = usedOf(usage);
  if (used === undefined) return null;
  const words = say(name, used);
  return (
    <Box
      sx={{ display: 'flex', gap: 1.25, alignItems: 'center', fontSize: 13, lineHeight: '18px' }}
      title={words}
    >
      {hasWords && <Box sx={{ width: 64, flex: 'none', color: 'text.secondary' }}>{t(name)}</Box>}
      <Box
        role="img"
        aria-label={t('usage', { label: t(name), words })}
        sx={{
          flex: 1,
          minWidth: 40,
          height: 6,
          borderRadius: '3px',
          overflow: 'hidden',
          bgcolor: 'action.selected',
        }}
      >
        <Box sx={{ width: `${100 * used.share}%`, height: '100%', bgcolor: 'text.secondary' }} />
      </Box>
      {hasWords && <Box sx={{ whiteSpace: 'nowrap' }}>{words}</Box>}
    </Box>
  );
};

function useUsageWords(): (name: UsageBarProps['name'], used: Used) => string {
  const { t } = useTranslationRef(clustersTranslationRef);
  return (name, used) =>
    name === 'cpu'
      ? t('cores', { used: Math.round(used.used), total: Math.round(used.total) })
      : t('bytes', bytesInWords(used));
}
