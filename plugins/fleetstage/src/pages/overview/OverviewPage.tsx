import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useOverview } from '../../api/runQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { PermitButton } from '../../components/PermitButton';
import { CardSkeleton } from '../../components/Skeletons';
import { overviewTranslationRef } from '../../translation/overview';
import { CreateRunFromUrl, useOpenCreateRun } from '../createRun/CreateRunFromUrl';
import { CalmCard } from './CalmCard';
import { ClustersCard } from './ClustersCard';
import { FinishedCard } from './FinishedCard';
import { NextCard } from './NextCard';
import { PlacementsCard } from './PlacementsCard';
import { RunningCard } from './RunningCard';
import { TroubleCard } from './TroubleCard';
import { WaitingCard } from './WaitingCard';

type Overview = Schemas['Overview'];

/** What needs a person, what is broken, what moves, what comes next. */
export const OverviewPage = () => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const query = useOverview();
  const { data } = query;
  return (
    <PageFrame
      title={t('title')}
      hub={data?.hub}
      subtitle={data && <Totals data={data} />}
      actions={data?.mayCreateRun && <CreateRunButton permit={data.mayCreateRun} />}
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<Skeletons />}>
        {overview => <Cards data={overview} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Totals = ({ data }: { data: Overview }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  return (
    <>
      {t('hub', {
        hub: data.hub.name,
        clusters: t('clusters', { count: data.clusters.total }),
        placements: t('placementCount', { count: data.placements.total }),
        runs: t('runCount', { count: data.runs.total }),
      })}
    </>
  );
};

const CreateRunButton = ({ permit }: { permit: Schemas['Permit'] }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const open = useOpenCreateRun();
  return (
    <PermitButton permit={permit} variant="contained" startIcon={<Add />} onClick={() => open()}>
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

const Cards = ({ data }: { data: Overview }) => {
  const isCalm = data.waiting.length === 0 && data.trouble.length === 0 && data.placements.total > 0;
  return (
    <Box sx={COLUMNS}>
      <Stack spacing={2.5} sx={{ minWidth: 0 }}>
        {isCalm && <CalmCard data={data} />}
        {data.waiting.length > 0 && <WaitingCard data={data} />}
        {data.trouble.length > 0 && <TroubleCard trouble={data.trouble} />}
        <RunningCard runs={data.runs} hasPlacements={data.placements.total > 0} />
      </Stack>
      <Stack spacing={2.5} sx={{ minWidth: 0 }}>
        <ClustersCard clusters={data.clusters} />
        {data.next.length > 0 && <NextCard next={data.next} />}
        <PlacementsCard placements={data.placements} />
        {data.finished.length > 0 && <FinishedCard runs={data.finished} />}
      </Stack>
      <CreateRunFromUrl permit={data.mayCreateRun} />
    </Box>
  );
};

const Skeletons = () => (
  <Box sx={COLUMNS}>
    <Stack spacing={2.5}>
      <CardSkeleton rows={3} />
      <CardSkeleton rows={2} />
      <CardSkeleton rows={5} />
    </Stack>
    <Stack spacing={2.5}>
      <CardSkeleton rows={5} />
      <CardSkeleton rows={3} />
    </Stack>
  </Box>
);
