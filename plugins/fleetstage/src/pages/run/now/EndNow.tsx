import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Actor } from '../../../components/Actor';
import { Age } from '../../../components/Age';
import type { NowFact } from '../../../components/NowCard';
import { Person } from '../../../components/Person';
import { useStageName } from '../../../components/useStageName';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { asSentence } from '../../../model/asSentence';
import { linkName } from '../../../model/placements/placementFilters';
import { hasUse } from '../../../model/run/actUse';
import type { Run } from '../../../model/run/pipeline';
import { causeTranslationRef } from '../../../translation/cause';
import { endsTranslationRef } from '../../../translation/ends';
import { runTranslationRef } from '../../../translation/run';
import { CreateAct, RollBackAct } from './EndActs';
import { PlainNow } from './PlainNow';

/** All done. */
export const SucceededNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { duration } = useTimeWords();
  const numbers = { done: run.counts.updated ?? 0, total: run.total };
  const { startedAt, endedAt } = run;
  const took = startedAt && endedAt ? duration(Date.parse(endedAt) - Date.parse(startedAt)) : undefined;
  const removed = run.pipeline.find(stage => stage.isRemoval)?.counts.removed ?? 0;
  return (
    <PlainNow
      tone="success"
      title={took === undefined ? t('now.succeeded', numbers) : t('now.succeededIn', { ...numbers, took })}
      consequence={
        <>
          {removed > 0 && t('now.removedToo', { count: removed })} {t('now.succeededBody')}
        </>
      }
      actions={hasUse('rollback', run) ? <RollBackAct run={run} /> : undefined}
    />
  );
};

/** Ended by a person: who and why, and what runs where now. */
export const EndedNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const { t: tRun } = useTranslationRef(runTranslationRef);
  const facts = [...useEndFacts(run), ...useSnapshotFacts(run)];
  return (
    <PlainNow
      tone="neutral"
      title={t('now.ended')}
      consequence={t('now.endedBody')}
      facts={facts}
      actions={
        <>
          <CreateAct run={run} label={tRun('acts.followUp')} />
          <RollBackAct run={run} />
        </>
      }
    />
  );
};

function useEndFacts({ ended }: Run): readonly NowFact[] {
  const { t } = useTranslationRef(endsTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  if (ended === undefined) return [];
  const { at, actor, reason } = ended;
  const by =
    actor === undefined
      ? t('now.byAnnotation', { ago: ago(at, now) })
      : t('now.byWhom', { who: <Person person={actor} />, ago: ago(at, now) });
  return [
    { label: t('now.reason'), value: reason },
    { label: t('now.by'), value: by },
  ];
}

function useSnapshotFacts({ snapshots, midUpdate }: Run): readonly NowFact[] {
  const { t } = useTranslationRef(runTranslationRef);
  const settled = snapshots.map(({ index, clusters }) =>
    t('now.onSnapshot', { count: clusters, snapshot: index }),
  );
  const where = midUpdate > 0 ? [...settled, t('now.midUpdate', { count: midUpdate })] : settled;
  return where.length > 0 ? [{ label: t('now.runsNow'), value: where.join(', ') }] : [];
}

/** Over, and not whole: what runs where now, and the next act. */
export const FailedNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const title = useFailedTitle(run);
  const facts = [...useFailureFacts(run), ...useSnapshotFacts(run)];
  return (
    <PlainNow
      tone="error"
      title={title}
      consequence={run.failure === undefined ? t('now.failedBody') : asSentence(run.failure)}
      facts={facts}
      actions={
        <>
          <CreateAct run={run} label={t('acts.followUp')} />
          <RollBackAct run={run} />
        </>
      }
    />
  );
};

/** Since when, and who can act: whoever may create the run that goes on. */
function useFailureFacts({ scope, endedAt, placement: name }: Run): readonly NowFact[] {
  const { t } = useTranslationRef(runTranslationRef);
  const cause = useTranslationRef(causeTranslationRef);
  const operator = { actor: 'operator' as const, clusters: [] };
  return [
    ...(endedAt === undefined ? [] : [{ label: t('now.failedSince'), value: <Age at={endedAt} isAgo /> }]),
    { label: cause.t('acts'), value: <Actor blocker={operator} placement={linkName({ scope, name })} /> },
  ];
}

function useFailedTitle({ pipeline }: Run): string {
  const { t } = useTranslationRef(runTranslationRef);
  const stageName = useStageName();
  const failedStage = pipeline.find(({ state }) => state === 'failed');
  if (failedStage === undefined) return t('now.failed');
  const { name, total } = failedStage;
  const { failed } = failedStage.tally;
  const stage = stageName(name);
  if (failed === 0) return t('now.failedIn0', { stage });
  return t('now.failedIn', { stage, failed, total });
}

/** Never begun: the plan could not be made. */
export const NotPreparedNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <PlainNow
      tone="error"
      title={t('now.couldNotPrepare')}
      consequence={
        <>
          {run.failure && <strong>{run.failure} </strong>}
          {t('now.couldNotPrepareBody')}
        </>
      }
      facts={useFailureFacts(run)}
      actions={<CreateAct run={run} label={t('acts.corrected')} />}
    />
  );
};
