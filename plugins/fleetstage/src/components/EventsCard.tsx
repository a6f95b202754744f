import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { usePages, type useFleetList } from '../api/useFleetQuery';
import { AsyncBoundary } from './AsyncBoundary';
import { SectionCard } from './SectionCard';
import { sharedTranslationRef } from '../translation/shared';

interface EventsCardProps {
  readonly query: ReturnType<typeof useFleetList<Schemas['TimelinePage']>>;
  readonly title: string;
  /** What is read, for a message that it could not be. */
  readonly what: string;
  readonly skeleton: ReactNode;
  /** What stands there where nothing has happened. */
  readonly none: ReactNode;
  readonly hasCount?: boolean;
  /** Of an object that is gone: nothing where nothing is known. */
  readonly isOnlyIfAny?: boolean;
  /** One event, as a list item. */
  readonly children: (event: Schemas['TimelineEvent']) => ReactNode;
}

/** What happened to an object, newest first, page by page. */
export const EventsCard = ({
  query,
  title,
  what,
  skeleton,
  none,
  hasCount = false,
  isOnlyIfAny = false,
  children,
}: EventsCardProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const data = usePages(query.data);
  if (isOnlyIfAny && (data === undefined || data.items.length === 0)) return null;
  return (
    <SectionCard title={title} count={hasCount ? data?.total : undefined}>
      <AsyncBoundary query={{ ...query, data }} what={what} skeleton={skeleton} isPart>
        {({ items }) =>
          items.length === 0 ? (
            <>{none}</>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
              {items.map(children)}
            </Box>
          )
        }
      </AsyncBoundary>
      {query.hasNextPage && (
        <Button sx={{ m: 1 }} onClick={() => query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {t('table.showMore')}
        </Button>
      )}
    </SectionCard>
  );
};
