import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useRunTimeline } from '../../../api/runQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { SectionCard } from '../../../components/SectionCard';
import { CardSkeleton } from '../../../components/Skeletons';
import type { Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { EventList } from '../tabs/EventList';
import { useRunUrl } from '../useRunUrl';

const SHOWN = 6;

/** The newest events. */
export const EventsCard = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const url = useRunUrl(run);
  const query = useRunTimeline(run, { limit: SHOWN });
  const total = query.data?.pages[0].total ?? 0;
  const more = total > SHOWN && (
    <Link
      component="button"
      type="button"
      underline="hover"
      onClick={() => url.setTab('timeline')}
      sx={{ fontSize: 13 }}
    >
      {t('events.all', { count: total })}
    </Link>
  );
  return (
    <SectionCard title={t('events.title')} action={more}>
      <AsyncBoundary query={query} what={t('events.what')} isPart skeleton={<CardSkeleton rows={4} />}>
        {data => {
          const events = data.pages[0].items.slice(0, SHOWN);
          return events.length === 0 ? (
            <Box sx={{ p: 2, color: 'text.secondary' }}>{t('events.none')}</Box>
          ) : (
            <EventList events={events} hasAddresses={false} />
          );
        }}
      </AsyncBoundary>
    </SectionCard>
  );
};
