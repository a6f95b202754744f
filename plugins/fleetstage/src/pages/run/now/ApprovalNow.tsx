import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useGate } from '../../../api/runQueries';
import { BottomBar } from '../../../components/BottomBar';
import { useHubIsReachable } from '../../../components/HubBar';
import { NowCard, type NowFact } from '../../../components/NowCard';
import { PermitButton } from '../../../components/PermitButton';
import { Names } from '../../../components/Person';
import { checkLooks } from '../../../components/ReadyChecks';
import { SentenceSkeleton } from '../../../components/Skeletons';
import { StatusIcon } from '../../../components/StatusChip';
import { useStartsSentence } from '../../../components/acts/ApproveConsequence';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { openGate, type Gate, type Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { useRunUrl } from '../useRunUrl';
import { CreateAct } from './EndActs';
import { PlainNow } from './PlainNow';

/** Only a person holds the run. */
export const ApprovalNow = ({ run }: { run: Run }) => {
  const gate = openGate(run.pipeline);
  return gate === undefined ? <GivenNow run={run} /> : <OpenNow run={run} gate={gate} />;
};

const OpenNow = ({ run, gate }: { run: Run; gate: Gate }) => {
  const { data, isPending } = useGate({ scope: run.scope, name: run.name }, gate.stage, gate.task);
  const title = useApprovalTitle(gate);
  const facts = useFacts(run, gate, data);
  const consequence = useConsequence(data) ?? (isPending ? <SentenceSkeleton lines={2} /> : undefined);
  const actions = <Acts run={run} gate={gate} checks={data?.checks} />;
  return (
    <>
      <NowCard
        tone="warning"
        title={title}
        consequence={consequence}
        facts={facts}
        actions={actions}
        hidesActionsWhenSmall
      />
      <BottomBar>{actions}</BottomBar>
    </>
  );
};

interface ActsProps {
  readonly run: Run;
  readonly gate: Gate;
  readonly checks: readonly Schemas['Check'][] | undefined;
}

/** Everyone may see the evidence for an approval; the dialog says why one may not decide, or what blocks it. */
const Acts = ({ run, gate, checks = [] }: ActsProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { openGate: open } = useRunUrl(run);
  const permit = gate.mayApprove ?? run.may.approve;
  const isReachable = useHubIsReachable();
  const isBlocked = checks.some(({ level }) => level === 'blocks');
  const review = () => open('approve', gate);
  return (
    <>
      {checks.some(({ needsNewRun }) => needsNewRun) && <CreateAct run={run} label={t('acts.followUp')} />}
      {permit.isAllowed && isReachable && !isBlocked ? (
        <Button variant="contained" onClick={review}>
          {t('acts.review')}
        </Button>
      ) : (
        <Button variant="outlined" color="inherit" onClick={review}>
          {t('acts.reviewOnly')}
        </Button>
      )}
      <PermitButton permit={permit} variant="outlined" color="inherit" onClick={() => open('reject', gate)}>
        {t('acts.reject')}
      </PermitButton>
    </>
  );
};

function useApprovalTitle({ stage, state, task, askedAt }: Gate): string {
  const { t } = useTranslationRef(runTranslationRef);
  const { age } = useTimeWords();
  const now = useNow(20_000);
  if (state === 'wrongGeneration') return t('now.wrongGeneration', { stage });
  if (askedAt === undefined) return t('now.approvalNoAge', { stage });
  return t(task === 'before' ? 'now.approvalBefore' : 'now.approvalAfter', { stage, age: age(askedAt, now) });
}

function useConsequence(detail: Schemas['GateDetail'] | undefined) {
  const { t } = useTranslationRef(runTranslationRef);
  const sentence = useStartsSentence();
  if (detail === undefined) return undefined;
  const isAlone =
    ['stage', 'removal', 'finish'].includes(detail.startsStage.kind) && detail.checkCounts.blocks === 0;
  return (
    <>
      <strong>{sentence(detail.startsStage)}</strong> {isAlone && t('now.nothingElse')}
    </>
  );
}

function useFacts(run: Run, gate: Gate, detail: Schemas['GateDetail'] | undefined): readonly NowFact[] {
  const { t } = useTranslationRef(runTranslationRef);
  const approvers = detail?.approvers ?? run.approvers ?? [];
  const names = approvers.length > 0 ? <Names refs={approvers} /> : t('now.anyone');
  const { isAllowed, reason = '' } = gate.mayApprove ?? run.may.approve;
  return [
    {
      label: t('now.whoCan'),
      value: isAllowed ? t('now.youCan', { names }) : t('now.youCannot', { names, reason }),
    },
    { label: t('now.readyChecks'), value: <CheckCounts counts={detail?.checkCounts} /> },
    { label: t('now.doNothing'), value: t('now.waits') },
  ];
}

const LEVELS = ['blocks', 'pass', 'warn'] as const;
const WORDS = { blocks: 'now.checksBlock', pass: 'now.checksPass', warn: 'now.checksWarn' } as const;

/** On a telephone nothing stands beside them, loaded or not. */
const CHECKS = { display: 'inline-flex', gap: 1.25, flexWrap: 'wrap', minWidth: { xs: 240, sm: 0 } } as const;

const CheckCounts = ({ counts }: { counts: Schemas['CheckCounts'] | undefined }) => {
  const { t } = useTranslationRef(runTranslationRef);
  // As high as the icons that come.
  if (counts === undefined)
    return (
      <Box component="span" sx={{ ...CHECKS, lineHeight: '24px' }}>
        {t('now.checksLoading')}
      </Box>
    );
  return (
    <Box component="span" sx={CHECKS}>
      {LEVELS.filter(level => counts[level] > 0).map(level => (
        <Box key={level} component="span" sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center' }}>
          <StatusIcon {...checkLooks[level]} />
          {t(WORDS[level], { count: counts[level] })}
        </Box>
      ))}
    </Box>
  );
};

/** The approval is there; the engine has not counted it yet. */
const GivenNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const stage =
    run.waitsFor?.stage ?? run.pipeline.find(one => one.state === 'waitingForApproval')?.name ?? '';
  return <PlainNow tone="info" title={t('now.given', { stage })} consequence={t('now.nobody')} />;
};
