import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { LaneFacts, LaneFrame } from '../../../components/pipeline/LaneFrame';
import { StageHeading } from '../../../components/pipeline/StageHead';
import { SectionCard } from '../../../components/SectionCard';
import { VersionStageChip } from '../../../components/versionChips';
import { listNames } from '../../../model/listNames';
import {
  clustersOf,
  currentStageOf,
  isAtDoor,
  type RolloutCluster,
  type RolloutStage,
} from '../../../model/versionRollout/pipeline';
import { countOf, toUpgrade, upgradeStates, versionStageStatus } from '../../../model/status/versionRollout';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';
import type { Rollout } from '../rolloutProps';
import { RolloutCells } from './RolloutCells';
import { SoakLine } from './SoakGate';

interface RolloutLanesProps {
  readonly rollout: Rollout;
  readonly clusters: readonly RolloutCluster[];
}

/** One lane per stage, one cell per cluster: for many. */
export const RolloutLanes = ({ rollout, clusters }: RolloutLanesProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const current = currentStageOf(rollout);
  return (
    <SectionCard title={t('stage.title')}>
      <Box
        component="ol"
        aria-label={t('stage.pipeline')}
        sx={{ 'listStyle': 'none', 'm': 0, 'p': 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {rollout.pipeline.map(stage => {
          const isCurrent = stage === current && !rollout.isOver;
          return (
            <LaneFrame
              key={stage.name}
              tone={versionStageStatus({ ...stage, isAtDoor: isAtDoor(rollout, stage) }).tone}
              isCurrent={isCurrent}
              facts={<Facts rollout={rollout} stage={stage} />}
              cells={<RolloutCells rollout={rollout} stage={stage} clusters={clustersOf(clusters, stage)} />}
              gates={<SoakLine rollout={rollout} stage={stage} isCurrent={isCurrent} />}
            />
          );
        })}
      </Box>
    </SectionCard>
  );
};

const Facts = ({ rollout, stage }: { rollout: Rollout; stage: RolloutStage }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const { counts, number, name, fleets, selector } = stage;
  const rest = upgradeStates
    .filter(state => state !== 'Succeeded' && countOf(counts, state) > 0)
    .map(state => status.t(`count.${state}`, { n: countOf(counts, state) }));
  const total = toUpgrade(counts);
  return (
    <LaneFacts
      title={<StageHeading index={number}>{name}</StageHeading>}
      chip={<VersionStageChip stage={stage} isAtDoor={isAtDoor(rollout, stage)} size="small" />}
      counted={t('of', { done: counts.succeeded, total: total.toLocaleString() })}
      words={[t('stage.upgraded'), ...rest]}
      // A name is not the beginning of a sentence: a block of its own keeps its first letter.
      pace={
        <Box component="span" sx={{ display: 'inline-block', overflowWrap: 'anywhere' }}>
          {listNames([...fleets, ...(selector ? [selector] : [])])}
        </Box>
      }
    />
  );
};
