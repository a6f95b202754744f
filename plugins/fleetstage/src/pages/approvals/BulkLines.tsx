import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import CircularProgress from '@mui/material/CircularProgress';
import { isSaidBy } from '../../components/acts/ApproveConsequence';
import { ReadyChecks } from '../../components/ReadyChecks';
import { StatusIcon } from '../../components/StatusChip';
import type { BulkLine, Outcome } from '../../model/approvals/bulk';
import { keyOf } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';
import { CheckCounts } from './cells';
import { useGateTitle } from './useGateTitle';
import { useStartsWords } from './useStartsWords';

interface BulkLinesProps {
  readonly lines: readonly BulkLine[];
  /** Sent: nothing can be ticked any more. */
  readonly isFixed: boolean;
  readonly onToggle: (line: BulkLine) => void;
}

/** Each gate with what it starts, what does not pass, and its answer. */
export const BulkLines = ({ lines, isFixed, onToggle }: BulkLinesProps) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {lines.map(line => (
      <Line key={keyOf(line.item)} line={line} isFixed={isFixed} onToggle={() => onToggle(line)} />
    ))}
  </Box>
);

const Line = ({ line, isFixed, onToggle }: { line: BulkLine; isFixed: boolean; onToggle: () => void }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const title = useGateTitle();
  const starts = useStartsWords();
  const { item, isTicked, outcome, counts, concerns, closed, isBlocked } = line;
  return (
    <Box
      component="li"
      sx={{ 'display': 'flex', 'gap': 1, 'py': 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Checkbox
        size="small"
        checked={isTicked}
        disabled={isFixed || isBlocked || closed !== undefined}
        onChange={onToggle}
        inputProps={{ 'aria-label': t('bulk.include', { gate: title(item) }) }}
        sx={{ alignSelf: 'flex-start', p: 0.75, ml: -0.75 }}
      />
      <Box sx={{ flex: 1, minWidth: 0, fontSize: 13, lineHeight: '18px', overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', pt: 0.5 }}>
          <Box sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500, flex: 1, minWidth: 160 }}>
            {title(item)}
          </Box>
          {/* Beside a refusal they would say that all is well. */}
          {outcome.kind !== 'failed' && <CheckCounts checks={counts} />}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>
          {isSaidBy(concerns, item.startsStage) ? t('detail.startsNothing') : starts(item.startsStage)}
        </Box>
        {outcome.kind !== 'waits' && <Answer outcome={outcome} />}
        {outcome.kind === 'waits' && closed !== undefined && (
          <Box role="status">{closed === 'decided' ? t('bulk.decided') : closed.reason}</Box>
        )}
        {outcome.kind === 'waits' && closed === undefined && <ReadyChecks checks={concerns} />}
      </Box>
    </Box>
  );
};

const Answer = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const isBad = outcome.kind === 'failed';
  return (
    <Box
      role={isBad ? 'alert' : 'status'}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mt: 0.5 }}
    >
      {outcome.kind === 'sending' || outcome.kind === 'queued' || outcome.kind === 'waits' ? (
        <CircularProgress size={14} sx={{ mt: '2px' }} aria-hidden />
      ) : (
        <StatusIcon icon={isBad ? Cancel : CheckCircle} tone={isBad ? 'error' : 'success'} size={18} />
      )}
      <span>{isBad ? t('bulk.failed', { message: outcome.message }) : t(`bulk.${outcome.kind}`)}</span>
    </Box>
  );
};
