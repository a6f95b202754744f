import { useTranslationRef } from '@backstage/frontend-plugin-api';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import { GateBlock } from '../../../components/GateBlock';
import { GateLine, GateRow, NoGate } from '../../../components/pipeline/GateRow';
import { useTakeBack } from '../../../components/acts/useActToasts';
import type { Gate, Run, Stage } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { useRunUrl } from '../useRunUrl';

interface StageGatesProps {
  readonly run: Run;
  readonly stage: Stage;
}

/** The row of gates before the clusters. */
export const BeforeGates = ({ run, stage }: StageGatesProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <GateRow title={t('stage.before')} isSolid>
      <Gates run={run} stage={stage} gates={stage.gatesBefore} />
    </GateRow>
  );
};

/** The row of gates after the clusters; the removal says what it does. */
export const AfterGates = ({ run, stage }: StageGatesProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  if (stage.isRemoval) return <Removal run={run} stage={stage} />;
  return (
    <GateRow title={t('stage.after')}>
      <Gates run={run} stage={stage} gates={stage.gatesAfter} />
      {stage.gatesAfter.length === 0 && <NoGate>{t('stage.noGate')}</NoGate>}
    </GateRow>
  );
};

export const Gates = ({ run, stage, gates }: StageGatesProps & { gates: readonly Gate[] }) => {
  const { openGate } = useRunUrl(run);
  const takeBack = useTakeBack();
  const withdraw = ({ requestUid, task }: Gate) => {
    if (requestUid !== undefined)
      takeBack({ scope: run.scope, name: run.name, stage: stage.name, task }, requestUid);
  };
  return (
    <>
      {gates.map(gate => (
        <GateBlock
          key={`${gate.task}-${gate.kind}`}
          gate={gate}
          clusters={stage.total}
          onReview={run.isOver ? undefined : () => openGate('approve', gate)}
          onTakeBack={withdraw}
        />
      ))}
    </>
  );
};

const Removal = ({ run, stage }: StageGatesProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { title, detail } = useRemovalWords(run, stage);
  return (
    <GateRow title={t('stage.whatItDoes')}>
      <GateLine icon={DeleteSweep} tone="neutral" title={title} detail={detail} />
    </GateRow>
  );
};

/** What it will do, or what it did. */
function useRemovalWords(run: Run, stage: Stage): { title: string; detail?: string } {
  const { t } = useTranslationRef(runTranslationRef);
  const { total: count, tally, message } = stage;
  if (stage.state === 'notReached') return { title: t('stage.keepsObjects', { count }), detail: message };
  if (stage.state === 'done') return { title: t('stage.deleted', { count }) };
  if (run.isOver) return { title: t('stage.deletedSome', { done: tally.done, total: count }) };
  // Under way: what it comes after is past.
  if (stage.state !== 'notStarted') return { title: t('stage.deletes', { count }) };
  const before = run.pipeline[run.pipeline.indexOf(stage) - 1];
  const isGated = before !== undefined && before.gatesAfter.length > 0;
  return {
    title: t('stage.deletes', { count }),
    detail: isGated ? t('stage.deletesWhen', { stage: before.name }) : t('stage.deletesAtEnd'),
  };
}
