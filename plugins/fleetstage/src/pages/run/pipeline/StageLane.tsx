import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { StageChip } from '../../../components/chips';
import { LaneFacts, LaneFrame } from '../../../components/pipeline/LaneFrame';
import { gatesOf, stageFacts, type Run, type RunCluster, type Stage } from '../../../model/run/pipeline';
import { stageStatus } from '../../../model/status/run';
import { runClusterStates } from '../../../model/status/runCluster';
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

/** A stage of a run as a lane. */
export const StageLane = ({ run, stage, isCurrent, isGrouped, matches }: StageLaneProps) => {
  const { tone } = stageStatus(stage.state, stageFacts(run, stage));
  return (
    <LaneFrame
      tone={tone}
      isCurrent={isCurrent}
      facts={<Facts run={run} stage={stage} />}
      cells={
        isGrouped ? (
          <Groups run={run} stage={stage} matches={matches} />
        ) : (
          <StageCells run={run} stage={stage} matches={matches} />
        )
      }
      gates={<Gates run={run} stage={stage} gates={gatesOf(stage)} />}
    />
  );
};

const Facts = ({ run, stage }: { run: Run; stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const pace = usePace(stage);
  const rest = runClusterStates
    .filter(
      state =>
        !['updated', 'removed', 'notStarted', 'waiting'].includes(state) && (stage.counts[state] ?? 0) > 0,
    )
    .map(state => status.t(`count.${state}`, { n: stage.counts[state] ?? 0 }));
  const word = t(stage.isRemoval ? 'stage.removed' : 'stage.updated');
  return (
    <LaneFacts
      title={<StageTitle stage={stage} />}
      chip={<StageChip state={stage.state} {...stageFacts(run, stage)} size="small" />}
      counted={t('stage.kOfN', { done: stage.tally.done, total: stage.total })}
      words={[word, ...rest]}
      pace={pace}
    />
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
