import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { usePlacementTimeline } from '../../../api/placementQueries';
import { usePages } from '../../../api/useFleetQuery';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { SectionCard } from '../../../components/SectionCard';
import { CardSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { sharedTranslationRef } from '../../../translation/shared';
import { timelineTranslationRef } from '../../../translation/timeline';
import { PlacementEvents } from './PlacementEvents';

/** What happened to the placement, newest first. */
export const TimelineTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const timeline = useTranslationRef(timelineTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const query = usePlacementTimeline(placement);
  const data = usePages(query.data);
  return (
    <SectionCard title={t('tabs.timeline')} count={data?.total}>
      <AsyncBoundary
        query={{ ...query, data }}
        what={timeline.t('placement.what')}
        skeleton={<CardSkeleton rows={8} />}
        isPart
      >
        {({ items }) =>
          items.length === 0 ? (
            <Box sx={{ p: 2 }}>{timeline.t('placement.empty')}</Box>
          ) : (
            <PlacementEvents events={items} />
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
