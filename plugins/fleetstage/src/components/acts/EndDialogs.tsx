import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import { useState } from 'react';
import { useDeleteRun, useEndRun } from '../../api/mutations';
import { isTooLong } from '../../model/comment';
import { deleteRunCommand, endCommand } from '../../model/kubectl';
import { hasUse } from '../../model/run/actUse';
import type { Run } from '../../model/run/pipeline';
import { endsTranslationRef } from '../../translation/ends';
import { ConfirmDialog } from '../ConfirmDialog';
import { KubectlPanel } from '../KubectlPanel';
import { CommentField } from './CommentField';
import { Consequence } from './Consequence';
import { useDone } from './useActToasts';
import { offUnlessSent, useOffWords } from './useOffWords';

interface EndDialogProps {
  readonly run: Run;
  readonly onClose: () => void;
}

/** Ends a run for good: its clusters stay as they are, the next run goes on. */
export const EndDialog = ({ run, onClose }: EndDialogProps) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const [reason, setReason] = useState('');
  const { mutateAsync, ...sending } = useEndRun();
  const analytics = useAnalytics();
  const done = useDone();
  const off = useOffWords(run, 'end');
  const { scope, name } = run;
  const send = async () => {
    await mutateAsync({ scope, name, body: { reason: reason.trim() } });
    analytics.captureEvent('end', name);
    onClose();
    done(t('end.done'));
  };
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('end.title', { run: name })}
      confirmLabel={t('end.confirm')}
      // A refusal is shown by the dialog.
      onConfirm={() => void send().catch(() => undefined)}
      off={offUnlessSent(off, sending)}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={run.may.end.isAllowed && (reason.trim() === '' || isTooLong(reason))}
      permit={run.may.end}
      error={sending.error}
      errorTitle={t('end.failed')}
    >
      <EndConsequence run={run} />
      <CommentField
        label={t('end.reason')}
        help={t('end.reasonHelp')}
        value={reason}
        onChange={setReason}
        isRequired
      />
      <KubectlPanel command={endCommand(scope, name, reason.trim() || '…')} />
    </ConfirmDialog>
  );
};

/** What the engine says would stay, and which run goes on. */
const EndConsequence = ({ run: { ifEnded } }: { run: Run }) => {
  const { t } = useTranslationRef(endsTranslationRef);
  if (ifEnded === undefined) return null;
  const { updated, total, inFlight, kept, keptSnapshots, waiting } = ifEnded;
  const snapshots = keptSnapshots.join(', ');
  return (
    <Consequence
      icon={StopCircleOutlined}
      title={total === 0 ? t('end.nothing') : t('end.updated', { updated, total })}
    >
      {inFlight > 0 && t('end.inFlight', { count: inFlight })}{' '}
      {kept > 0 &&
        (snapshots === ''
          ? t('end.kept', { count: kept })
          : t('end.keptOn', { count: kept, snapshots }))}{' '}
      {waiting.length > 0 && t('end.next', { run: waiting[0] })} {t('end.forever')}
    </Consequence>
  );
};

/** Deletes a run that is over. */
export const DeleteRunDialog = ({ run, onClose }: EndDialogProps) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const { mutateAsync, ...sending } = useDeleteRun();
  const analytics = useAnalytics();
  const done = useDone();
  const { scope, name, uid } = run;
  const send = async () => {
    await mutateAsync({ scope, name, body: { uid } });
    analytics.captureEvent('delete', `run ${name}`);
    onClose();
    done(t('delete.done'));
  };
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('delete.title', { run: name })}
      confirmLabel={t('delete.confirm')}
      // A refusal is shown by the dialog.
      onConfirm={() => void send().catch(() => undefined)}
      off={offUnlessSent(hasUse('delete', run) ? undefined : t('delete.off'), sending)}
      onClose={onClose}
      isBusy={sending.isPending}
      permit={run.may.delete}
      error={sending.error}
      errorTitle={t('delete.failed')}
    >
      <Consequence icon={DeleteOutlined} title={t('delete.body')}>
        {t('delete.more')}
      </Consequence>
      <KubectlPanel command={deleteRunCommand(scope, name)} />
    </ConfirmDialog>
  );
};
