import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { usePages, type useFleetList } from '../api/useFleetQuery';
import { Clock } from './Age';
import { AsyncBoundary } from './AsyncBoundary';
import { Person } from './Person';
import { SectionCard } from './SectionCard';
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
                  <Line key={event.id} event={event} verb={verbOf(verbs, event.event)} />
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
