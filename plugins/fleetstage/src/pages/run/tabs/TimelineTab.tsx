import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useRunTimeline } from '../../../api/runQueries';
import { usePages } from '../../../api/useFleetQuery';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { FilterChips } from '../../../components/FilterChips';
import { Choice } from '../../../components/ListBar';
import { SectionCard } from '../../../components/SectionCard';
import { useStageName } from '../../../components/useStageName';
import { filterEvents, type TimelineEvent } from '../../../model/run/events';
import type { Run } from '../../../model/run/pipeline';
import { useUrlState } from '../../../routing';
import { runTranslationRef } from '../../../translation/run';
import { sharedTranslationRef } from '../../../translation/shared';
import { EventList } from './EventList';

const KINDS = ['people', 'gates', 'clusters', 'run'] as const;

/** Everything that happened, by kind and stage. */
export const TimelineTab = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const [kind, setKind] = useUrlState('kind');
  const [stage, setStage] = useUrlState('stage');
  const query = useRunTimeline(run);
  const data = usePages(query.data);
  useUntilLoaded(query, data?.items);
  const options = KINDS.map(value => ({ value, label: t(`events.kinds.${value}`) }));
  return (
    <SectionCard
      title={t('tabs.timeline')}
      action={<StageSelect run={run} value={stage} onChange={setStage} />}
    >
      <Box sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
        <FilterChips options={options} value={kind} onChange={setKind} isSingle />
      </Box>
      <AsyncBoundary query={{ ...query, data }} what={t('events.what')} isPart>
        {pages => {
          const events = filterEvents(pages.items, { kind, stage });
          return events.length === 0 ? (
            <Box sx={{ p: 2, color: 'text.secondary' }}>{t('events.empty')}</Box>
          ) : (
            <EventList events={events} />
          );
        }}
      </AsyncBoundary>
      {query.hasNextPage && (
        <Button sx={{ m: 1 }} onClick={() => query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {shared.t('table.showMore')}
        </Button>
      )}
    </SectionCard>
  );
};

/** Loads older events until the one of the address is there. */
function useUntilLoaded(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: ReturnType<typeof useRunTimeline>,
  events: readonly TimelineEvent[] | undefined,
): void {
  const [marked] = useUrlState('event');
  const isMissing = marked !== '' && events !== undefined && !events.some(({ id }) => id === marked);
  const isNextWanted = isMissing && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isNextWanted) void fetchNextPage();
  }, [isNextWanted, fetchNextPage]);
}

const StageSelect = ({
  run,
  value,
  onChange,
}: {
  run: Run;
  value: string;
  onChange: (stage: string) => void;
}) => {
  const { t } = useTranslationRef(runTranslationRef);
  const stageName = useStageName();
  return (
    <Choice
      label={t('events.stage')}
      value={value}
      options={[
        ['', t('table.allStages')],
        ...run.pipeline.map(({ name }) => [name, stageName(name)] as const),
      ]}
      onChange={onChange}
    />
  );
};
