import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import { useRunTimeline, type RunKey } from '../../api/runQueries';
import { EmptyState } from '../../components/EmptyState';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { useLinks } from '../../routing';
import { runTranslationRef } from '../../translation/run';
import { EventList } from './tabs/EventList';

/** A link to a run that is gone: its history is kept. */
export const RunGone = (run: RunKey) => {
  const { t } = useTranslationRef(runTranslationRef);
  const links = useLinks();
  const { data } = useRunTimeline(run);
  const events = data?.pages.flatMap(page => page.items) ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <EmptyState
        icon={SearchOff}
        title={t('gone.title', { name: run.name })}
        body={t('gone.body')}
        actions={<FleetLink to={links.runs()}>{t('gone.toList')}</FleetLink>}
      />
      {events.length > 0 && (
        <SectionCard title={t('tabs.timeline')}>
          <EventList events={events} hasClusters={false} />
        </SectionCard>
      )}
    </Box>
  );
};
