import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { Actor } from '../../../components/Actor';
import { PermitButton } from '../../../components/PermitButton';
import { Person } from '../../../components/Person';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { linkName } from '../../../model/placements/placementFilters';
import { countingGate, stopOf, undecidedGate, type Run } from '../../../model/run/pipeline';
import { causeTranslationRef } from '../../../translation/cause';
import { runTranslationRef } from '../../../translation/run';
import { useRunUrl } from '../useRunUrl';
import { EndActs } from './EndActs';
import { PlainNow } from './PlainNow';

export const PreparingNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const cause = run.waitsFor ?? run.blockers[0];
  return (
    <PlainNow
      tone="info"
      title={cause?.message ?? t('now.preparing')}
      isVerbatim={cause !== undefined}
      consequence={t('now.preparingBody')}
    />
  );
};

export const ReadyNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { openDialog } = useRunUrl(run);
  const stages = t('now.stages', { count: run.pipeline.filter(stage => !stage.isRemoval).length });
  const ready = t('now.ready', { count: run.total, stages });
  const removals = run.pipeline.find(stage => stage.isRemoval)?.total ?? 0;
  return (
    <PlainNow
      tone="neutral"
      title={removals > 0 ? t('now.readyThen', { ready, count: removals }) : ready}
      consequence={t('now.readyBody')}
      actions={
        <PermitButton permit={run.may.start} variant="contained" onClick={() => openDialog('start')}>
          {t('acts.start')}
        </PermitButton>
      }
    />
  );
};

export const StoppingNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const keeps = useKeeps(run);
  return (
    <PlainNow tone="warning" title={t('now.stopping', { count: run.tally.inFlight })} consequence={keeps} />
  );
};

const OPERATOR = { actor: 'operator', clusters: [] } as const satisfies Partial<Schemas['Blocker']>;

export const StoppedNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const cause = useTranslationRef(causeTranslationRef);
  const { openDialog } = useRunUrl(run);
  const keeps = useKeeps(run);
  const title = useStoppedTitle(run);
  const placement = linkName({ scope: run.scope, name: run.placement });
  return (
    <PlainNow
      tone="warning"
      title={title}
      consequence={keeps}
      facts={[{ label: cause.t('acts'), value: <Actor blocker={OPERATOR} placement={placement} /> }]}
      actions={
        <>
          <PermitButton permit={run.may.resume} variant="contained" onClick={() => openDialog('resume')}>
            {t('acts.resume')}
          </PermitButton>
          <EndActs run={run} />
        </>
      }
    />
  );
};

function useStoppedTitle(run: Run): ReactNode {
  const { t } = useTranslationRef(runTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  const stop = stopOf(run);
  if (stop === undefined) {
    const since = run.waitsFor?.cause === 'Stopped' ? run.waitsFor.since : undefined;
    return since === undefined ? t('now.stopped') : t('now.stoppedAgo', { ago: ago(since, now) });
  }
  const { at, actor, reason, isRejection } = stop;
  const by = { who: <Person person={actor} />, ago: ago(at, now) };
  if (reason) return t(isRejection ? 'now.rejectedWhy' : 'now.stoppedWhy', { ...by, reason });
  return t(isRejection ? 'now.rejectedBy' : 'now.stoppedBy', by);
}

/** What stays as it is, the gate that is open, and the clock that a stop does not hold. */
function useKeeps(run: Run): string {
  const { pipeline } = run;
  const { t } = useTranslationRef(runTranslationRef);
  const { clock } = useTimeWords();
  const now = useNow(60_000);
  const keeps = useKept(run);
  const open = undecidedGate(pipeline);
  const wait = countingGate(pipeline);
  const sentences = [
    keeps,
    open && t(open.task === 'before' ? 'now.openBefore' : 'now.openAfter', { stage: open.stage }),
    wait?.endsAt && t('now.waitGoesOn', { stage: wait.stage, time: clock(wait.endsAt, now) }),
  ];
  return sentences.filter(Boolean).join(' ');
}

function useKept({ tally, total, previousSnapshot: snapshot }: Run): string {
  const { t } = useTranslationRef(runTranslationRef);
  const count = tally.notStarted;
  if (count > 0)
    return snapshot === undefined ? t('now.keep', { count }) : t('now.keepOn', { count, snapshot });
  return total > 0 && tally.done === total ? t('now.keepAll', { count: total }) : t('now.keepStarted');
}
