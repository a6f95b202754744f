import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { BlockersTable } from '../../../components/BlockersTable';
import { useRunWords } from '../../../components/chips';
import { EmptyState } from '../../../components/EmptyState';
import { tabledBlockers, type Blocker } from '../../../model/blockers';
import { linkName } from '../../../model/placements/placementFilters';
import type { Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { useRunUrl } from '../useRunUrl';
import { ChangesCard } from './ChangesCard';
import { EventsCard } from './EventsCard';
import { PipelineColumns } from './PipelineColumns';
import { PipelineGrid } from './PipelineGrid';

/** What holds the run, the stages, and below them what happened and what changes. */
export const PipelineTab = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { view } = useRunUrl(run);
  if (run.pipeline.length === 0) {
    return (
      <EmptyState title={t(run.state === 'couldNotPrepare' ? 'plan.neverPlanned' : 'plan.notPlanned')} />
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Blockers run={run} />
      {view === 'columns' && <PipelineColumns run={run} />}
      {view === 'grid' && <PipelineGrid run={run} />}
      {view === 'columns' && (
        <Box
          sx={{
            display: 'grid',
            gap: 2.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.35fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <EventsCard run={run} />
          <ChangesCard run={run} />
        </Box>
      )}
    </Box>
  );
};

const Blockers = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const url = useRunUrl(run);
  const say = useRunWords();
  const blockers = tabledBlockers(run.blockers);
  if (blockers.length === 0) return null;
  const show = ({ clusters, clusterCount, stage, state }: Blocker) => {
    if (clusterCount === 1) url.openCluster(clusters[0]);
    // More names than the blocker carries: its stage and state find them all.
    else if (clusterCount > clusters.length) url.showClusters({ stage, state });
    else url.showClusters({ names: clusters.join(',') });
  };
  return (
    <BlockersTable
      title={t('blockers.title')}
      blockers={blockers}
      clusters={run.blockedClusters}
      placement={linkName({ scope: run.scope, name: run.placement })}
      reportTitle={`${run.name}: ${say(run)}`}
      onShow={show}
      onRetry={({ clusters }) => url.retry(clusters)}
      mayRetry={run.may.retry}
    />
  );
};
