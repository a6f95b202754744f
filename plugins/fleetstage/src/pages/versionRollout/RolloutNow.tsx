import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { Actor } from '../../components/Actor';
import { Age, Clock } from '../../components/Age';
import { MessageText } from '../../components/MessageText';
import { NowCard, type NowFact } from '../../components/NowCard';
import { PermitButton } from '../../components/PermitButton';
import { useNowUntil, useTimeWords } from '../../components/useTimeWords';
import { isCancelling, isPausedByPerson } from '../../model/versionRollout/acts';
import { currentStageOf, type RolloutStage } from '../../model/versionRollout/pipeline';
import { rolloutState, rolloutStatus, toUpgrade } from '../../model/status/versionRollout';
import { RouterLink, useLinks } from '../../routing';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import type { Rollout, RolloutProps } from './rolloutProps';
import { useFailedClusters } from './useFailedClusters';
import { useRolloutUrl } from './useRolloutUrl';
import { useWhyWords } from './useWhyWords';

/** What waits, why, since when, until when, who can act, what to press. */
export const RolloutNow = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { counts } = rollout;
  const state = rolloutState(rollout);
  const stage = currentStageOf(rollout);
  if (!rollout.isOver && isCancelling(rollout))
    return (
      <NowCard
        tone="warning"
        title={t('now.cancelling')}
        consequence={t('now.cancellingBody', { count: counts.running })}
      />
    );
  switch (state) {
    case 'completed':
    case 'cancelled':
      return <EndNow rollout={rollout} />;
    case 'paused':
      return <PausedNow rollout={rollout} />;
    case 'failing':
      return <FailingNow rollout={rollout} stage={stage} />;
    case 'soaking':
    case 'forcedSoaking':
      return stage === undefined ? null : <SoakingNow rollout={rollout} stage={stage} />;
    default:
      return <StageNow rollout={rollout} stage={stage} />;
  }
};

interface StageNowProps extends RolloutProps {
  readonly stage: RolloutStage | undefined;
}

/** It moves, or waits for what its first blocker says. */
const StageNow = ({ rollout, stage }: StageNowProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const links = useLinks();
  const state = rolloutState(rollout);
  const { waitsFor, message, sequence } = rollout;
  const name = stage?.name ?? '';
  const title =
    state === 'upgrading' && stage
      ? t('now.upgrading', { stage: name, done: stage.counts.succeeded, total: toUpgrade(stage.counts) })
      : t(`now.${state === 'held' || state === 'waitingForNextStage' ? state : 'waiting'}`, { stage: name });
  return (
    <NowCard
      tone={rolloutStatus(state).tone}
      title={title}
      consequence={<MessageText text={waitsFor?.message ?? message ?? ''} />}
      facts={useWaitFacts(rollout)}
      actions={
        state === 'waitingForNextStage' && (
          <Button variant="outlined" color="inherit" component={RouterLink} to={links.sequence(sequence)}>
            {t('acts.openSequence')}
          </Button>
        )
      }
    />
  );
};

const SoakingNow = ({ rollout, stage }: { rollout: Rollout; stage: RolloutStage }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { clock, left } = useTimeWords();
  const until = stage.soakEndsAt;
  const now = useNowUntil(until);
  const isForced = stage.phase === 'ForcedSoaking';
  const next = rollout.pipeline.find(({ number }) => number === stage.number + 1);
  return (
    <NowCard
      tone={isForced ? 'warning' : 'info'}
      title={
        until === undefined
          ? t('now.soakingOnly', { stage: stage.name })
          : t('now.soaking', { stage: stage.name, time: clock(until, now), left: left(until, now) })
      }
      consequence={
        <>
          {isForced && `${t('now.forced')} `}
          {next === undefined
            ? t('now.soakingLast')
            : t('now.soakingNext', { next: next.name, count: next.counts.total })}
        </>
      }
      facts={useWaitFacts(rollout)}
    />
  );
};

const FailingNow = ({ rollout, stage }: StageNowProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { openFor, showClusters } = useRolloutUrl();
  const failed = useFailedClusters(rollout.name);
  const { waitsFor, message, may, counts } = rollout;
  return (
    <NowCard
      tone="error"
      title={t('now.failing', { count: counts.failed, stage: stage?.name ?? '' })}
      consequence={<MessageText text={waitsFor?.message ?? message ?? ''} />}
      facts={useWaitFacts(rollout)}
      actions={
        <>
          {failed.length > 0 && (
            <PermitButton permit={may.retry} variant="contained" onClick={() => openFor('retry', failed)}>
              {t('acts.retryFailed', { count: failed.length })}
            </PermitButton>
          )}
          <Button variant="outlined" color="inherit" onClick={() => showClusters({ state: 'Failed' })}>
            {t('acts.showFailed')}
          </Button>
        </>
      }
    />
  );
};

const PausedNow = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { openDialog } = useRolloutUrl();
  const isByPerson = isPausedByPerson(rollout);
  return (
    <NowCard
      tone="warning"
      title={t(isByPerson ? 'now.paused' : 'now.pausedBySystem')}
      consequence={isByPerson ? t('now.pausedBody') : <MessageText text={rollout.message ?? ''} />}
      facts={useWaitFacts(rollout)}
      actions={
        isByPerson && (
          <PermitButton permit={rollout.may.resume} variant="contained" onClick={() => openDialog('resume')}>
            {t('acts.resume')}
          </PermitButton>
        )
      }
    />
  );
};

const EndNow = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { phase, reason, counts, message } = rollout;
  const why = useWhyWords();
  const total = toUpgrade(counts);
  const left = counts.skipped + counts.ineligible + counts.removed;
  const title =
    phase === 'Completed'
      ? t('now.completed')
      : reason === undefined
        ? t('now.cancelledPlain')
        : t('now.cancelled', { why: why(reason) });
  return (
    <NowCard
      tone={phase === 'Completed' ? 'success' : 'neutral'}
      title={title}
      consequence={
        <>
          {t('now.endBody', { done: counts.succeeded, total })} {left > 0 && t('now.left', { count: left })}{' '}
          {phase === 'Cancelled' && message}
        </>
      }
    />
  );
};

/** Since when, until when, who can act, and what time alone will bring. */
function useWaitFacts(rollout: Rollout): readonly NowFact[] {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { waitsFor, forcedSoakAt, predictedFinish } = rollout;
  const { since, until, actor } = waitsFor ?? {};
  return [
    ...(since === undefined ? [] : [{ label: t('now.since'), value: <Age at={since} /> }]),
    ...(until === undefined ? [] : [{ label: t('now.until'), value: <Clock at={until} /> }]),
    ...(waitsFor === undefined || actor === undefined
      ? []
      : [{ label: t('now.acts'), value: <Actor blocker={waitsFor} placement="" /> }]),
    ...(forcedSoakAt === undefined
      ? []
      : [{ label: t('now.forcedSoak'), value: <Clock at={forcedSoakAt} /> }]),
    ...(predictedFinish === undefined
      ? []
      : [
          {
            label: t('now.finish'),
            value: (
              <span title={t('now.finishWhy')}>
                <Clock at={predictedFinish} />
              </span>
            ),
          },
        ]),
  ];
}
