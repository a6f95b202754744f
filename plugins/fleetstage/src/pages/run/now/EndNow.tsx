import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { PermitButton } from '../../../components/PermitButton';
import { useStageName } from '../../../components/useStageName';
import { useTimeWords } from '../../../components/useTimeWords';
import { snapshotsNow, type Run } from '../../../model/run/pipeline';
import { useGo, useLinks } from '../../../routing';
import { runTranslationRef } from '../../../translation/run';
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
    />
  );
};

/** Over, and not whole: what runs where now, and the next act. */
export const FailedNow = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const title = useFailedTitle(run);
  const where = snapshotsNow(run.pipeline).map(({ snapshot, clusters }) =>
    t('now.onSnapshot', { count: clusters, snapshot }),
  );
  return (
    <PlainNow
      tone="error"
      title={title}
      consequence={run.failure ?? t('now.failedBody')}
      facts={where.length > 0 ? [{ label: t('now.runsNow'), value: where.join(', ') }] : []}
      actions={
        <>
          <CreateAct run={run} label={t('acts.followUp')} />
          {run.previousSnapshot !== undefined && run.previousSnapshot !== run.snapshot && (
            <RollBackAct run={run} />
          )}
        </>
      }
    />
  );
};

function useFailedTitle({ pipeline }: Run): string {
  const { t } = useTranslationRef(runTranslationRef);
  const stageName = useStageName();
  const failedStage = pipeline.find(({ state }) => state === 'failed');
  if (failedStage === undefined) return t('now.failed');
  const { name, counts, total } = failedStage;
  const stage = stageName(name);
  const failed = (counts.failed ?? 0) + (counts.failing ?? 0);
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
      actions={<CreateAct run={run} label={t('acts.corrected')} />}
    />
  );
};

/** A run of the same stages to what most clusters had before; its plan is shown before anything is written. */
const RollBackAct = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const links = useLinks();
  const go = useGo();
  const { placement, strategy, previousSnapshot: snapshot } = run;
  return (
    <PermitButton
      permit={run.may.create}
      variant="outlined"
      color="inherit"
      onClick={() => go(links.runs({ dialog: 'create', for: placement, strategy, snapshot }))}
    >
      {t('acts.rollBack', { snapshot: String(snapshot) })}
    </PermitButton>
  );
};

const CreateAct = ({ run, label }: { run: Run; label: string }) => {
  const links = useLinks();
  const go = useGo();
  return (
    <PermitButton
      permit={run.may.create}
      variant="contained"
      onClick={() => go(links.runs({ dialog: 'create', for: run.placement }))}
    >
      {label}
    </PermitButton>
  );
};
