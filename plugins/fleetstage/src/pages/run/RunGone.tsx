import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { usePages } from '../../api/useFleetQuery';
import { useRunTimeline, type RunKey } from '../../api/runQueries';
import { FleetLink } from '../../components/FleetLink';
import { GoneState } from '../../components/GoneState';
import { SectionCard } from '../../components/SectionCard';
import { useLinks } from '../../routing';
import { runTranslationRef } from '../../translation/run';
import { EventList } from './tabs/EventList';

/** A link to a run that is gone: its history is kept. */
export const RunGone = (run: RunKey) => {
  const { t } = useTranslationRef(runTranslationRef);
  const links = useLinks();
  const { data, isError } = useRunTimeline(run);
  const events = usePages(data)?.items ?? (isError ? [] : undefined);
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <GoneState
        kind="run"
        name={run.name}
        events={events}
        actions={<FleetLink to={links.runs()}>{t('toList')}</FleetLink>}
      />
      {events !== undefined && events.length > 0 && (
        <SectionCard title={t('tabs.timeline')}>
          <EventList events={events} hasClusters={false} />
        </SectionCard>
      )}
    </Box>
  );
};
