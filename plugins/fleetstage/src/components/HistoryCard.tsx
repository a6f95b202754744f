import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import type { useFleetList } from '../api/useFleetQuery';
import { Clock } from './Age';
import { EventsCard } from './EventsCard';
import { Person } from './Person';
import { TableSkeleton } from './Skeletons';
import { sharedTranslationRef } from '../translation/shared';

type Verb = 'created' | 'updated' | 'deleted';

interface HistoryCardProps {
  readonly query: ReturnType<typeof useFleetList<Schemas['TimelinePage']>>;
  /** By event; an event that is not among them shows as it is called. */
  readonly verbs: Readonly<Record<string, Verb>>;
  /** Of an object that is gone: nothing where nothing is known. */
  readonly isOnlyIfAny?: boolean;
}

/** Who changed an object, when, and what. */
export const HistoryCard = ({ query, verbs, isOnlyIfAny = false }: HistoryCardProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <EventsCard
      query={query}
      title={t('history.title')}
      what={t('history.what')}
      skeleton={<TableSkeleton />}
      none={<Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('history.none')}</Box>}
      isOnlyIfAny={isOnlyIfAny}
    >
      {event => <Line key={event.id} event={event} verb={verbOf(verbs, event.event)} />}
    </EventsCard>
  );
};

const verbOf = (verbs: HistoryCardProps['verbs'], event: string) =>
  Object.hasOwn(verbs, event) ? verbs[event] : undefined;

interface LineProps {
  readonly event: Schemas['TimelineEvent'];
  readonly verb: Verb | undefined;
}

const Line = ({ event: { event, at, actor, message }, verb }: LineProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '104px minmax(0, 1fr)',
        columnGap: 1.25,
        px: 2,
        py: 0.875,
        fontSize: 13,
        lineHeight: '20px',
      }}
    >
      <Box sx={{ color: 'text.secondary' }}>
        <Clock at={at} isExact />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ fontWeight: 500, mr: 0.75 }}>
          {verb === undefined ? event : t(`history.${verb}`)}
        </Box>
        <Person person={actor} />
        {message && <Box sx={{ color: 'text.secondary' }}>{message}</Box>}
      </Box>
    </Box>
  );
};
