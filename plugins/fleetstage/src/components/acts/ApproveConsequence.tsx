import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import CheckCircleOutline from '@mui/icons-material/CheckCircleOutline';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Timer from '@mui/icons-material/Timer';
import { actTranslationRef } from '../../translation/act';
import { useNow, useTimeWords } from '../useTimeWords';
import { Consequence } from './Consequence';

type Starts = Schemas['StartsStage'];
type Detail = Schemas['GateDetail'];

const ICONS = { stage: PlayArrow, removal: DeleteSweep, finish: CheckCircleOutline, wait: Timer };

/** What an approval starts, as a sentence. */
export function useStartsSentence(): (starts: Starts) => string {
  const { t } = useTranslationRef(actTranslationRef);
  const { clock } = useTimeWords();
  const now = useNow(60_000);
  return ({ kind, stage = '', clusterCount: count, slots = 1, endsAt }) => {
    switch (kind) {
      case 'stage':
        return count === 0
          ? t('approve.startsEmpty', { stage })
          : t('approve.startsStage', { stage, count, slots });
      case 'removal':
        return t('approve.startsRemoval', { count });
      case 'wait':
        return endsAt === undefined
          ? t('approve.waitsNoTime')
          : t('approve.waits', { time: clock(endsAt, now) });
      default:
        return t('approve.finishes');
    }
  };
}

/** The box at the top of the dialog. */
export const ApproveConsequence = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslationRef(actTranslationRef);
  const sentence = useStartsSentence();
  const { startsStage, snapshot, previousSnapshot, placement } = detail;
  const then = useThenWords(detail);
  return (
    <Consequence title={sentence(startsStage)} icon={ICONS[startsStage.kind]}>
      {snapshot !== undefined &&
        (previousSnapshot === undefined
          ? t('approve.brings', { placement, to: snapshot })
          : t('approve.goes', { placement, from: previousSnapshot, to: snapshot }))}{' '}
      {then}
    </Consequence>
  );
};

function useThenWords({ thenGates = [] }: Detail): string {
  const { t } = useTranslationRef(actTranslationRef);
  const hasWait = thenGates.some(({ kind }) => kind === 'wait');
  const hasApproval = thenGates.some(({ kind }) => kind === 'approval');
  if (hasWait && hasApproval) return t('approve.thenWaitApproval');
  if (hasWait) return t('approve.thenWait');
  return hasApproval ? t('approve.thenApproval') : '';
}

/** The button: the act and its number. */
export function useConfirmWords(): (starts: Starts) => string {
  const { t } = useTranslationRef(actTranslationRef);
  return ({ kind, clusterCount: count }) => {
    switch (kind) {
      case 'stage':
        return count === 0 ? t('approve.confirm') : t('approve.confirmStage', { count });
      case 'removal':
        return t('approve.confirmRemoval', { count });
      case 'wait':
        return t('approve.confirmWait');
      default:
        return t('approve.confirmFinish');
    }
  };
}

/** What is said when it is done. */
export function useDoneWords(): (starts: Starts) => string {
  const { t } = useTranslationRef(actTranslationRef);
  return ({ kind, stage }) => {
    if (kind === 'finish') return t('approve.doneFinish');
    if (kind === 'wait' || stage === undefined) return t('approve.doneWait');
    return t('approve.done', { stage });
  };
}
