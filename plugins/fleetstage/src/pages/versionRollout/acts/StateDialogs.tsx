import { useTranslationRef } from '@backstage/frontend-plugin-api';
import PauseCircle from '@mui/icons-material/PauseCircle';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import { Consequence } from '../../../components/acts/Consequence';
import { ReasonedActDialog } from '../../../components/acts/ReasonedActDialog';
import { isPausedByPerson, rolloutActCommand } from '../../../model/versionRollout/acts';
import { toUpgrade } from '../../../model/status/versionRollout';
import { versionActTranslationRef } from '../../../translation/versionActs';
import type { Rollout, RolloutDialogProps } from '../rolloutProps';
import { useRolloutSend } from './useRolloutSend';

/** Those that are neither upgraded nor being upgraded. */
const openOf = ({ counts: { pending, paused, failed } }: Rollout) => pending + paused + failed;

/** No further upgrade starts; those that run are finished (E/AC-001). */
export const PauseDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { name, counts, may, isOver } = rollout;
  const off = isOver ? t('over') : isPausedByPerson(rollout) ? t('pause.off') : undefined;
  return (
    <ReasonedActDialog
      title={t('pause.title', { name })}
      confirm={t('pause.confirm')}
      failed={t('pause.failed')}
      done={t('pause.done', { name })}
      measure={['pause', name]}
      note={t('pause.note')}
      permit={may.pause}
      off={off}
      command={rolloutActCommand(rollout, { kind: 'Pause' })}
      sending={sending}
      send={reason => send({ act: 'pause', body: {} }, reason)}
      onClose={onClose}
    >
      <Consequence icon={PauseCircle} title={t('running', { count: counts.running })}>
        {t('pause.more', { count: openOf(rollout) })}
      </Consequence>
    </ReasonedActDialog>
  );
};

/** Lets a rollout go on that a person has paused. */
export const ResumeDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { name, may, isOver, currentStage: stage } = rollout;
  const off = isOver ? t('over') : isPausedByPerson(rollout) ? undefined : t('resume.off');
  return (
    <ReasonedActDialog
      title={t('resume.title', { name })}
      confirm={t('resume.confirm')}
      failed={t('resume.failed')}
      done={t('resume.done', { name })}
      measure={['resume', name]}
      permit={may.resume}
      off={off}
      command={rolloutActCommand(rollout, { kind: 'Resume' })}
      sending={sending}
      send={reason => send({ act: 'resume', body: {} }, reason)}
      onClose={onClose}
    >
      <Consequence title={stage === undefined ? t('resume.saysPlain') : t('resume.says', { stage })}>
        {t('resume.more', { count: openOf(rollout) })}
      </Consequence>
    </ReasonedActDialog>
  );
};

/** Ends a rollout for good; clusters keep what they have. */
export const CancelDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { name, counts, may, isOver } = rollout;
  return (
    <ReasonedActDialog
      tone="error"
      title={t('cancel.title', { name })}
      confirm={t('cancel.confirm')}
      failed={t('cancel.failed')}
      done={t('cancel.done', { name })}
      measure={['cancel', name]}
      note={t('cancel.note')}
      permit={may.cancel}
      off={isOver ? t('over') : undefined}
      command={rolloutActCommand(rollout, { kind: 'Cancel' })}
      isReasonRequired
      sending={sending}
      send={reason => send({ act: 'cancel', body: {} }, reason)}
      onClose={onClose}
    >
      <Consequence icon={StopCircleOutlined} title={t('running', { count: counts.running })}>
        {t('cancel.more', { done: counts.succeeded, total: toUpgrade(counts), open: openOf(rollout) })}
      </Consequence>
    </ReasonedActDialog>
  );
};
