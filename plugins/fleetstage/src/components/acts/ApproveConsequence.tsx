import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import CheckCircleOutline from '@mui/icons-material/CheckCircleOutline';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import PlayArrow from '@mui/icons-material/PlayArrow';
import HowToReg from '@mui/icons-material/HowToReg';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Timer from '@mui/icons-material/Timer';
import { actTranslationRef } from '../../translation/act';
import { useNow, useTimeWords } from '../useTimeWords';
import { Consequence } from './Consequence';
import { useLaterWords } from './useLaterWords';

type Starts = Schemas['StartsStage'];
type Detail = Schemas['GateDetail'];

const ICONS = {
  stage: PlayArrow,
  removal: DeleteSweep,
  finish: CheckCircleOutline,
  wait: Timer,
  gate: HowToReg,
  held: HourglassEmpty,
  nothing: HourglassEmpty,
};

/** What an approval starts, as a sentence. */
export function useStartsSentence(): (starts: Starts) => string {
  const { t } = useTranslationRef(actTranslationRef);
  const { clock } = useTimeWords();
  const now = useNow(60_000);
  const later = useLaterWords();
  return starts => {
    const words = later(starts);
    if (words !== undefined) return `${words.sentence}.`;
    const { kind, stage = '', clusterCount: count, slots = 1, endsAt } = starts;
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

/** A blocking check says why nothing would start: once is enough. */
export const isSaidBy = (checks: readonly Schemas['Check'][], { kind, reason }: Starts) =>
  kind === 'nothing' && checks.some(({ level, text }) => level === 'blocks' && text === reason);

/** The box at the top of the dialog. */
export const ApproveConsequence = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslationRef(actTranslationRef);
  const sentence = useStartsSentence();
  const { startsStage, snapshot, previousSnapshot, placement, checks, then } = detail;
  const isStarting = startsStage.kind === 'stage' || startsStage.kind === 'removal';
  return (
    <Consequence
      title={isSaidBy(checks, startsStage) ? t('approve.startsNothing') : sentence(startsStage)}
      icon={ICONS[startsStage.kind]}
    >
      {isStarting &&
        snapshot !== undefined &&
        (previousSnapshot === undefined || previousSnapshot === snapshot
          ? t(previousSnapshot === snapshot ? 'approve.keeps' : 'approve.brings', { placement, to: snapshot })
          : t('approve.goes', { placement, from: previousSnapshot, to: snapshot }))}{' '}
      {isStarting && then}
    </Consequence>
  );
};

/** The button: the act and its number. */
export function useConfirmWords(): (starts: Starts) => string {
  const { t } = useTranslationRef(actTranslationRef);
  const later = useLaterWords();
  return starts => {
    const words = later(starts);
    if (words !== undefined) return words.confirm;
    const { kind, clusterCount: count } = starts;
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
  const later = useLaterWords();
  return starts => {
    const words = later(starts);
    if (words !== undefined) return words.done;
    const { kind, stage } = starts;
    if (kind === 'finish') return t('approve.doneFinish');
    if (kind === 'wait' || stage === undefined) return t('approve.doneWait');
    return t('approve.done', { stage });
  };
}

/** Until when it can be taken back; what lets the run go on to its end or to its next gate at once promises nothing. */
export function useTakeBackWords(): (starts: Starts) => string | undefined {
  const { t } = useTranslationRef(actTranslationRef);
  return ({ kind }) => {
    if (kind === 'finish' || kind === 'gate') return undefined;
    return t(kind === 'removal' ? 'approve.takeBackRemoval' : 'approve.takeBack');
  };
}
