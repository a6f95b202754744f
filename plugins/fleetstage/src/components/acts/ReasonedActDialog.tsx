import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import { useState, type ReactNode } from 'react';
import { isTooLong } from '../../model/comment';
import { versionActTranslationRef } from '../../translation/versionActs';
import { ConfirmDialog, type ConfirmDialogProps } from '../ConfirmDialog';
import { KubectlPanel } from '../KubectlPanel';
import { CommentField } from './CommentField';
import { useDone } from './useActToasts';
import { offUnlessSent } from './useOffWords';

interface ReasonedActDialogProps extends Pick<
  ConfirmDialogProps,
  'title' | 'tone' | 'permit' | 'note' | 'off' | 'onClose' | 'isConfirmDisabled'
> {
  readonly confirm: string;
  /** Title of a refusal. */
  readonly failed: string;
  /** Said when it is written. */
  readonly done: string;
  /** What is counted: the act and the object. */
  readonly measure: readonly [act: string, name: string];
  /** The same as a command. */
  readonly command: string;
  /** A reason has to be given. */
  readonly isReasonRequired?: boolean;
  readonly sending: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: unknown;
  };
  readonly send: (reason: string | undefined) => Promise<unknown>;
  /** What follows from it, in numbers. */
  readonly children: ReactNode;
}

/** An act of a person with a reason for the history: what it brings about, the same with kubectl, and what went wrong. */
export const ReasonedActDialog = ({
  confirm,
  failed,
  done: said,
  measure: [act, name],
  command,
  isReasonRequired = false,
  sending,
  send,
  off,
  children,
  isConfirmDisabled = false,
  ...dialog
}: ReasonedActDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const [reason, setReason] = useState('');
  const analytics = useAnalytics();
  const done = useDone();
  const write = async () => {
    await send(reason.trim() || undefined);
    analytics.captureEvent(act, name);
    dialog.onClose();
    done(said);
  };
  const isAllowed = dialog.permit?.isAllowed ?? true;
  const lacksReason = isReasonRequired && reason.trim() === '';
  return (
    <ConfirmDialog
      open
      {...dialog}
      confirmLabel={confirm}
      // A refusal is shown by the dialog.
      onConfirm={() => void write().catch(() => undefined)}
      off={offUnlessSent(off, sending)}
      isBusy={sending.isPending}
      isConfirmDisabled={isAllowed && (isConfirmDisabled || lacksReason || isTooLong(reason))}
      error={sending.error}
      errorTitle={failed}
    >
      {children}
      <CommentField
        label={t('reason')}
        help={t(isReasonRequired ? 'reasonNeeded' : 'reasonHelp')}
        value={reason}
        onChange={setReason}
        isRequired={isReasonRequired}
      />
      <KubectlPanel command={command} />
    </ConfirmDialog>
  );
};
