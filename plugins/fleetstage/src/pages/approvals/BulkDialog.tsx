import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import TextField from '@mui/material/TextField';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { useHold } from '../../api/FleetProvider';
import { KubectlPanel } from '../../components/KubectlPanel';
import { useNow } from '../../components/useTimeWords';
import { summarize, updateLine, type BulkLine } from '../../model/approvals/bulk';
import { keyOf, type ApprovalItem } from '../../model/approvals/inbox';
import { approveCommand } from '../../model/kubectl';
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
  const isSmall = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [comment, setComment] = useState('');
  const { lines, setLines, isSending, send } = useBulk(items, comment);
  const summary = summarize(lines);
  const id = useId();
  useHold(true);
  const toggle = (line: BulkLine) =>
    setLines(updateLine(lines, keyOf(line.item), { isTicked: !line.isTicked }));
  return (
    <Dialog
      open
      onClose={isSending ? undefined : onClose}
      fullScreen={isSmall}
      aria-labelledby={id}
      PaperProps={{
        sx: { width: 720, maxWidth: '100%', borderRadius: isSmall ? 0 : 2, backgroundImage: 'none' },
      }}
    >
      <Box sx={{ px: 3, pt: 2.5, pb: 1 }}>
        <Typography id={id} component="h2" sx={{ fontSize: 20, lineHeight: '28px', fontWeight: 500 }}>
          {t('bulk.title', { count: items.length })}
        </Typography>
        <Typography color="text.secondary" sx={{ fontSize: 13, lineHeight: '18px' }}>
          {t('bulk.frozen')}
        </Typography>
      </Box>
      <Box sx={{ px: 3, overflowY: 'auto', display: 'grid', gap: 2, pb: 2 }}>
        <BulkLines lines={lines} isFixed={isSending || summary.isOver} onToggle={toggle} />
        {summary.excluded > 0 && !summary.isOver && (
          <Typography sx={{ fontSize: 13 }}>{t('bulk.excluded', { count: summary.excluded })}</Typography>
        )}
        {!summary.isOver && (
          <>
            <TextField
              label={t('bulk.comment')}
              helperText={t('bulk.commentHint')}
              value={comment}
              onChange={event => setComment(event.target.value)}
              inputProps={{ maxLength: 2000 }}
              disabled={isSending}
              multiline
              minRows={2}
              fullWidth
              size="small"
            />
            <BulkCommands lines={lines} comment={comment} />
          </>
        )}
      </Box>
      <BulkFooter lines={lines} isSending={isSending} onSend={send} onClose={onClose} />
    </Dialog>
  );
};

interface BulkFooterProps {
  readonly lines: readonly BulkLine[];
  readonly isSending: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

const BulkFooter = ({ lines, isSending, onSend, onClose }: BulkFooterProps) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const { ticked, clusters, approved, failed, isOver } = summarize(lines);
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1.25,
        px: 3,
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
        alignItems: 'center',
        flexWrap: 'wrap',
      }}
    >
      <Box role="status" sx={{ flex: 1, minWidth: 120, fontSize: 14, fontWeight: 500 }}>
        {isOver &&
          (failed > 0 ? t('bulk.result', { approved, failed }) : t('bulk.resultGood', { count: approved }))}
      </Box>
      {isOver ? (
        <Button variant="contained" onClick={onClose}>
          {t('bulk.close')}
        </Button>
      ) : (
        <>
          <Button variant="outlined" color="inherit" onClick={onClose} disabled={isSending}>
            {t('bulk.cancel')}
          </Button>
          <Button variant="contained" onClick={onSend} disabled={isSending || ticked === 0}>
            {ticked === 0
              ? t('bulk.nothing')
              : t('bulk.approve', { count: ticked, clusters: t('bulk.clusters', { count: clusters }) })}
          </Button>
        </>
      )}
    </Box>
  );
};

const BulkCommands = ({ lines, comment }: { lines: readonly BulkLine[]; comment: string }) => {
  const now = useNow();
  const commands = lines.flatMap(({ item: { scope = '_', gate }, isTicked }) =>
    isTicked && gate.request
      ? approveCommand({
          scope,
          request: gate.request,
          generation: gate.requestGeneration ?? 1,
          comment,
          at: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
        })
      : [],
  );
  return commands.length > 0 ? <KubectlPanel command={commands.join('\n')} /> : null;
};
