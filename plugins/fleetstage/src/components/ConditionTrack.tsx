import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useTheme, type Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { conditionTrack, falseTone, type TrackStep } from '../model/status/conditions';
import { statusTone, type Tone } from '../model/status/tone';
import { statusTranslationRef } from '../translation/status';

interface ConditionTrackProps {
  readonly conditions: readonly Schemas['Condition'][];
  /** What the engine makes of them. */
  readonly trouble?: Schemas['Trouble'];
  readonly mode?: 'apply' | 'report';
}

/** The conditions of a placement as small bars in order: filled, crossed, outlined, faint. The words are beside it. */
export const ConditionTrack = ({ conditions, trouble, mode }: ConditionTrackProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const steps = conditionTrack(conditions, mode);
  const text = steps
    .map(({ type, mark }) => `${t(`condition.${type}`)}: ${t(`condition.${mark}`)}`)
    .join(', ');
  return (
    <Tooltip title={<Words steps={steps} />}>
      <span role="img" aria-label={text} style={{ display: 'inline-flex', flex: 'none' }}>
        <Bars steps={steps} trouble={trouble} />
      </span>
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

/** px: of a bar, and of a bar with the gap behind it. */
const WIDTH = 16;
const PITCH = 19;

interface BarsProps extends Pick<ConditionTrackProps, 'trouble'> {
  readonly steps: readonly TrackStep[];
}

/** All bars in one picture: lists show a hundred tracks. */
const Bars = ({ steps, trouble }: BarsProps) => {
  const theme = useTheme();
  const width = Math.max(0, steps.length * PITCH - (PITCH - WIDTH));
  return (
    <svg width={width} height={8} aria-hidden style={{ display: 'block' }}>
      {steps.map((step, index) => (
        <g key={step.type} transform={`translate(${index * PITCH} 0)`} strokeWidth="1.5">
          <rect x="0.75" y="0.75" width="14.5" height="6.5" rx="1.5" {...look(step, theme, trouble)} />
          {step.mark === 'isFalse' && (
            <path d="M5.5 1.5l5 5m0-5l-5 5" stroke={theme.palette.background.paper} />
          )}
        </g>
      ))}
    </svg>
  );
};

function look(
  step: TrackStep,
  theme: Theme,
  trouble: BarsProps['trouble'],
): { fill: string; stroke: string } {
  const of = (tone: Tone) => statusTone(theme, tone);
  switch (step.mark) {
    case 'isTrue':
      return { fill: of('success').icon, stroke: of('success').icon };
    case 'isFalse':
      return { fill: of(falseTone(step, trouble)).icon, stroke: of(falseTone(step, trouble)).icon };
    case 'isUnknown':
      return { fill: 'none', stroke: of('info').icon };
    case 'held':
      return { fill: 'none', stroke: of('neutral').icon };
    default:
      return { fill: 'none', stroke: theme.palette.divider };
  }
}
