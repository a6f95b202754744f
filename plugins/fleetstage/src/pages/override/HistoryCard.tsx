import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { OverrideTimelineEvent } from '@fleetstage/backstage-plugin-fleetstage-engine';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useOverrideTimeline, type OverrideAddress } from '../../api/overrideQueries';
import { usePages } from '../../api/useFleetQuery';
import { Clock } from '../../components/Age';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { Person } from '../../components/Person';
import { SectionCard } from '../../components/SectionCard';
import { TableSkeleton } from '../../components/Skeletons';
import { overridesTranslationRef } from '../../translation/overrides';

interface HistoryCardProps {
  readonly address: OverrideAddress;
  /** Of an override that is gone: nothing where nothing is known. */
  readonly isOnlyIfAny?: boolean;
}

/** Who changed the override, when, and what. */
export const HistoryCard = ({ address, isOnlyIfAny = false }: HistoryCardProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const query = useOverrideTimeline(address);
  const data = usePages(query.data);
  if (isOnlyIfAny && (data === undefined || data.items.length === 0)) return null;
  return (
    <Box sx={{ mt: isOnlyIfAny ? 2.5 : 0 }}>
      <SectionCard title={t('history.title')}>
        <AsyncBoundary
          query={{ ...query, data }}
          what={t('history.what')}
          skeleton={<TableSkeleton />}
          isPart
        >
          {({ items }) =>
            items.length === 0 ? (
              <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('history.none')}</Box>
            ) : (
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
                {items.map(event => (
                  <Line key={event.id} event={event} />
                ))}
              </Box>
            )
          }
        </AsyncBoundary>
        {query.hasNextPage && (
          <Button sx={{ m: 1 }} onClick={() => query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            {t('history.more')}
          </Button>
        )}
      </SectionCard>
    </Box>
  );
};

/** Does not compile while an event has no sentence. */
const WORDS = {
  overrideCreated: 'created',
  overrideUpdated: 'updated',
  overrideDeleted: 'deleted',
} as const satisfies Record<OverrideTimelineEvent, string>;

const isKnown = (event: string): event is OverrideTimelineEvent => Object.hasOwn(WORDS, event);

const Line = ({ event: { event, at, actor, message } }: { event: Schemas['TimelineEvent'] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
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
          {isKnown(event) ? t(`history.${WORDS[event]}`) : event}
        </Box>
        <Person person={actor} />
        {message && <Box sx={{ color: 'text.secondary' }}>{message}</Box>}
      </Box>
    </Box>
  );
};
