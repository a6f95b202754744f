import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { StageList } from '../../../components/pipeline/StageList';
import { currentStage, type Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { StageColumn } from './StageColumn';

/** The stages of a run side by side. */
export const PipelineColumns = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { pipeline } = run;
  const current = currentStage(pipeline);
  return (
    <StageList
      label={t('stage.pipeline')}
      names={pipeline.map(({ name }) => name)}
      current={current?.name}
      hasBefore={pipeline.some(stage => stage.gatesBefore.length > 0)}
      column={(index, place) => {
        const stage = pipeline[index];
        return (
          <StageColumn
            key={stage.name}
            run={run}
            stage={stage}
            isCurrent={stage === current && !run.isOver}
            isPast={stage.state === 'done'}
            {...place}
          />
        );
      }}
    />
  );
};
