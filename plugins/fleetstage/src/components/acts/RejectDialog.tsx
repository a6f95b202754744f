import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import PauseCircle from '@mui/icons-material/PauseCircle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useReject } from '../../api/mutations';
import { useGate } from '../../api/runQueries';
import { setStateCommand } from '../../model/kubectl';
import { isOpenApproval } from '../../model/status/gate';
import { actTranslationRef } from '../../translation/act';
import { AsyncBoundary } from '../AsyncBoundary';
import { ConfirmDialog } from '../ConfirmDialog';
import { KubectlPanel } from '../KubectlPanel';
import type { GateDialogProps } from './ApproveDialog';
import { Consequence } from './Consequence';
import { useDone } from './useActToasts';

/** Says no with a reason; the run stops. */
export const RejectDialog = ({ run, stage, task, onClose }: GateDialogProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const query = useGate(run, stage, task);
  const [reason, setReason] = useState('');
  const { mutate, error, isPending } = useReject();
  const analytics = useAnalytics();
  const done = useDone();
  const gate = query.data?.gate;
  const reject = () => {
    if (gate?.requestUid === undefined) return;
    const onSuccess = () => {
      analytics.captureEvent('reject', `${run.name} ${stage}`);
      done(t('reject.done'));
      onClose();
    };
    mutate(
      { ...run, stage, task, body: { requestUid: gate.requestUid, reason: reason.trim() } },
      { onSuccess },
    );
  };
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('reject.title', { stage, run: run.name })}
      confirmLabel={t('reject.confirm')}
      onConfirm={reject}
      onClose={onClose}
      isBusy={isPending}
      isConfirmDisabled={reason.trim() === '' || gate === undefined || !isOpenApproval(gate)}
      permit={gate?.mayApprove}
      error={error}
      errorTitle={t('reject.failed')}
      note={reason.trim() === '' && t('reject.required')}
    >
      <AsyncBoundary query={query} what={t('approve.what')} isPart>
        {() => (
          <>
            <Consequence title={t('reject.body')} icon={PauseCircle}>
              {t('reject.more')}
            </Consequence>
            <ReasonField
              label={t('reject.reason')}
              help={t('reject.reasonHelp')}
              value={reason}
              onChange={setReason}
              isRequired
            />
            <KubectlPanel command={setStateCommand(run.scope, run.name, 'Stop')} />
          </>
        )}
      </AsyncBoundary>
    </ConfirmDialog>
  );
};

interface ReasonFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isRequired?: boolean;
}

export const ReasonField = ({ label, help, value, onChange, isRequired }: ReasonFieldProps) => (
  <TextField
    label={label}
    helperText={help}
    required={isRequired}
    value={value}
    onChange={event => onChange(event.target.value)}
    multiline
    minRows={2}
    maxRows={6}
    fullWidth
    size="small"
    margin="normal"
    inputProps={{ maxLength: 2000 }}
  />
);
