import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { Clock } from '../../components/Age';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';

/** What time alone brings. */
export const NextCard = ({
  next,
  note,
}: {
  next: NonNullable<Schemas['Overview']['next']>;
  /** The last row: what could not be read. */
  note?: ReactNode;
}) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  return (
    <SectionCard title={t('next.title')}>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 2, display: 'grid', gap: 1.25, fontSize: 13, lineHeight: '18px' }}
      >
        {next.map(({ at, run, scope, stage, text }) => (
          <Box component="li" key={[run, stage, at].join()} sx={{ display: 'flex', gap: 1.25 }}>
            <Box sx={{ width: 76, flex: 'none', color: 'text.secondary' }}>
              <Clock at={at} />
            </Box>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {t('next.line', {
                run: (
                  <FleetLink
                    to={links.run(linkName({ scope: scope ?? '_', name: run }), { stage })}
                    underline="always"
                  >
                    {linkName({ scope: scope ?? '_', name: run })}
                  </FleetLink>
                ),
                text,
              })}
            </Box>
          </Box>
        ))}
      </Box>
      {note}
    </SectionCard>
  );
};
