import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { StageFrame, type StageFold } from '../../../components/pipeline/StageFrame';
import { StageFoldButton, StageHeading } from '../../../components/pipeline/StageHead';
import { StageList, type StagePlace } from '../../../components/pipeline/StageList';
import { useSoakWords } from '../../../components/useSoakWords';
import { listNames } from '../../../model/listNames';
import { busyStage, LANES, laneCell, type LaneCell } from '../../../model/sequences/lanes';
import { soakMs } from '../../../model/sequences/soak';
import { versionStageStatus } from '../../../model/status/versionRollout';
import { withCapital } from '../../../model/withCapital';
import { sequenceTranslationRef } from '../../../translation/sequence';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';
import type { Sequence } from '../sequenceProps';
import { LanePart } from './LanePart';

type Stage = Sequence['stages'][number];

/** The stages side by side, each with the lane of control planes and that of nodes. */
export const SequenceColumns = ({ sequence }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const busy = busyStage(sequence);
  return (
    <StageList
      label={t('pipeline.label')}
      names={sequence.stages.map(({ name }) => name)}
      current={busy?.name}
      hasBefore={false}
      column={(index, place) => {
        const stage = sequence.stages[index];
        return (
          <Column
            key={stage.name}
            sequence={sequence}
            stage={stage}
            isCurrent={stage === busy}
            place={place}
          />
        );
      }}
    />
  );
};

interface ColumnProps {
  readonly sequence: Sequence;
  readonly stage: Stage;
  readonly isCurrent: boolean;
  readonly place: StagePlace;
}

const Column = ({ sequence, stage, isCurrent, place }: ColumnProps) => {
  const [controlPlanes, nodes] = LANES.map(lane => laneCell(sequence, stage, lane));
  const occupied = [controlPlanes, nodes].find(({ bar }) => bar !== undefined);
  return (
    <StageFrame
      {...place}
      name={stage.name}
      label={useColumnLabel(sequence, stage, [controlPlanes, nodes])}
      tone={occupied?.bar ? versionStageStatus(occupied.bar).tone : 'neutral'}
      isCurrent={isCurrent || occupied !== undefined}
      isLoud={occupied !== undefined}
      isPast={[controlPlanes, nodes].every(({ qualified }) => qualified !== undefined)}
      head={fold => <Head stage={stage} fold={fold} />}
      clusters={<LanePart cell={controlPlanes} stage={stage} />}
      after={<LanePart cell={nodes} stage={stage} />}
    />
  );
};

/** Number, name; how many clusters, which ones; how long it soaks and how many go at a time. */
const Head = ({ stage, fold }: { stage: Stage; fold: StageFold }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const soak = useSoakWords();
  const { name, number, clusterCount, fleets, selector, soakDuration, maxConcurrency } = stage;
  const pace = [
    soakMs(soakDuration) === 0 ? t('pipeline.noSoak') : t('pipeline.soak', { duration: soak(soakDuration) }),
    ...(maxConcurrency === '100%' ? [] : [t('pipeline.pace', { pace: maxConcurrency })]),
  ];
  return (
    <Box sx={{ px: 2, pt: 1.75, pb: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 0.5 }}>
        <StageHeading index={number}>{name}</StageHeading>
        <Box
          sx={{
            ml: 'auto',
            display: 'flex',
            gap: 0.5,
            alignItems: 'center',
            fontSize: 13,
            lineHeight: '24px',
            whiteSpace: 'nowrap',
          }}
        >
          {t('pipeline.clusters', { count: clusterCount })}
          <StageFoldButton {...fold} />
        </Box>
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <Box>{listNames(fleets)}</Box>
        {selector && <Box sx={{ fontFamily: 'monospace' }}>{selector}</Box>}
        <Box>{listNames(pace)}</Box>
      </Box>
    </Box>
  );
};

function useColumnLabel(sequence: Sequence, stage: Stage, cells: readonly LaneCell[]): string {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const lanes = cells.map(({ lane, rollout, bar }) => {
    const { label } = bar ? versionStageStatus(bar) : { label: undefined };
    const what =
      rollout === undefined || label === undefined
        ? t('pipeline.ariaFree')
        : t('pipeline.ariaOccupied', {
            version: rollout.version,
            state: status.t(label.replace('stage.', 'stageSaid.') as 'stageSaid.Running'),
          });
    return t('pipeline.ariaLane', { type: status.t(`type.${lane.type}`), what });
  });
  return t('pipeline.aria', {
    name: withCapital(stage.name),
    index: String(stage.number),
    of: String(sequence.stages.length),
    clusters: stage.clusterCount,
    lanes: lanes.join(' '),
  });
}
