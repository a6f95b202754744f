import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useTheme, type Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { conditionTrack, falseTone, type TrackStep } from '../model/status/conditions';
import { statusTone, type Tone } from '../model/status/tone';
import { statusTranslationRef } from '../translation/status';
import { useNow } from './useTimeWords';

interface ConditionTrackProps {
  readonly conditions: readonly Schemas['Condition'][];
  readonly mode?: 'apply' | 'report';
}

/** The conditions of a placement as small bars in order: filled, crossed, outlined, faint. The words stand beside it. */
export const ConditionTrack = ({ conditions, mode }: ConditionTrackProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const steps = conditionTrack(conditions, mode);
  const text = steps
    .map(({ type, mark }) => `${t(`condition.${type}`)}: ${t(`condition.${mark}`)}`)
    .join(', ');
  return (
    <Tooltip title={<Words steps={steps} />}>
      <Box
        component="span"
        role="img"
        aria-label={text}
        sx={{ display: 'inline-flex', gap: '3px', alignItems: 'center', flex: 'none' }}
      >
        {steps.map(step => (
          <Bar key={step.type} step={step} />
        ))}
      </Box>
    </Tooltip>
  );
};

const Words = ({ steps }: { steps: readonly TrackStep[] }) => {
  const { t } = useTranslationRef(statusTranslationRef);
  return (
    <>
      {steps.map(({ type, mark }) => (
        <div key={type}>
          {t(`condition.${type}`)}: {t(`condition.${mark}`)}
        </div>
      ))}
    </>
  );
};

const Bar = ({ step }: { step: TrackStep }) => {
  const theme = useTheme();
  const now = useNow(60_000);
  return (
    <Box component="svg" viewBox="0 0 16 8" aria-hidden sx={{ width: 16, height: 8, display: 'block' }}>
      <rect
        x="0.75"
        y="0.75"
        width="14.5"
        height="6.5"
        rx="1.5"
        {...look(step, theme, now)}
        strokeWidth="1.5"
      />
      {step.mark === 'isFalse' && (
        <path d="M5.5 1.5l5 5m0-5l-5 5" stroke={theme.palette.background.paper} strokeWidth="1.5" />
      )}
    </Box>
  );
};

function look(step: TrackStep, theme: Theme, now: number): { fill: string; stroke: string } {
  const of = (tone: Tone) => statusTone(theme, tone);
  switch (step.mark) {
    case 'isTrue':
      return { fill: of('success').icon, stroke: of('success').icon };
    case 'isFalse':
      return { fill: of(falseTone(step, now)).icon, stroke: of(falseTone(step, now)).icon };
    case 'isUnknown':
      return { fill: 'none', stroke: of('info').icon };
    case 'held':
      return { fill: 'none', stroke: of('neutral').icon };
    default:
      return { fill: 'none', stroke: theme.palette.divider };
  }
}
