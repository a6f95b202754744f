import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { causeLook, causeSegments, type CauseSegment } from '../../../model/placement/causes';
import type { Placement } from '../../../model/placement/now';
import { statusTone } from '../../../model/status/tone';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import { useCauseWords } from './useCauseWords';

/** Every cluster of the fleet once, by cause; a segment is a filter, and never narrower than its words. */
export const CauseBar = ({ placement: { causes } }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const segments = causeSegments(causes);
  const total = causes.reduce((sum, { clusters }) => sum + clusters, 0);
  if (total === 0) return null;
  return (
    <Box sx={{ px: 2, pt: 2, pb: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Box
        role="group"
        aria-label={t('bar.label')}
        sx={{ display: 'flex', flexWrap: { xs: 'wrap', md: 'nowrap' }, gap: '2px' }}
      >
        {segments.map(segment => (
          <Segment key={segment.causes.join()} segment={segment} />
        ))}
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mt: 0.75 }}>
        {t('bar.hint', { count: total })}
      </Box>
    </Box>
  );
};

const Segment = ({ segment: { causes, clusters } }: { segment: CauseSegment }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const theme = useTheme();
  const { count } = useCauseWords();
  const { cause, setCause } = usePlacementUrl();
  const isFolded = causes.length > 1;
  const { tone, icon: Icon } = causeLook(isFolded ? 'other' : causes[0]);
  const colours = statusTone(theme, tone);
  const words = isFolded
    ? t('count.folded', { n: clusters, causes: causes.length })
    : count(causes[0], clusters);
  const isOn = cause === causes[0];
  return (
    <Box
      component={isFolded ? 'div' : 'button'}
      type={isFolded ? undefined : 'button'}
      aria-pressed={isFolded ? undefined : isOn}
      onClick={isFolded ? undefined : () => setCause(causes[0])}
      sx={{
        'flex': `${clusters} 1 auto`,
        'minWidth': 'max-content',
        'display': 'flex',
        'alignItems': 'center',
        'gap': 0.75,
        'minHeight': 32,
        'px': 1.25,
        'border': 0,
        'borderBottom': `3px solid ${colours.icon}`,
        'borderRadius': '4px 4px 0 0',
        'backgroundColor': colours.surface,
        'color': colours.text,
        'font': 'inherit',
        'fontSize': 13,
        'fontWeight': 500,
        'textAlign': 'left',
        'cursor': isFolded ? undefined : 'pointer',
        'outline': isOn ? `2px solid ${colours.icon}` : undefined,
        'outlineOffset': isOn ? -2 : undefined,
        '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 16, color: colours.icon }} />
      {words}
    </Box>
  );
};
