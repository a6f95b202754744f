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

type Next = NonNullable<Schemas['Overview']['next']>;

/** What time alone brings. */
export const NextCard = ({
  next,
  note,
}: {
  next: Next;
  /** The last row: what could not be read. */
  note?: ReactNode;
}) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  return (
    <SectionCard title={t('next.title')}>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 2, display: 'grid', gap: 1.25, fontSize: 13, lineHeight: '18px' }}
      >
        {next.map(({ at, run, versionRollout, scope, stage, text }) => (
          <Box
            component="li"
            key={[run, versionRollout, stage, at].join()}
            sx={{ display: 'flex', gap: 1.25 }}
          >
            <Box sx={{ width: 76, flex: 'none', color: 'text.secondary' }}>
              <Clock at={at} />
            </Box>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {t('next.line', {
                run: <Moving {...{ run, versionRollout, scope, stage }} />,
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

/** The run that goes on, or the rollout of a version. */
const Moving = ({
  run = '',
  versionRollout,
  scope = '_',
  stage,
}: Pick<Next[number], 'run' | 'versionRollout' | 'scope' | 'stage'>) => {
  const links = useLinks();
  const name = versionRollout ?? linkName({ scope, name: run });
  const to =
    versionRollout === undefined ? links.run(name, { stage }) : links.versionRollout(name, { stage });
  return (
    <FleetLink to={to} underline="always">
      {name}
    </FleetLink>
  );
};
