import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { StageChip } from '../../../components/chips';
import { CountBar } from '../../../components/CountBar';
import type { StageFold } from '../../../components/pipeline/StageFrame';
import { StageHead, StageHeading } from '../../../components/pipeline/StageHead';
import { useSlotsWords } from '../../../components/useSlots';
import { stageFacts, type Run, type Stage } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';

interface StageHeaderProps {
  readonly run: Run;
  readonly stage: Stage;
  readonly fold: StageFold;
}

/** Number, name, state; who is in it, how many at a time; k of n. */
export const StageHeader = ({ run, stage, fold }: StageHeaderProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { total, counts, tally, isRemoval } = stage;
  return (
    <StageHead
      title={<StageTitle stage={stage} />}
      chip={<StageChip state={stage.state} {...stageFacts(run, stage)} />}
      fold={fold}
      count={{
        done: tally.done,
        total,
        word: t(isRemoval ? 'stage.removed' : 'stage.updated'),
        bar: <CountBar counts={counts} total={total} height={6} />,
      }}
    >
      <StageSelector stage={stage} />
    </StageHead>
  );
};

export const StageTitle = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return <StageHeading index={stage.index}>{stage.isRemoval ? t('stage.removal') : stage.name}</StageHeading>;
};

const StageSelector = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const pace = usePace(stage);
  return (
    <>
      {stage.isRemoval ? (
        <Box>{t('stage.removalSelector')}</Box>
      ) : (
        <Box sx={{ fontFamily: stage.selector ? 'monospace' : undefined }}>
          {stage.selector || t('stage.allClusters')}
        </Box>
      )}
      <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>{pace}</Box>
    </>
  );
};

/** `25% = 8 at a time, by label order` */
export function usePace(stage: Stage): string {
  const { t } = useTranslationRef(runTranslationRef);
  const slotsOf = useSlotsWords();
  if (stage.isRemoval) return t('slots.all');
  const plain = slotsOf(stage);
  // No order among those that move together.
  if ((stage.slots ?? 1) >= stage.total) return plain;
  const slots = stage.concurrency?.endsWith('%')
    ? t('stage.asPercent', { percent: stage.concurrency, slots: plain })
    : plain;
  return stage.sortingLabel
    ? t('stage.byLabel', { slots, label: stage.sortingLabel })
    : t('stage.byName', { slots });
}
