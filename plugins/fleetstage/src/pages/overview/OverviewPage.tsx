import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useOverview } from '../../api/runQueries';
import { useRemovals } from '../../api/placementQueries';
import { AnnounceText } from '../../components/Announcer';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { PermitButton } from '../../components/PermitButton';
import { CardSkeleton, SubtitleSkeleton } from '../../components/Skeletons';
import { listNames } from '../../model/listNames';
import { overviewTranslationRef } from '../../translation/overview';
import { CreateRunFromUrl, useOpenCreateRun } from '../createRun/CreateRunFromUrl';
import { CalmCard } from './CalmCard';
import { ClustersCard } from './ClustersCard';
import { FinishedCard } from './FinishedCard';
import { HeldRemovals } from './HeldRemovals';
import { NextCard } from './NextCard';
import { PartBoundary } from './PartBoundary';
import { PlacementsCard } from './PlacementsCard';
import { RunningCard } from './RunningCard';
import { isStarting, StartCard } from './StartCard';
import { TroubleCard } from './TroubleCard';
import { VersionRolloutsCard } from './VersionRolloutsCard';
import { useKeptParts } from './useKeptParts';
import { WaitingCard } from './WaitingCard';

type Overview = Schemas['Overview'];

/** What needs a person, what is broken, what moves, what comes next. */
export const OverviewPage = () => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const query = useOverview();
  const { data } = query;
  // What is held stands above everything else: shown later, it would push it down.
  const { isPending } = useRemovals();
  return (
    <PageFrame
      title={t('title')}
      hub={data?.hub}
      subtitle={data ? <Totals data={data} /> : query.error === null && <SubtitleSkeleton lines={2} />}
      actions={
        data?.mayCreateRun &&
        !isStarting(data) && (
          <CreateRunButton permit={data.mayCreateRun} isPrimary={(data.waiting ?? []).length === 0} />
        )
      }
    >
      {data && !isPending && <HeldRemovals />}
      <AsyncBoundary query={query} what={t('what')} skeleton={<Skeletons />} isHeld={isPending}>
        {answer => <Cards answer={answer} onRetry={query.refetch} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Totals = ({ data }: { data: Overview }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const { hub, clusters, placements, runs, waitingForYou = 0, troubleTotal = 0 } = data;
  const counts = [
    clusters && t('clusters', { count: clusters.total }),
    placements && t('placementCount', { count: placements.total }),
    runs && t('runCount', { count: runs.total }),
  ].filter(count => count !== undefined);
  return (
    <>
      <AnnounceText
        place="count"
        text={t('needs', { waiting: waitingForYou, trouble: troubleTotal })}
        hasNumbers
      />
      {counts.length > 0
        ? t('hub', { hub: hub.name, counts: listNames(counts) })
        : t('hubAlone', { hub: hub.name })}
    </>
  );
};

const CreateRunButton = ({ permit, isPrimary }: { permit: Schemas['Permit']; isPrimary: boolean }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const open = useOpenCreateRun();
  return (
    <PermitButton
      permit={permit}
      variant={isPrimary ? 'contained' : 'outlined'}
      startIcon={<Add />}
      onClick={() => open()}
    >
      {t('createRun')}
    </PermitButton>
  );
};

/** Two columns; one under 900 px, in the same order of reading. */
const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.72fr) minmax(0, 1fr)' },
  gap: 2.5,
  alignItems: 'start',
};

/** The input of the sentence that all is well. */
const CALM_PARTS: readonly string[] = ['waiting', 'trouble', 'runs', 'placements', 'clusters'];

const Cards = ({ answer, onRetry }: { answer: Overview; onRetry: () => unknown }) => {
  const kept = useKeptParts(answer);
  const { failed, waiting, waitingForYou, waitingForOthers = 0, trouble, placements } = kept.data;
  const hasPlacements = (placements?.total ?? 0) > 0;
  const isKnown = !failed.some(({ part }) => CALM_PARTS.includes(part));
  const isCalm = isKnown && waiting?.length === 0 && trouble?.length === 0 && hasPlacements;
  const isNew = isStarting(kept.data);
  const parts = { kept, onRetry };
  return (
    <Box sx={COLUMNS}>
      <Stack spacing={2.5} sx={{ minWidth: 0 }}>
        {isNew && <StartCard data={kept.data} />}
        {isCalm && placements && <CalmCard placements={placements} waitingForOthers={waitingForOthers} />}
        <PartBoundary {...parts} part="waiting">
          {(gates, note) => (
            <WaitingCard
              waiting={gates}
              forYou={waitingForYou ?? gates.length}
              forOthers={waitingForOthers}
              note={note}
            />
          )}
        </PartBoundary>
        <PartBoundary {...parts} part="trouble">
          {(blockers, note) => <TroubleCard trouble={blockers} total={kept.data.troubleTotal} note={note} />}
        </PartBoundary>
        <PartBoundary {...parts} part="runs">
          {(runs, note) => (!isNew || runs.total > 0) && <RunningCard runs={runs} note={note} />}
        </PartBoundary>
        <PartBoundary {...parts} part="versionRollouts">
          {(rollouts, note) => rollouts.total > 0 && <VersionRolloutsCard rollouts={rollouts} note={note} />}
        </PartBoundary>
      </Stack>
      <Stack spacing={2.5} sx={{ minWidth: 0 }}>
        <PartBoundary {...parts} part="clusters">
          {(clusters, note) => clusters.total > 0 && <ClustersCard clusters={clusters} note={note} />}
        </PartBoundary>
        <PartBoundary {...parts} part="next">
          {(next, note) => <NextCard next={next} note={note} />}
        </PartBoundary>
        <PartBoundary {...parts} part="placements">
          {(some, note) => some.total > 0 && <PlacementsCard placements={some} note={note} />}
        </PartBoundary>
        <PartBoundary {...parts} part="finished">
          {(runs, note) => <FinishedCard runs={runs} note={note} />}
        </PartBoundary>
      </Stack>
      <CreateRunFromUrl permit={answer.mayCreateRun} />
    </Box>
  );
};

const Skeletons = () => (
  <Box sx={COLUMNS}>
    <Stack spacing={2.5}>
      <CardSkeleton rows={3} rowHeight={68} />
      <CardSkeleton rows={3} rowHeight={88} />
      <CardSkeleton rows={4} rowHeight={109} />
    </Stack>
    <Stack spacing={2.5}>
      <CardSkeleton rows={7} />
      <CardSkeleton rows={2} rowHeight={46} />
      <CardSkeleton rows={4} />
      <CardSkeleton rows={3} rowHeight={44} />
    </Stack>
  </Box>
);
