import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useGate } from '../../api/runQueries';
import { isSaidBy } from '../../components/acts/ApproveConsequence';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PermitButton } from '../../components/PermitButton';
import { ReadyChecks } from '../../components/ReadyChecks';
import { addressOf, isDetailOf, type ApprovalItem } from '../../model/approvals/inbox';
import { useGo, useLinks, useUrlPatch } from '../../routing';
import { approvalsTranslationRef } from '../../translation/approvals';
import { Approvers } from './Approvers';
import { Fact } from './Fact';
import { FactsSkeleton } from './FactsSkeleton';
import { useStartsWords } from './useStartsWords';

type Detail = Schemas['GateDetail'];

interface OpenFactsProps {
  readonly item: ApprovalItem;
  /** The primary button is elsewhere. */
  readonly isQuiet: boolean;
}

/** The facts of the Approve dialog. */
export const OpenFacts = ({ item, isQuiet }: OpenFactsProps) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const { stage, task } = item.gate;
  const query = useGate({ scope: item.scope ?? '_', name: item.run }, stage, task);
  // The query keeps what it had while the next gate loads.
  const data = query.data && isDetailOf(query.data, item) ? query.data : undefined;
  return (
    <AsyncBoundary query={{ ...query, data }} what={t('detail.what')} isPart skeleton={<FactsSkeleton />}>
      {detail => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Starts detail={detail} />
          <Fact
            label={t(detail.checkCounts.blocks > 0 ? 'detail.notReady' : 'detail.ready', {
              pass: detail.checkCounts.pass,
              n: detail.checkCounts.total,
            })}
          >
            <ReadyChecks checks={detail.checks} />
          </Fact>
          <Decides detail={detail} />
          <Acts item={item} detail={detail} isQuiet={isQuiet} />
        </Box>
      )}
    </AsyncBoundary>
  );
};

const Starts = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const starts = useStartsWords();
  const { placement, snapshot: to, previousSnapshot: from } = detail;
  const isStage = detail.startsStage.kind === 'stage';
  return (
    <Fact label={t('detail.starts')}>
      <Box sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>
        {t('detail.sentence', {
          text: isSaidBy(detail.checks, detail.startsStage)
            ? t('detail.startsNothing')
            : starts(detail.startsStage),
        })}
      </Box>
      {isStage && to && (
        <span>
          {from === undefined || from === to
            ? t(from === to ? 'detail.keeps' : 'detail.brings', { placement, to })
            : t('detail.moves', { placement, from, to })}{' '}
        </span>
      )}
      {detail.then && <span>{detail.then}</span>}
    </Fact>
  );
};

const Decides = ({ detail: { approvers, gate } }: { detail: Detail }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const who =
    approvers.length > 0
      ? t('detail.oneOf', { approvers: <Approvers refs={approvers} /> })
      : t('detail.anyone');
  return (
    <Fact label={t('detail.decides')}>
      {gate.mayApprove?.isAllowed ? t('detail.withYou', { who }) : t('detail.sentence', { text: who })}
      {!gate.mayApprove?.isAllowed && gate.mayApprove?.reason && (
        <> {t('detail.sentence', { text: gate.mayApprove.reason.replace(/\.$/, '') })}</>
      )}
    </Fact>
  );
};

const Acts = ({ item, detail, isQuiet }: OpenFactsProps & { detail: Detail }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const patch = useUrlPatch();
  const permit = detail.gate.mayApprove ?? { isAllowed: false };
  const links = useLinks();
  const go = useGo();
  const isForGood = detail.checks.some(({ needsNewRun }) => needsNewRun);
  const blocked = { isAllowed: false, reason: t(isForGood ? 'detail.blockedForGood' : 'detail.blocked') };
  const isBlocked = permit.isAllowed && detail.checkCounts.blocks > 0;
  const open = (dialog: string) => patch({ ...addressOf(item), dialog }, { push: true });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <PermitButton
        permit={isBlocked ? blocked : permit}
        variant={isQuiet ? 'outlined' : 'contained'}
        color={isQuiet ? 'inherit' : 'primary'}
        sx={{ flex: 1 }}
        onClick={() => open('approve')}
      >
        {t('detail.approve')}
      </PermitButton>
      <PermitButton permit={permit} variant="outlined" color="inherit" onClick={() => open('reject')}>
        {t('detail.reject')}
      </PermitButton>
      {isForGood && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => go(links.runs({ dialog: 'create', for: detail.placement }))}
        >
          {t('detail.newRun')}
        </Button>
      )}
    </Box>
  );
};
