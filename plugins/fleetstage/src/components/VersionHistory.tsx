import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import type { useFleetList } from '../api/useFleetQuery';
import { knownVersionEvent, versionEventLook } from '../model/sequences/events';
import { sequenceTranslationRef } from '../translation/sequence';
import { EventLine } from './EventLine';
import { EventsCard } from './EventsCard';
import { TableSkeleton } from './Skeletons';

interface VersionHistoryProps {
  readonly query: ReturnType<typeof useFleetList<Schemas['TimelinePage']>>;
  /** Of an object that is gone: nothing where nothing is known. */
  readonly isOnlyIfAny?: boolean;
}

/** What happened in a sequence of versions or in one of its rollouts, newest first. */
export const VersionHistory = ({ query, isOnlyIfAny }: VersionHistoryProps) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  return (
    <EventsCard
      query={query}
      title={t('history.title')}
      what={t('history.what')}
      skeleton={<TableSkeleton />}
      none={<Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('history.none')}</Box>}
      hasCount
      isOnlyIfAny={isOnlyIfAny}
    >
      {event => <Line key={event.id} event={event} />}
    </EventsCard>
  );
};

const Line = ({ event }: { event: Schemas['TimelineEvent'] }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const known = knownVersionEvent(event.event);
  return (
    <EventLine event={event} look={versionEventLook(event.event)}>
      <Box component="span" sx={{ fontWeight: 500 }}>
        {known === undefined ? event.event : t(`event.${known}`)}
      </Box>
      {event.stage !== undefined && <>, {t('history.inStage', { stage: event.stage })}</>}
      {event.cluster !== undefined && <>, {event.cluster}</>}
    </EventLine>
  );
};
