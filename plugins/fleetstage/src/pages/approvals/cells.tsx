import { useTranslationRef } from '@backstage/frontend-plugin-api';
import CheckCircle from '@mui/icons-material/CheckCircle';
import ThumbDownAlt from '@mui/icons-material/ThumbDownAlt';
import Box from '@mui/material/Box';
import { Age } from '../../components/Age';
import { RunAhead } from '../../components/acts/BlockingRunActs';
import { Person } from '../../components/Person';
import { checkLooks } from '../../components/ReadyChecks';
import { StatusIcon } from '../../components/StatusChip';
import { aheadOf, type ApprovalItem } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';
import { Approvers } from './Approvers';
import { useGateTitle } from './useGateTitle';
import { useStartedWords } from './useStartsWords';

const MAIN = { fontSize: 14, lineHeight: '20px', overflowWrap: 'anywhere' } as const;
const DETAIL = {
  fontSize: 13,
  lineHeight: '18px',
  color: 'text.secondary',
  mt: 0.25,
  overflowWrap: 'anywhere',
} as const;

/** The gate, and below it what it starts or why it is not yours; small screens have no column for its age. */
export const GateCell = ({ item }: { item: ApprovalItem }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const title = useGateTitle();
  const starts = useStartedWords();
  const permit = item.gate.mayApprove;
  const ahead = aheadOf(item);
  // The details say why.
  const isBlocked =
    item.decision === undefined && item.startsStage.kind === 'nothing' && item.checks.blocks > 0;
  const isClosed = item.decision === undefined && permit?.isAllowed === false;
  return (
    <>
      <Box sx={{ ...MAIN, fontWeight: 500 }}>{title(item)}</Box>
      <Box sx={DETAIL}>
        {isClosed && permit?.reason ? permit.reason : isBlocked ? t('detail.startsNothing') : starts(item)}
      </Box>
      {ahead && <RunAhead scope={item.scope} {...ahead} />}
      {item.decision === undefined && <SmallScreenFacts item={item} />}
    </>
  );
};

/** What the columns of wide screens say. */
const SmallScreenFacts = ({ item }: { item: ApprovalItem }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  return (
    <Box sx={{ display: { xs: 'block', sm: 'none' } }}>
      {item.gate.askedAt && (
        <Box sx={DETAIL}>
          {t('waiting', { age: <Age at={item.gate.askedAt} />, given: <Given item={item} /> })}
        </Box>
      )}
      <Box sx={{ mt: 0.5 }}>
        <CheckCounts checks={item.checks} />
      </Box>
    </Box>
  );
};

/** How many have approved, and who may. */
const Given = ({ item: { approvers = [] } }: { item: ApprovalItem }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  if (approvers.length === 0) return <>{t('given.none')}</>;
  return <>{t('given.by', { approvers: <Approvers refs={approvers} /> })}</>;
};

export const WaitingCell = ({ item }: { item: ApprovalItem }) => (
  <>
    <Box sx={MAIN}>{item.gate.askedAt && <Age at={item.gate.askedAt} />}</Box>
    <Box sx={DETAIL}>
      <Given item={item} />
    </Box>
  </>
);

const LEVELS = ['pass', 'warn', 'blocks'] as const;

/** How many checks pass, are to be reviewed, or block. */
export const CheckCounts = ({ checks }: Pick<ApprovalItem, 'checks'>) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  return (
    <Box sx={{ display: 'flex', gap: 1.25, fontSize: 14, lineHeight: '20px' }}>
      {LEVELS.filter(level => checks[level] > 0).map(level => (
        <Box
          component="span"
          key={level}
          role="img"
          aria-label={t(`checks.${level}`, { count: checks[level] })}
          title={t(`checks.${level}`, { count: checks[level] })}
          sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}
        >
          <StatusIcon {...checkLooks[level]} size={16} />
          {checks[level]}
        </Box>
      ))}
    </Box>
  );
};

/** Who decided, when, after how long, in whose words. */
export const DecisionCell = ({ item: { decision } }: { item: ApprovalItem }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  if (decision === undefined) return null;
  const isYes = decision.verdict === 'approved';
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <StatusIcon icon={isYes ? CheckCircle : ThumbDownAlt} tone={isYes ? 'success' : 'error'} size={18} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={MAIN}>
          {t(`decision.${decision.verdict}`, { actor: <Person person={decision.actor} /> })}
        </Box>
        <Box sx={DETAIL}>
          <Age at={decision.at} isAgo />
          {decision.comment && <Comment text={decision.comment} />}
        </Box>
      </Box>
    </Box>
  );
};

/** One line of it; the whole is in the details. */
const Comment = ({ text }: { text: string }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  return (
    <Box title={text} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {t('decision.quote', { comment: text })}
    </Box>
  );
};
