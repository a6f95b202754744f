import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassTop from '@mui/icons-material/HourglassTop';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import { conditionTrack, falseTone, type TrackMark } from '../model/status/conditions';
import { placementConditionsTranslationRef } from '../translation/placementConditions';
import { statusTranslationRef } from '../translation/status';
import { StatusIcon } from './StatusChip';

const LOOKS = {
  isTrue: { icon: CheckCircle, tone: 'success' },
  isFalse: { icon: Cancel, tone: 'error' },
  isUnknown: { icon: HourglassTop, tone: 'info' },
  held: { icon: RadioButtonUnchecked, tone: 'neutral' },
  notReached: { icon: RadioButtonUnchecked, tone: 'neutral' },
} as const satisfies Record<TrackMark, unknown>;

/** A rollout that waits its turn has not started either. */
const SAYS = { isTrue: 'isTrue', isFalse: 'isFalse', held: 'isFalse', isUnknown: 'isUnknown' } as const;

/** The conditions in their order, each with what it says in a sentence. */
export const TrackList = ({ conditions, trouble }: Pick<Schemas['Placement'], 'conditions' | 'trouble'>) => {
  const { t } = useTranslationRef(placementConditionsTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  return (
    <Box
      component="ol"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, fontSize: 13, lineHeight: '18px' }}
    >
      {conditionTrack(conditions).map(step => (
        <Box
          component="li"
          key={step.type}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '20px 1fr', sm: '20px 128px 96px minmax(0, 1fr)' },
            columnGap: 1,
          }}
        >
          <StatusIcon
            {...LOOKS[step.mark]}
            {...(step.mark === 'isFalse' && { tone: falseTone(step, trouble) })}
            size={18}
          />
          <Box sx={{ fontWeight: 500 }}>{status.t(`condition.${step.type}`)}</Box>
          <Box sx={{ gridColumn: { xs: '2', sm: 'auto' } }}>{status.t(`condition.${step.mark}`)}</Box>
          <Box sx={{ color: 'text.secondary', gridColumn: { xs: '2', sm: 'auto' } }}>
            {step.mark === 'notReached'
              ? t('conditions.notReached')
              : t(`conditions.${SAYS[step.mark]}.${step.type}`)}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
