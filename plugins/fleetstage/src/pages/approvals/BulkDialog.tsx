import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CommentField } from '../../components/acts/CommentField';
import { requestFacts, useCommandTime } from '../../components/acts/commandFacts';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { summarize, type BulkLine, type BulkSummary } from '../../model/approvals/bulk';
import type { ApprovalItem } from '../../model/approvals/inbox';
import { isTooLong } from '../../model/comment';
import { approveCommand } from '../../model/kubectl';
import { actTranslationRef } from '../../translation/act';
import { approvalsTranslationRef } from '../../translation/approvals';
import { BulkLines } from './BulkLines';
import { useBulk } from './useBulk';

interface BulkDialogProps {
  readonly items: readonly ApprovalItem[];
  readonly onClose: () => void;
}

/** Several approvals with one comment; each is sent by itself, and each has its own answer. */
export const BulkDialog = ({ items, onClose }: BulkDialogProps) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const act = useTranslationRef(actTranslationRef);
  const [comment, setComment] = useState('');
  const { lines, toggle, isSending, send, watched } = useBulk(items, comment);
  const summary = summarize(lines);
  const { ticked, isOver } = summary;
  return (
    <ConfirmDialog
      open
      width={720}
      title={useTitle(summary, lines.length)}
      confirmLabel={useConfirmLabel(summary)}
      onConfirm={isOver ? undefined : send}
      review={
        watched.changed > 0
          ? { label: act.t('approve.reviewAgain', { count: watched.changed }), onReview: watched.accept }
          : undefined
      }
      onClose={onClose}
      isBusy={isSending}
      isConfirmDisabled={ticked === 0 || isTooLong(comment)}
      note={isOver && <Result summary={summary} all={lines.length} />}
    >
      {!isOver && (
        <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>{t('bulk.frozen')}</Box>
      )}
      <BulkLines lines={lines} isFixed={isSending || isOver} onToggle={toggle} />
      {summary.excluded > 0 && !isOver && (
        <Typography sx={{ fontSize: 13, mt: 1 }}>
          {t('bulk.excluded', { count: summary.excluded })}
        </Typography>
      )}
      {!isOver && (
        <>
          <CommentField
            label={t('bulk.comment')}
            help={t('bulk.commentHint')}
            value={comment}
            onChange={setComment}
            isDisabled={isSending}
          />
          <BulkCommands lines={lines} comment={comment} />
        </>
      )}
    </ConfirmDialog>
  );
};

/** A question about what would be approved, as it is ticked now; no question any more once it is answered. */
function useTitle({ ticked, isOver }: BulkSummary, all: number): string {
  const { t } = useTranslationRef(approvalsTranslationRef);
  if (isOver) return t('bulk.titleOver', { all });
  return ticked === all || ticked === 0
    ? t('bulk.title', { count: all })
    : t('bulk.titlePart', { ticked, all });
}

function useConfirmLabel({ ticked, updates, removals }: BulkSummary): string {
  const { t } = useTranslationRef(approvalsTranslationRef);
  if (ticked === 0) return t('bulk.nothing');
  const what = [
    ...(updates > 0 ? [t('bulk.updates', { count: updates })] : []),
    ...(removals > 0 ? [t('bulk.removals', { count: removals })] : []),
  ];
  if (what.length === 0) return t('bulk.approve', { count: ticked });
  return t('bulk.approveWhat', { count: ticked, what: what.join(', ') });
}

const Result = ({ summary: { approved, failed }, all }: { summary: BulkSummary; all: number }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const left = all - approved - failed;
  const parts = [
    t('bulk.result', { approved }),
    ...(failed > 0 ? [t('bulk.resultRefused', { n: failed })] : []),
    ...(left > 0 ? [t('bulk.resultLeft', { n: left })] : []),
  ];
  return (
    <Box role="status" sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500, color: 'text.primary' }}>
      {parts.join(', ')}
    </Box>
  );
};

const BulkCommands = ({ lines, comment }: { lines: readonly BulkLine[]; comment: string }) => {
  const at = useCommandTime();
  const commands = lines
    .filter(({ isTicked }) => isTicked)
    .map(({ item: { scope = '_', run, gate } }) =>
      approveCommand({ ...requestFacts({ name: run }, gate), scope, comment, at }),
    );
  return commands.length > 0 ? <KubectlPanel command={commands.join('\n')} /> : null;
};
