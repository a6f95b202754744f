import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useApprove } from '../../api/mutations';
import { useGate, type RunKey, type Task } from '../../api/runQueries';
import { approveCommand } from '../../model/kubectl';
import { countLevel } from '../../model/run/ready';
import { isOpenApproval } from '../../model/status/gate';
import { actTranslationRef } from '../../translation/act';
import { AsyncBoundary } from '../AsyncBoundary';
import { ConfirmDialog } from '../ConfirmDialog';
import { dangerButton } from '../dangerButton';
import { KubectlPanel } from '../KubectlPanel';
import { usePersonName } from '../Person';
import { ReadyChecks } from '../ReadyChecks';
import { useNow } from '../useTimeWords';
import { ApproveConsequence, useConfirmWords, useDoneWords } from './ApproveConsequence';
import { Label } from './Consequence';
import { useApprovedToast, useDone } from './useActToasts';
import { useWatchedChecks } from './useWatchedChecks';
import { WhoDecides } from './WhoDecides';

export interface GateDialogProps {
  readonly run: RunKey;
  readonly stage: string;
  readonly task: Task;
  readonly onClose: () => void;
}

interface ApproveDialogProps extends GateDialogProps {
  /** Opens the sibling. */
  readonly onReject?: () => void;
  readonly onShowClusters?: (check: Schemas['Check']) => void;
}

/** The facts of an approval, and the approval: closes only when it succeeded. */
export const ApproveDialog = (props: ApproveDialogProps) => {
  const { run, stage, task, onClose, onReject } = props;
  const { t } = useTranslationRef(actTranslationRef);
  const query = useGate(run, stage, task);
  const [comment, setComment] = useState('');
  const { data } = query;
  const checks = useWatchedChecks(data?.checks);
  const { approve, error, isPending } = useSend(props, data, comment);
  const confirm = useConfirmWords();
  const isOpen = data !== undefined && isOpenApproval(data.gate);
  const isBlocked = data === undefined || countLevel(data.checks, 'blocks') > 0;
  const label = data === undefined ? t('approve.confirm') : confirm(data.startsStage);
  return (
    <ConfirmDialog
      open
      width={720}
      title={t('approve.title', { stage, run: run.name })}
      confirmLabel={checks.changed > 0 ? t('approve.lookAgain', { count: checks.changed }) : label}
      onConfirm={checks.changed > 0 ? checks.accept : approve}
      onClose={onClose}
      isBusy={isPending}
      isConfirmDisabled={!isOpen || isBlocked}
      permit={data?.gate.mayApprove ?? { isAllowed: true }}
      error={error}
      errorTitle={t('approve.failed')}
      note={isOpen && !isBlocked && t('approve.takeBack')}
      extraAction={
        onReject &&
        isOpen && (
          <Button variant="outlined" color="error" sx={dangerButton} onClick={onReject} disabled={isPending}>
            {t('approve.reject')}
          </Button>
        )
      }
    >
      <AsyncBoundary query={query} what={t('approve.what')} isPart>
        {gate => <Facts {...props} gate={gate} comment={comment} onComment={setComment} />}
      </AsyncBoundary>
    </ConfirmDialog>
  );
};

interface FactsProps extends ApproveDialogProps {
  readonly gate: Schemas['GateDetail'];
  readonly comment: string;
  readonly onComment: (text: string) => void;
}

const Facts = ({ gate: detail, run, comment, onComment, onShowClusters }: FactsProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const now = useNow(60_000);
  const { gate, checks } = detail;
  if (!isOpenApproval(gate)) return <>{t('approve.over')}</>;
  const pass = countLevel(checks, 'pass');
  return (
    <>
      <ApproveConsequence detail={detail} />
      <Label>{t('approve.ready', { pass: String(pass), count: checks.length })}</Label>
      <ReadyChecks checks={checks} onShow={onShowClusters} />
      {countLevel(checks, 'blocks') > 0 && <Box sx={{ mt: 1 }}>{t('approve.blocked')}</Box>}
      <Label>{t('approve.who')}</Label>
      <WhoDecides detail={detail} />
      <TextField
        label={t('approve.comment')}
        helperText={t('approve.commentHelp')}
        value={comment}
        onChange={event => onComment(event.target.value)}
        multiline
        minRows={2}
        maxRows={6}
        fullWidth
        size="small"
        margin="normal"
        inputProps={{ maxLength: 2000 }}
      />
      <KubectlPanel
        command={approveCommand({
          scope: run.scope,
          request: gate.request ?? `${run.name}-${gate.stage}`,
          generation: gate.requestGeneration ?? 1,
          comment,
          at: `${new Date(now).toISOString().slice(0, 19)}Z`,
        })}
      />
    </>
  );
};

function useSend(
  { run, stage, task, onClose }: ApproveDialogProps,
  detail: Schemas['GateDetail'] | undefined,
  comment: string,
) {
  const { t } = useTranslationRef(actTranslationRef);
  const { mutate, error, isPending } = useApprove();
  const analytics = useAnalytics();
  const approved = useApprovedToast();
  const done = useDone();
  const doneWords = useDoneWords();
  const nameOf = usePersonName();
  const approve = () => {
    const requestUid = detail?.gate.requestUid;
    if (detail === undefined || requestUid === undefined) return;
    const gate = { ...run, stage, task };
    const body = {
      requestUid,
      resourceVersion: detail.gate.resourceVersion,
      comment: comment.trim() || undefined,
    };
    const onSuccess = ({ isFirst, actor }: Schemas['ApprovalResult']) => {
      analytics.captureEvent('approve', `${run.name} ${stage}`);
      if (isFirst) approved(doneWords(detail.startsStage), gate, requestUid);
      else done(t('approve.doneBefore', { who: nameOf(actor) }));
      onClose();
    };
    mutate({ ...gate, body }, { onSuccess });
  };
  return { approve, error, isPending };
}
