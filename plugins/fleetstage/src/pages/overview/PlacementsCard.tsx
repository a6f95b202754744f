import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { statusTone } from '../../model/status/tone';
import { useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';

type Placements = NonNullable<Schemas['Overview']['placements']>;
const STEPS = ['scheduled', 'applied', 'available'] as const;

/** How far the placements of the fleet have come. */
export const PlacementsCard = ({
  placements,
  note,
}: {
  placements: Placements;
  /** The last row: what could not be read. */
  note?: ReactNode;
}) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  const { total, moving, drifted, noMatch = 0 } = placements;
  const totals = { scheduled: total, applied: total - noMatch, available: total - noMatch };
  return (
    <SectionCard
      title={t('placements.title')}
      count={total}
      action={<FleetLink to={links.placements()}>{t('placements.all')}</FleetLink>}
    >
      <Box sx={{ p: 2, display: 'grid', gap: 1.25, fontSize: 13, lineHeight: '18px' }}>
        {STEPS.map(step => (
          <Step key={step} step={step} part={placements[step]} total={totals[step]} />
        ))}
        {moving + drifted + noMatch > 0 && (
          <Box sx={{ color: 'text.secondary' }}>
            {moving > 0 && t('placements.moving', { count: moving })}{' '}
            {drifted > 0 && t('placements.drifted', { count: drifted })}{' '}
            {noMatch > 0 && t('placements.noMatch', { count: noMatch })}
          </Box>
        )}
      </Box>
      {note}
    </SectionCard>
  );
};

const Step = ({ step, part, total }: { step: (typeof STEPS)[number]; part: number; total: number }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const theme = useTheme();
  return (
    <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center' }}>
      <Box sx={{ width: 88, flex: 'none' }}>{t(`placements.${step}`)}</Box>
      <Box
        aria-hidden
        sx={{
          flex: 1,
          height: 6,
          borderRadius: '3px',
          overflow: 'hidden',
          // What is missing is no progress: it is drawn as what it is.
          bgcolor: statusTone(theme, 'warning').border,
        }}
      >
        <Box
          sx={{
            width: `${total === 0 ? 100 : (100 * part) / total}%`,
            height: '100%',
            bgcolor: statusTone(theme, 'success').icon,
          }}
        />
      </Box>
      <Box sx={{ minWidth: 64, textAlign: 'right', whiteSpace: 'nowrap' }}>
        {t('placements.part', { part, total })}
      </Box>
    </Box>
  );
};
