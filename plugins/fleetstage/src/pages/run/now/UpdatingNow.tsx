import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useSlotsWords } from '../../../components/useSlots';
import { useTimeWords } from '../../../components/useTimeWords';
import { currentStage, nextGate, type Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { PlainNow } from './PlainNow';

/** Clusters move; nobody has to act. */
export const UpdatingNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const slots = useSlotsWords();
  const next = useNextGateWords(run);
  const stage = currentStage(run.pipeline);
  if (stage === undefined)
    return <PlainNow tone="info" title={t('now.updatingNoStage')} consequence={t('now.nobody')} />;
  const numbers = { done: stage.tally.done, total: stage.total };
  const title = stage.isRemoval
    ? t('now.removing', { ...numbers, placement: run.placement })
    : t('now.updating', { ...numbers, stage: stage.name, slots: slots(stage) });
  return (
    <PlainNow
      tone="info"
      title={title}
      consequence={
        <>
          {t('now.nobody')} {next}
        </>
      }
    />
  );
};

/** The gate that will hold the run next. */
export function useNextGateWords({ pipeline }: Run): string {
  const { t } = useTranslationRef(runTranslationRef);
  const { duration } = useTimeWords();
  const gate = nextGate(pipeline);
  if (gate === undefined) return t('now.noMoreGates');
  if (gate.kind === 'wait')
    return t('now.nextGateWait', { wait: duration((gate.waitSeconds ?? 0) * 1000), stage: gate.stage });
  return t(gate.task === 'before' ? 'now.nextGateBefore' : 'now.nextGateApproval', { stage: gate.stage });
}
