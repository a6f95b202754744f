import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import { Consequence } from '../../../components/acts/Consequence';
import { ReasonedActDialog } from '../../../components/acts/ReasonedActDialog';
import { heldByMaintenance, rolloutActCommand } from '../../../model/versionRollout/acts';
import { versionActTranslationRef } from '../../../translation/versionActs';
import type { RolloutDialogProps } from '../rolloutProps';
import { useRolloutSend } from './useRolloutSend';

/** Upgrades outside of maintenance windows and within exclusions: loud, and with a reason (E/AC-006). */
export const IgnoreMaintenanceDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { name, may, isOver, ignoresMaintenance } = rollout;
  return (
    <ReasonedActDialog
      tone="error"
      title={t('ignoreMaintenance.title', { name })}
      confirm={t('ignoreMaintenance.confirm')}
      failed={t('ignoreMaintenance.failed')}
      done={t('ignoreMaintenance.done', { name })}
      measure={['ignoreMaintenance', name]}
      note={t('ignoreMaintenance.note')}
      permit={may.ignoreMaintenance}
      off={isOver ? t('over') : ignoresMaintenance ? t('ignoreMaintenance.off') : undefined}
      command={rolloutActCommand(rollout, { kind: 'IgnoreMaintenance', ignore: true })}
      isReasonRequired
      sending={sending}
      send={reason => send({ act: 'ignoreMaintenance', body: { ignore: true } }, reason)}
      onClose={onClose}
    >
      <Alert severity="error" variant="outlined" sx={{ mb: 1.5 }}>
        {t('ignoreMaintenance.loud')}
      </Alert>
      <Consequence title={t('ignoreMaintenance.more', { count: heldByMaintenance(rollout) })} />
    </ReasonedActDialog>
  );
};

/** Takes that back. */
export const HeedMaintenanceDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const { name, may, isOver, ignoresMaintenance, counts } = rollout;
  return (
    <ReasonedActDialog
      title={t('heedMaintenance.title', { name })}
      confirm={t('heedMaintenance.confirm')}
      failed={t('heedMaintenance.failed')}
      done={t('heedMaintenance.done', { name })}
      measure={['heedMaintenance', name]}
      permit={may.ignoreMaintenance}
      off={isOver ? t('over') : ignoresMaintenance ? undefined : t('heedMaintenance.off')}
      command={rolloutActCommand(rollout, { kind: 'IgnoreMaintenance', ignore: false })}
      sending={sending}
      send={reason => send({ act: 'ignoreMaintenance', body: { ignore: false } }, reason)}
      onClose={onClose}
    >
      <Consequence title={t('heedMaintenance.says')}>{t('running', { count: counts.running })}</Consequence>
    </ReasonedActDialog>
  );
};
