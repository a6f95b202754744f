import { useTranslationRef } from '@backstage/frontend-plugin-api';
import FastForward from '@mui/icons-material/FastForward';
import { Consequence } from '../../../components/acts/Consequence';
import { ReasonedActDialog } from '../../../components/acts/ReasonedActDialog';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { rolloutActCommand } from '../../../model/versionRollout/acts';
import { versionActTranslationRef } from '../../../translation/versionActs';
import type { Rollout, RolloutDialogProps } from '../rolloutProps';
import { useRolloutSend } from './useRolloutSend';

/** Completes the current stage although clusters are open or it soaks (E/AC-002). */
export const ForceCompleteDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { name, may, isOver, currentStage: stage = '' } = rollout;
  const off = isOver ? t('over') : stage === '' ? t('forceComplete.none') : undefined;
  return (
    <ReasonedActDialog
      tone="error"
      title={t('forceComplete.title', { stage })}
      confirm={t('forceComplete.confirm')}
      failed={t('forceComplete.failed')}
      done={t('forceComplete.done', { stage })}
      measure={['forceComplete', name]}
      note={t('forceComplete.note')}
      permit={may.forceComplete}
      off={off}
      command={rolloutActCommand(rollout, { kind: 'ForceComplete', stage })}
      isReasonRequired
      sending={sending}
      send={reason => send({ act: 'forceComplete', body: { stage } }, reason)}
      onClose={onClose}
    >
      <Effect rollout={rollout} stage={stage} />
    </ReasonedActDialog>
  );
};

const Effect = ({ rollout: { pipeline }, stage: name }: { rollout: Rollout; stage: string }) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const now = useNow();
  const { left } = useTimeWords();
  const stage = pipeline.find(one => one.name === name);
  const next = pipeline.find(({ number }) => stage && number === stage.number + 1);
  if (stage === undefined) return null;
  const { pending, running, paused, failed } = stage.counts;
  const open = pending + running + paused + failed;
  const parts = [
    ...(open > 0 ? [t('forceComplete.open', { count: open })] : []),
    ...(stage.soakEndsAt !== undefined && Date.parse(stage.soakEndsAt) > now
      ? [t('forceComplete.soaks', { left: left(stage.soakEndsAt, now) })]
      : []),
    t('forceComplete.qualifies'),
  ];
  return (
    <Consequence
      icon={FastForward}
      title={
        next === undefined
          ? t('forceComplete.last')
          : t('forceComplete.next', { next: next.name, count: next.counts.total })
      }
    >
      {parts.join(' ')}
    </Consequence>
  );
};
