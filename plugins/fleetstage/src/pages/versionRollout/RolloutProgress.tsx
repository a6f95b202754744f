import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { TargetBar } from '../../components/TargetBar';
import { countOf, toUpgrade, upgradeStates } from '../../model/status/versionRollout';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import { versionStatusTranslationRef } from '../../translation/versionStatus';
import type { RolloutProps } from './rolloutProps';

/** k of n, the bar, and the rest by name. */
export const RolloutProgress = ({ rollout: { counts, upgradeType } }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const total = toUpgrade(counts);
  const rest = upgradeStates
    .filter(state => state !== 'Succeeded' && countOf(counts, state) > 0)
    .map(state => status.t(`count.${state}`, { n: countOf(counts, state) }));
  return (
    <Box
      sx={{
        'display': 'flex',
        'flexWrap': 'wrap',
        'alignItems': 'center',
        'columnGap': 2,
        'rowGap': 0.75,
        'fontSize': 13,
        '& strong': { fontWeight: 500 },
      }}
    >
      <span>
        {t('progress', {
          done: (
            <strong>
              {t('of', {
                done: counts.succeeded,
                total: status.t(`targets.${upgradeType}`, { count: total }),
              })}
            </strong>
          ),
        })}
      </span>
      <Box sx={{ flex: { xs: '1 0 100%', sm: 1 }, order: { xs: 3, sm: 0 }, display: 'flex' }}>
        <TargetBar counts={counts} />
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{rest.join(', ')}</Box>
    </Box>
  );
};
