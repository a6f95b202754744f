import { useTranslationRef } from '@backstage/frontend-plugin-api';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { GateBlock } from '../../../components/GateBlock';
import { StatusIcon } from '../../../components/StatusChip';
import { useTakeBack } from '../../../components/acts/useActToasts';
import type { Gate, Run, Stage } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { useRunUrl } from '../useRunUrl';

interface StageGatesProps {
  readonly run: Run;
  readonly stage: Stage;
}

/** The row of gates before the clusters; a column without any keeps its place beside those that have some. */
export const BeforeGates = ({ run, stage, isStacked }: StageGatesProps & { isStacked: boolean }) => {
  const { t } = useTranslationRef(runTranslationRef);
  if (stage.gatesBefore.length === 0) return isStacked ? null : <Box />;
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
      {stage.gatesAfter.length === 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('stage.noGate')}</Box>
      )}
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
      <Box sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 1, py: 0.75 }}>
        <StatusIcon icon={DeleteSweep} tone="neutral" />
        <Box>
          <Box sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500 }}>{title}</Box>
          {detail && <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{detail}</Box>}
        </Box>
      </Box>
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

const GateRow = ({
  title,
  children,
  isSolid = false,
}: {
  title: string;
  children: ReactNode;
  isSolid?: boolean;
}) => (
  <Box
    sx={{
      px: 2,
      pt: 1.5,
      pb: 1.75,
      minWidth: 0,
      borderTop: 1,
      borderTopStyle: isSolid ? 'solid' : 'dashed',
      borderColor: 'divider',
    }}
  >
    <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mb: 0.5 }}>{title}</Box>
    {children}
  </Box>
);
