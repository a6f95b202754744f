import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useClusterTimeline } from '../../api/placementQueries';
import { EventLine } from '../../components/EventLine';
import { EventsCard } from '../../components/EventsCard';
import { CardSkeleton } from '../../components/Skeletons';
import { clusterEventLook, knownClusterEvent } from '../../model/clusters/events';
import { timelineTranslationRef } from '../../translation/timeline';

interface ClusterTimelineProps {
  readonly name: string;
  /** Of a cluster that is not in the fleet: nothing where nothing is known of it. */
  readonly isOnlyIfAny?: boolean;
}

/** What happened to a member, newest first; kept when it has left. */
export const ClusterTimeline = ({ name, isOnlyIfAny = false }: ClusterTimelineProps) => {
  const { t } = useTranslationRef(timelineTranslationRef);
  return (
    <EventsCard
      query={useClusterTimeline(name)}
      title={t('cluster.title')}
      what={t('cluster.what')}
      skeleton={<CardSkeleton rows={8} />}
      none={<Box sx={{ p: 2 }}>{t('cluster.empty')}</Box>}
      hasCount
      isOnlyIfAny={isOnlyIfAny}
    >
      {event => (
        <EventLine key={event.id} event={event} look={clusterEventLook(event.event)}>
          <Words event={event.event} />
        </EventLine>
      )}
    </EventsCard>
  );
};

const Words = ({ event }: { event: string }) => {
  const { t } = useTranslationRef(timelineTranslationRef);
  const known = knownClusterEvent(event);
  return (
    <Box component="span" sx={{ fontWeight: 500 }}>
      {known === undefined ? event : t(`cluster.event.${known}`)}
    </Box>
  );
};
