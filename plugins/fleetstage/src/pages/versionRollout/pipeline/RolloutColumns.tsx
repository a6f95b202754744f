import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { StageFrame } from '../../../components/pipeline/StageFrame';
import { StageHead, StageHeading } from '../../../components/pipeline/StageHead';
import { StageList } from '../../../components/pipeline/StageList';
import { StageRow } from '../../../components/pipeline/StageRow';
import { StageBody, StageRows } from '../../../components/pipeline/StageRows';
import { TargetBar } from '../../../components/TargetBar';
import { useReasonWords } from '../../../components/useReasonWords';
import { useTimeWords } from '../../../components/useTimeWords';
import { VersionStageChip } from '../../../components/versionChips';
import { listNames } from '../../../model/listNames';
import {
  clustersOf,
  currentStageOf,
  isAtDoor,
  tookMs,
  type RolloutCluster,
  type RolloutStage,
} from '../../../model/versionRollout/pipeline';
import { toUpgrade, upgradeStatus, versionStageStatus } from '../../../model/status/versionRollout';
import { useUrlState } from '../../../routing';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';
import type { Rollout } from '../rolloutProps';
import { useRolloutUrl } from '../useRolloutUrl';
import { RolloutCells } from './RolloutCells';
import { SoakGate } from './SoakGate';
import { useRolloutStageLabel } from './useRolloutStageLabel';

interface RolloutColumnsProps {
  readonly rollout: Rollout;
  /** All of them, those that matter most first. */
  readonly clusters: readonly RolloutCluster[];
}

/** The stages of a rollout side by side: the pipeline of update runs. */
export const RolloutColumns = ({ rollout, clusters }: RolloutColumnsProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const labelOf = useRolloutStageLabel(rollout);
  const { pipeline, isOver } = rollout;
  const current = currentStageOf(rollout);
  const [asked] = useUrlState('stage');
  const names = pipeline.map(({ name }) => name);
  return (
    <StageList
      label={t('stage.pipeline')}
      names={names}
      current={names.includes(asked) ? asked : current?.name}
      hasBefore={false}
      column={(index, place) => {
        const stage = pipeline[index];
        const isCurrent = stage === current && !isOver;
        const status = versionStageStatus({ ...stage, isAtDoor: isAtDoor(rollout, stage) });
        return (
          <StageFrame
            key={stage.name}
            {...place}
            name={stage.name}
            label={labelOf(stage)}
            tone={status.tone}
            isCurrent={isCurrent}
            isLoud={isCurrent && stage.phase !== 'Pending'}
            isPast={stage.phase === 'Completed' || stage.phase === 'Skipped'}
            head={fold => (
              <StageHead
                title={<StageHeading index={stage.number}>{stage.name}</StageHeading>}
                chip={<VersionStageChip stage={stage} isAtDoor={isAtDoor(rollout, stage)} />}
                fold={fold}
                count={{
                  done: stage.counts.succeeded,
                  total: toUpgrade(stage.counts),
                  word: t('stage.upgraded'),
                  bar: <TargetBar counts={stage.counts} height={6} />,
                }}
              >
                <Participants stage={stage} />
              </StageHead>
            )}
            clusters={
              <Clusters
                rollout={rollout}
                stage={stage}
                clusters={clustersOf(clusters, stage)}
                isCurrent={isCurrent}
              />
            }
            after={<SoakGate rollout={rollout} stage={stage} isCurrent={isCurrent} />}
          />
        );
      }}
    />
  );
};

/** Fleets, selector, and what is left out. */
const Participants = ({ stage: { fleets, selector, counts } }: { stage: RolloutStage }) => {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  const left = (['Skipped', 'Ineligible', 'Removed'] as const)
    .map(state => ({ state, n: counts[state.toLowerCase() as 'skipped' | 'ineligible' | 'removed'] }))
    .filter(({ n }) => n > 0)
    .map(({ state, n }) => t(`count.${state}`, { n }));
  return (
    <>
      <Box>{listNames(fleets)}</Box>
      {selector && <Box sx={{ fontFamily: 'monospace' }}>{selector}</Box>}
      {left.length > 0 && <Box>{listNames(left)}</Box>}
    </>
  );
};

interface ClustersProps extends RolloutColumnsProps {
  readonly stage: RolloutStage;
  readonly isCurrent: boolean;
}

const nameOf = ({ name }: RolloutCluster) => name;

const Clusters = ({ rollout, stage, clusters, isCurrent }: ClustersProps) => {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  const { openCluster } = useRolloutUrl();
  const reason = useReasonWords();
  const { duration } = useTimeWords();
  return (
    <StageBody isEmpty={clusters.length === 0 && stage.counts.total === 0}>
      <StageRows
        items={clusters}
        nameOf={nameOf}
        isCurrent={isCurrent}
        row={(cluster, stop) => {
          const { label, icon, tone, isEnd } = upgradeStatus(cluster.state, cluster.reason);
          const took = tookMs(cluster);
          const isQuiet = cluster.state === 'Succeeded' || cluster.reason === 'WaitingForStage';
          return (
            <StageRow
              key={cluster.name}
              name={cluster.name}
              icon={icon}
              tone={tone}
              label={t(label)}
              aside={took === undefined ? '' : duration(took)}
              cause={isQuiet ? '' : isEnd ? reason(cluster.reason) : cluster.message}
              stop={stop}
              onOpen={() => openCluster(cluster.name)}
            />
          );
        }}
        cells={<RolloutCells rollout={rollout} stage={stage} clusters={clusters} />}
      />
    </StageBody>
  );
};
