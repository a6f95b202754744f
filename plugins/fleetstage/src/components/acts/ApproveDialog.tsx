import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useApprove } from '../../api/mutations';
import { useGate, type RunKey, type Task } from '../../api/runQueries';
import { isTooLong } from '../../model/comment';
import { approveCommand } from '../../model/kubectl';
import { linkName } from '../../model/placements/placementFilters';
import { isOpenApproval } from '../../model/status/gate';
import { useLinks } from '../../routing';
import { actTranslationRef } from '../../translation/act';
import { AsyncBoundary } from '../AsyncBoundary';
import { ConfirmDialog } from '../ConfirmDialog';
import { dangerButton } from '../dangerButton';
import { FleetLink } from '../FleetLink';
import { KubectlPanel } from '../KubectlPanel';
import { usePersonName } from '../Person';
import { ReadyChecks } from '../ReadyChecks';
import { VariantsLine } from '../VariantsLine';
import { ApproveConsequence, useConfirmWords, useDoneWords, useTakeBackWords } from './ApproveConsequence';
import { CommentField } from './CommentField';
import { requestFacts, useCommandTime } from './commandFacts';
import { Label } from './Consequence';
import { useApprovedToast, useDone, useIsMe } from './useActToasts';
import { offUnlessSent, useGateOffWords } from './useOffWords';
import { useWatchedChecks } from './useWatchedChecks';
import { WhoDecides } from './WhoDecides';

export interface GateDialogProps {
  readonly run: RunKey;
  readonly stage: string;
  readonly task: Task;
  /** Why nothing can be decided now, where the run knows; the dialog says it and only closes. */
  readonly off?: ReactNode;
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
  const { approve, sending } = useSend(props, data, comment);
  const confirm = useConfirmWords();
  const takeBack = useTakeBackWords();
  const gateOff = useGateOffWords(data?.gate);
  const off = offUnlessSent(props.off ?? gateOff, sending);
  const isOpen = off === undefined && data !== undefined && isOpenApproval(data.gate);
  const isBlocked = data === undefined || data.checkCounts.blocks > 0;
  return (
    <ConfirmDialog
      open
      width={720}
      title={t('approve.title', { stage, run: run.name })}
      confirmLabel={data === undefined ? t('approve.confirm') : confirm(data.startsStage)}
      onConfirm={approve}
      off={off}
      review={
        checks.changed > 0
          ? { label: t('approve.reviewAgain', { count: checks.changed }), onReview: checks.accept }
          : undefined
      }
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={!isOpen || isBlocked || isTooLong(comment)}
      permit={data?.gate.mayApprove ?? { isAllowed: true }}
      error={sending.error}
      errorTitle={t('approve.failed')}
      note={isOpen && !isBlocked && takeBack(data.startsStage)}
      extraAction={
        onReject &&
        isOpen && (
          <Button
            variant="outlined"
            color="error"
            sx={dangerButton}
            onClick={onReject}
            disabled={sending.isPending}
          >
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
  const at = useCommandTime();
  const links = useLinks();
  const { gate, checks, checkCounts } = detail;
  return (
    <>
      <ApproveConsequence detail={detail} />
      <Label>
        {t(checkCounts.blocks > 0 ? 'approve.notReady' : 'approve.ready', {
          pass: String(checkCounts.pass),
          count: checkCounts.total,
        })}
      </Label>
      <ReadyChecks
        checks={checks}
        onShow={onShowClusters}
        diffTo={links.run(linkName(run), { tab: 'changes' })}
      />
      <VariantsLine scope={run.scope} placement={detail.placement} run={run.name} />
      {checkCounts.blocks > 0 && <Blocked detail={detail} />}
      <Label>{t('approve.who')}</Label>
      <WhoDecides detail={detail} />
      <CommentField
        label={t('approve.comment')}
        help={t('approve.commentHelp')}
        value={comment}
        onChange={onComment}
      />
      <KubectlPanel command={approveCommand({ ...requestFacts(run, gate), scope: run.scope, comment, at })} />
    </>
  );
};

/** The blocking check says what has to happen; only where no check can pass any more there is something to do instead. */
const Blocked = ({ detail: { checks, placement } }: { detail: Schemas['GateDetail'] }) => {
  const { t } = useTranslationRef(actTranslationRef);
  const links = useLinks();
  if (!checks.some(({ needsNewRun }) => needsNewRun)) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <FleetLink to={links.runs({ dialog: 'create', for: placement })} underline="always">
        {t('approve.newRun')}
      </FleetLink>
    </Box>
  );
};

function useSend(
  { run, stage, task, onClose }: ApproveDialogProps,
  detail: Schemas['GateDetail'] | undefined,
  comment: string,
) {
  const { t } = useTranslationRef(actTranslationRef);
  const { mutateAsync, ...sending } = useApprove();
  const analytics = useAnalytics();
  const approved = useApprovedToast();
  const done = useDone();
  const doneWords = useDoneWords();
  const isMe = useIsMe();
  const nameOf = usePersonName();
  const send = async ({ gate, startsStage }: Schemas['GateDetail'], requestUid: string) => {
    const key = { scope: run.scope, name: run.name, stage, task };
    const body = {
      requestUid,
      resourceVersion: gate.resourceVersion,
      comment: comment.trim() || undefined,
    };
    const { isFirst, actor, startsStage: result } = await mutateAsync({ ...key, body });
    analytics.captureEvent('approve', `${run.name} ${stage}`);
    onClose();
    // One's own first click on another tab, or on another replica, is no stranger's decision.
    if (isFirst || (await isMe(actor))) approved(doneWords(result ?? startsStage), key, requestUid);
    else done(t('approve.doneBefore', { who: await nameOf(actor) }));
  };
  const approve = () => {
    const requestUid = detail?.gate.requestUid;
    // A refusal is shown by the dialog.
    if (detail && requestUid !== undefined) send(detail, requestUid).catch(() => undefined);
  };
  return { approve, sending };
}
