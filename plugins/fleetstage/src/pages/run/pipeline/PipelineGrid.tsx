import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { Choice } from '../../../components/ListBar';
import { SearchField } from '../../../components/SearchField';
import { SectionCard } from '../../../components/SectionCard';
import { currentStage, type Run, type RunCluster } from '../../../model/run/pipeline';
import { useUrlState } from '../../../routing';
import { runTranslationRef } from '../../../translation/run';
import { StageLane } from './StageLane';
import { StateLegend } from './StateLegend';

/** One lane per stage, one cell per cluster; the legend filters. */
export const PipelineGrid = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const [state, setState] = useUrlState('state');
  const [q, setQ] = useUrlState('q');
  const [group] = useUrlState('group', 'order');
  const matches = useMatches(state, q);
  const current = currentStage(run.pipeline);
  return (
    <SectionCard
      title={t('grid.title')}
      action={<SearchField value={q} onChange={setQ} label={t('grid.find')} width={200} />}
    >
      <Box
        sx={{
          display: 'flex',
          gap: 2,
          flexWrap: 'wrap',
          alignItems: 'center',
          px: 2,
          py: 1.25,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <StateLegend run={run} value={state} onChange={setState} />
        <GroupSelect run={run} />
      </Box>
      <Box
        component="ol"
        aria-label={t('stage.pipeline')}
        sx={{ 'listStyle': 'none', 'm': 0, 'p': 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {run.pipeline.map(stage => (
          <StageLane
            key={stage.name}
            run={run}
            stage={stage}
            isCurrent={stage === current && !run.isOver}
            isGrouped={group === 'region'}
            matches={matches}
          />
        ))}
      </Box>
    </SectionCard>
  );
};

function useMatches(state: string, q: string): ((cluster: RunCluster) => boolean) | undefined {
  return useMemo(() => {
    if (state === '' && q === '') return undefined;
    const states = state === '' ? undefined : new Set(state.split(','));
    const part = q.toLowerCase();
    return cluster =>
      (states === undefined || states.has(cluster.state)) && cluster.name.toLowerCase().includes(part);
  }, [state, q]);
}

/** Only where clusters name their region. */
const GroupSelect = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const [group, setGroup] = useUrlState('group', 'order');
  const hasRegions = run.pipeline.some(stage => stage.clusters.some(cluster => cluster.region !== undefined));
  if (!hasRegions) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: { sm: 'auto' } }}>
      <Box component="span" aria-hidden sx={{ fontSize: 13, color: 'text.secondary' }}>
        {t('grid.group')}
      </Box>
      <Choice
        label={t('grid.group')}
        value={group === 'region' ? 'region' : 'order'}
        options={[
          ['order', t('grid.groupOrder')],
          ['region', t('grid.groupRegion')],
        ]}
        onChange={setGroup}
      />
    </Box>
  );
};
