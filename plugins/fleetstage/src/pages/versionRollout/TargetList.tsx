import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { Age, Clock } from '../../components/Age';
import { MessageText } from '../../components/MessageText';
import { useTimeWords } from '../../components/useTimeWords';
import { UpgradeChip } from '../../components/versionChips';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import type { RolloutCluster } from './rolloutProps';

type Target = RolloutCluster['targets'][number];

/** The control plane, or each node pool: from where to where, how long, how often. */
export const TargetList = ({ cluster: { targets, message } }: { cluster: RolloutCluster }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  if (targets.length === 0) return null;
  return (
    <Box component="ul" aria-label={t('drawer.targets')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {targets.map(target => (
        <Line key={target.nodePool ?? ''} target={target} hasMessage={target.message !== message} />
      ))}
    </Box>
  );
};

const Line = ({ target, hasMessage }: { target: Target; hasMessage: boolean }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { nodePool, state, reason, message, fromVersion, version, operation } = target;
  return (
    <Box component="li" sx={{ 'py': 1, 'minWidth': 0, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{nodePool ?? t('drawer.targetCp')}</Box>
        <UpgradeChip state={state} reason={reason} size="small" />
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {version !== undefined && (
          <Box>
            {fromVersion === undefined || fromVersion === version
              ? t('drawer.at', { version })
              : t('drawer.from', { from: fromVersion, to: version })}
          </Box>
        )}
        <Times target={target} />
        {hasMessage && <MessageText text={message} />}
        {operation && <Box>{t('drawer.operation', { operation })}</Box>}
      </Box>
    </Box>
  );
};

const Times = ({ target: { startedAt, endedAt, nextAttemptAt, attempts = 0 } }: { target: Target }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { duration } = useTimeWords();
  if (startedAt === undefined && nextAttemptAt === undefined) return null;
  return (
    <Box>
      {startedAt !== undefined &&
        (endedAt === undefined
          ? t('drawer.started', { ago: <Age at={startedAt} isAgo /> })
          : t('drawer.took', { duration: duration(Date.parse(endedAt) - Date.parse(startedAt)) }))}
      {attempts > 1 && <>, {t('table.attempts', { count: attempts })}</>}
      {nextAttemptAt !== undefined && <>, {t('drawer.nextTry', { time: <Clock at={nextAttemptAt} /> })}</>}
    </Box>
  );
};
