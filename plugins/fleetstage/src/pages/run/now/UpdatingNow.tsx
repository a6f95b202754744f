import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useSlotsWords } from '../../../components/useSlots';
import { useTimeWords } from '../../../components/useTimeWords';
import { currentStage, nextGate, type Run } from '../../../model/run/pipeline';
import { gateTitle, isBuiltIn, plannedGateWords } from '../../../model/status/gate';
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
  const { stage, task } = gate;
  if (!isBuiltIn(gate.kind)) {
    const title = gateTitle(gate);
    return t(task === 'before' ? 'now.nextGateAddedBefore' : 'now.nextGateAdded', { title, stage });
  }
  return plannedGateWords(gate, {
    wait: ({ waitSeconds = 0 }) => t('now.nextGateWait', { wait: duration(waitSeconds * 1000), stage }),
    approval: () => t(task === 'before' ? 'now.nextGateBefore' : 'now.nextGateApproval', { stage }),
  });
}
