import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassTop from '@mui/icons-material/HourglassTop';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import { conditionTrack, falseTone, type TrackMark } from '../model/status/conditions';
import { placementTranslationRef } from '../translation/placement';
import { statusTranslationRef } from '../translation/status';
import { StatusIcon } from './StatusChip';
import { useNow } from './useTimeWords';

const LOOKS = {
  isTrue: { icon: CheckCircle, tone: 'success' },
  isFalse: { icon: Cancel, tone: 'error' },
  isUnknown: { icon: HourglassTop, tone: 'info' },
  held: { icon: RadioButtonUnchecked, tone: 'neutral' },
  notReached: { icon: RadioButtonUnchecked, tone: 'neutral' },
} as const satisfies Record<TrackMark, unknown>;

/** The conditions in their order, each with its meaning in a sentence. */
export const TrackList = ({ conditions }: { conditions: readonly Schemas['Condition'][] }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const now = useNow(60_000);
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
            {...(step.mark === 'isFalse' && { tone: falseTone(step, now) })}
            size={18}
          />
          <Box sx={{ fontWeight: 500 }}>{status.t(`condition.${step.type}`)}</Box>
          <Box sx={{ gridColumn: { xs: '2', sm: 'auto' } }}>{status.t(`condition.${step.mark}`)}</Box>
          <Box sx={{ color: 'text.secondary', gridColumn: { xs: '2', sm: 'auto' } }}>
            {t(`conditions.${step.type}`)}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
