import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useClusterTimeline } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EventLine } from '../../components/EventLine';
import { SectionCard } from '../../components/SectionCard';
import { CardSkeleton } from '../../components/Skeletons';
import { clusterEventLook, knownClusterEvent } from '../../model/clusters/events';
import { sharedTranslationRef } from '../../translation/shared';
import { timelineTranslationRef } from '../../translation/timeline';

interface ClusterTimelineProps {
  readonly name: string;
  /** Of a cluster that is not in the fleet: nothing where nothing is known of it. */
  readonly isOnlyIfAny?: boolean;
}

/** What happened to a member, newest first; kept when it has left. */
export const ClusterTimeline = ({ name, isOnlyIfAny = false }: ClusterTimelineProps) => {
  const { t } = useTranslationRef(timelineTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const query = useClusterTimeline(name);
  const data = usePages(query.data);
  if (isOnlyIfAny && (data === undefined || data.items.length === 0)) return null;
  return (
    <SectionCard title={t('cluster.title')} count={data?.total}>
      <AsyncBoundary
        query={{ ...query, data }}
        what={t('cluster.what')}
        skeleton={<CardSkeleton rows={8} />}
        isPart
      >
        {({ items }) =>
          items.length === 0 ? (
            <Box sx={{ p: 2 }}>{t('cluster.empty')}</Box>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
              {items.map(event => (
                <EventLine key={event.id} event={event} look={clusterEventLook(event.event)}>
                  <Words event={event.event} />
                </EventLine>
              ))}
            </Box>
          )
        }
      </AsyncBoundary>
      {query.hasNextPage && (
        <Button sx={{ m: 1 }} onClick={() => query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {shared.t('table.showMore')}
        </Button>
      )}
    </SectionCard>
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
