import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import PauseCircle from '@mui/icons-material/PauseCircle';
import { useState } from 'react';
import { useReject } from '../../api/mutations';
import { useGate } from '../../api/runQueries';
import { isTooLong } from '../../model/comment';
import { rejectCommands } from '../../model/kubectl';
import { isOpenApproval } from '../../model/status/gate';
import { actTranslationRef } from '../../translation/act';
import { AsyncBoundary } from '../AsyncBoundary';
import { ConfirmDialog } from '../ConfirmDialog';
import { KubectlPanel } from '../KubectlPanel';
import { usePersonName } from '../Person';
import type { GateDialogProps } from './ApproveDialog';
import { CommentField } from './CommentField';
import { Consequence } from './Consequence';
import { requestFacts, useCommandTime } from './commandFacts';
import { useDone, useIsMe } from './useActToasts';
import { offUnlessSent, useGateOffWords } from './useOffWords';

/** Says no with a reason; the run stops. */
export const RejectDialog = (props: GateDialogProps) => {
  const { run, stage, task, onClose } = props;
  const { t } = useTranslationRef(actTranslationRef);
  const query = useGate(run, stage, task);
  const [reason, setReason] = useState('');
  const gate = query.data?.gate;
  const { reject, sending } = useSend(props, gate, reason.trim());
  const gateOff = useGateOffWords(gate);
  const off = offUnlessSent(props.off ?? gateOff, sending);
  const isReady = reason.trim() !== '' && !isTooLong(reason) && gate !== undefined && isOpenApproval(gate);
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('reject.title', { stage, run: run.name })}
      confirmLabel={t('reject.confirm')}
      onConfirm={reject}
      off={off}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={!isReady}
      permit={gate?.mayApprove}
      error={sending.error}
      errorTitle={t('reject.failed')}
      note={reason.trim() === '' && t('reject.required')}
    >
      <AsyncBoundary query={query} what={t('approve.what')} isPart>
        {detail => (
          <>
            <Consequence title={t('reject.body')} icon={PauseCircle}>
              {t('reject.more')}
            </Consequence>
            <CommentField
              label={t('reject.reason')}
              help={t('reject.reasonHelp')}
              value={reason}
              onChange={setReason}
              isRequired
            />
            <Commands run={run} gate={detail.gate} reason={reason} />
          </>
        )}
      </AsyncBoundary>
    </ConfirmDialog>
  );
};

type CommandsProps = Pick<GateDialogProps, 'run'> & { gate: Schemas['Gate']; reason: string };

const Commands = ({ run, gate, reason }: CommandsProps) => {
  const at = useCommandTime();
  const { scope, name } = run;
  return (
    <KubectlPanel command={rejectCommands({ ...requestFacts(run, gate), scope, run: name, reason, at })} />
  );
};

function useSend(
  { run: { scope, name }, stage, task, onClose }: GateDialogProps,
  gate: Schemas['Gate'] | undefined,
  reason: string,
) {
  const { t } = useTranslationRef(actTranslationRef);
  const { mutateAsync, ...sending } = useReject();
  const analytics = useAnalytics();
  const done = useDone();
  const isMe = useIsMe();
  const nameOf = usePersonName();
  const send = async (requestUid: string) => {
    const { isFirst, actor } = await mutateAsync({ scope, name, stage, task, body: { requestUid, reason } });
    analytics.captureEvent('reject', `${name} ${stage}`);
    onClose();
    const isOwn = isFirst || (await isMe(actor));
    done(isOwn ? t('reject.done') : t('reject.doneBefore', { who: await nameOf(actor) }));
  };
  const reject = () => {
    const requestUid = gate?.requestUid;
    // A refusal is shown by the dialog.
    if (requestUid !== undefined) send(requestUid).catch(() => undefined);
  };
  return { reject, sending };
}
