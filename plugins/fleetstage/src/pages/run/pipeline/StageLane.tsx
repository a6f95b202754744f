import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { StageChip } from '../../../components/chips';
import { gatesOf, stageFacts, type Run, type RunCluster, type Stage } from '../../../model/run/pipeline';
import { stageStatus } from '../../../model/status/run';
import { runClusterStates } from '../../../model/status/runCluster';
import { statusTone } from '../../../model/status/tone';
import { runTranslationRef } from '../../../translation/run';
import { statusTranslationRef } from '../../../translation/status';
import { StageCells } from './StageCells';
import { Gates } from './StageGates';
import { StageTitle, usePace } from './StageHeader';

interface StageLaneProps {
  readonly run: Run;
  readonly stage: Stage;
  readonly isCurrent: boolean;
  readonly isGrouped: boolean;
  readonly matches?: (cluster: RunCluster) => boolean;
}

/** A stage as a lane: facts, cells, gates. */
export const StageLane = ({ run, stage, isCurrent, isGrouped, matches }: StageLaneProps) => {
  const tone = statusTone(useTheme(), stageStatus(stage.state, stageFacts(run, stage)).tone);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '232px minmax(0, 1fr) 200px' },
        gap: { xs: 1, md: 2.5 },
        px: 2,
        py: 1.75,
        boxShadow: isCurrent ? `inset 4px 0 0 ${tone.icon}` : undefined,
      }}
    >
      <LaneFacts run={run} stage={stage} />
      <Box sx={{ minWidth: 0 }}>
        {isGrouped ? (
          <Groups run={run} stage={stage} matches={matches} />
        ) : (
          <StageCells run={run} stage={stage} matches={matches} />
        )}
      </Box>
      <Box sx={{ minWidth: 0, mt: -0.75 }}>
        <Gates run={run} stage={stage} gates={gatesOf(stage)} />
      </Box>
    </Box>
  );
};

const LaneFacts = ({ run, stage }: { run: Run; stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const pace = usePace(stage);
  const rest = runClusterStates
    .filter(
      state =>
        !['updated', 'removed', 'notStarted', 'waiting'].includes(state) && (stage.counts[state] ?? 0) > 0,
    )
    .map(state => status.t(`count.${state}`, { n: stage.counts[state] ?? 0 }));
  const counted = t('stage.kOfN', { done: stage.tally.done, total: stage.total });
  const word = t(stage.isRemoval ? 'stage.removed' : 'stage.updated');
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.25 }}>
        <StageTitle stage={stage} />
        <StageChip state={stage.state} {...stageFacts(run, stage)} size="small" />
      </Box>
      <Box sx={{ fontSize: 13, lineHeight: '18px' }}>
        <strong style={{ fontWeight: 500 }}>{counted}</strong> {[word, ...rest].join(', ')}
      </Box>
      <Box
        sx={{
          'fontSize': 12,
          'lineHeight': '16px',
          'color': 'text.secondary',
          'mt': 0.25,
          '&::first-letter': { textTransform: 'uppercase' },
        }}
      >
        {pace}
      </Box>
    </Box>
  );
};

/** Blocks by region, in the order in which the plan first names them. */
const Groups = ({ run, stage, matches }: Pick<StageLaneProps, 'run' | 'stage' | 'matches'>) => {
  const { t } = useTranslationRef(runTranslationRef);
  const groups = new Map<string, RunCluster[]>();
  for (const cluster of stage.clusters) {
    const region = cluster.region ?? '';
    groups.set(region, [...(groups.get(region) ?? []), cluster]);
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {[...groups].map(([region, clusters]) => (
        <Box key={region}>
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mb: 0.25 }}>
            {region || t('grid.noRegion')} <span>{clusters.length.toLocaleString()}</span>
          </Box>
          <StageCells run={run} stage={stage} clusters={clusters} matches={matches} />
        </Box>
      ))}
    </Box>
  );
};
