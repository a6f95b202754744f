import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { StageFrame } from '../../../components/pipeline/StageFrame';
import type { StagePlace } from '../../../components/pipeline/StageList';
import { useStageName } from '../../../components/useStageName';
import { isBegun, stageSaid, stageStatus } from '../../../model/status/run';
import { withCapital } from '../../../model/withCapital';
import { stageFacts, type Run, type Stage } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { statusTranslationRef } from '../../../translation/status';
import { StageClusters } from './StageClusters';
import { AfterGates, BeforeGates } from './StageGates';
import { StageHeader } from './StageHeader';

interface StageColumnProps extends StagePlace {
  readonly run: Run;
  readonly stage: Stage;
  readonly isCurrent: boolean;
  readonly isPast: boolean;
}

/** A stage of a run as a column. */
export const StageColumn = ({ run, stage, ...place }: StageColumnProps) => {
  const { isCurrent } = place;
  return (
    <StageFrame
      {...place}
      name={stage.name}
      label={useStageLabel(run, stage)}
      tone={stageStatus(stage.state, stageFacts(run, stage)).tone}
      isLoud={isCurrent && isBegun(stage.state)}
      head={fold => <StageHeader run={run} stage={stage} fold={fold} />}
      before={stage.gatesBefore.length > 0 && <BeforeGates run={run} stage={stage} />}
      clusters={<StageClusters run={run} stage={stage} isCurrent={isCurrent} />}
      after={<AfterGates run={run} stage={stage} />}
    />
  );
};

function useStageLabel(run: Run, stage: Stage): string {
  const { t } = useTranslationRef(runTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const stageName = useStageName();
  return t(stage.isRemoval ? 'stage.ariaRemoval' : 'stage.aria', {
    name: withCapital(stageName(stage.name)),
    index: String(stage.index),
    of: String(run.pipeline.length),
    state: status.t(stageSaid(stageStatus(stage.state, stage).label)),
    done: stage.tally.done,
    total: stage.total,
  });
}
