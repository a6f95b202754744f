import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import { SectionCard } from '../../../components/SectionCard';
import { listNames } from '../../../model/listNames';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { PlanLine } from './RolloutCard';

type Stage = Schemas['WhatIfStage'];

/** The stages that a run would have, beside those that it would have today. */
export const RunCard = ({ run: { strategy, stages, problems } }: { run: Schemas['WhatIfRun'] }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const say = useStageWords();
  return (
    <SectionCard title={t('run.title')} count={t('run.strategy', { name: strategy })}>
      {problems.map(({ message, isFatal }) => (
        <Alert key={message} severity={isFatal ? 'error' : 'info'} sx={{ borderRadius: 0 }}>
          {message}
        </Alert>
      ))}
      {stages.map(stage => (
        <PlanLine
          key={stage.name}
          name={stage.isRemoval ? t('run.removal') : stage.name}
          end={
            stage.slots && stage.then > 0
              ? t('run.waves', { count: Math.ceil(stage.then / stage.slots) })
              : undefined
          }
        >
          {say(stage)}
        </PlanLine>
      ))}
    </SectionCard>
  );
};

function useStageWords(): (stage: Stage) => string {
  const { t } = useTranslationRef(whatIfTranslationRef);
  return ({ isRemoval, today, then, gains, loses }) => {
    if (isRemoval && today + then === 0) return t('run.nothing');
    if (gains.length + loses.length === 0) return t('run.same', { count: then });
    const parts = [
      `${t('run.numbers', { from: today, to: then })}.`,
      gains.length > 0 && `${t('run.new', { names: listNames(gains) })}.`,
      loses.length > 0 && `${t('run.gone', { names: listNames(loses) })}.`,
    ];
    return parts.filter(Boolean).join(' ');
  };
}
