import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { StatusIcon } from '../../components/StatusChip';
import { useTimeWords } from '../../components/useTimeWords';
import { linkName } from '../../model/placements/placementFilters';
import { runStatus } from '../../model/status/run';
import { useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';
import { statusTranslationRef } from '../../translation/status';

type Run = Schemas['RunSummary'];

/** Runs that ended within a day. */
export const FinishedCard = ({
  runs,
  note,
}: {
  runs: readonly Run[];
  /** The last row: what could not be read. */
  note?: ReactNode;
}) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const links = useLinks();
  return (
    <SectionCard title={t('finished.title')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13, lineHeight: '18px' }}>
        {runs.map(({ uid, scope, name, state, ...run }) => {
          const { icon, tone, label } = runStatus(state);
          return (
            <Box
              component="li"
              key={uid}
              sx={{
                'display': 'flex',
                'gap': 1,
                'px': 2,
                'py': 1.25,
                'alignItems': 'center',
                '& + &': { borderTop: 1, borderColor: 'divider' },
              }}
            >
              <StatusIcon icon={icon} tone={tone} label={status.t(label)} />
              <FleetLink
                to={links.run(linkName({ scope, name }))}
                sx={{ minWidth: 0, overflowWrap: 'anywhere', flex: '1 1 auto' }}
              >
                {linkName({ scope, name })}
              </FleetLink>
              <Box sx={{ color: 'text.secondary', textAlign: 'right' }}>
                <Outcome run={{ state, ...run }} />
              </Box>
            </Box>
          );
        })}
      </Box>
      {note}
    </SectionCard>
  );
};

const Outcome = ({
  run,
}: {
  run: Pick<Run, 'state' | 'tally' | 'total' | 'stages' | 'startedAt' | 'endedAt'>;
}) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const { duration } = useTimeWords();
  const { state, total, stages, startedAt, endedAt } = run;
  const { done } = run.tally;
  if (state === 'couldNotPrepare') return <>{t('finished.notPrepared')}</>;
  if (state === 'failed') {
    const stage = stages.find(one => one.state === 'failed')?.name;
    return (
      <>{stage ? t('finished.failedAt', { stage, done, total }) : t('finished.failed', { done, total })}</>
    );
  }
  if (startedAt === undefined || endedAt === undefined) return <>{t('finished.plain', { done, total })}</>;
  return (
    <>{t('finished.took', { done, total, took: duration(Date.parse(endedAt) - Date.parse(startedAt)) })}</>
  );
};
