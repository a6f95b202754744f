import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import Undo from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import { useRollBackRun } from '../../api/mutations';
import { usePlacement } from '../../api/placementQueries';
import { useRunPreview } from '../../api/useRunPreview';
import { Consequence } from '../../components/acts/Consequence';
import { useDone } from '../../components/acts/useActToasts';
import { offUnlessSent } from '../../components/acts/useOffWords';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { TableSkeleton } from '../../components/Skeletons';
import { createRunCommand } from '../../model/createRun/createRunCommand';
import { inScope } from '../../model/createRun/inScope';
import { endCommand } from '../../model/kubectl';
import { linkName } from '../../model/placements/placementFilters';
import { hasUse } from '../../model/run/actUse';
import type { Run } from '../../model/run/pipeline';
import { SnapshotDiff } from '../placement/tabs/SnapshotDiff';
import { useGo, useLinks } from '../../routing';
import { endsTranslationRef } from '../../translation/ends';
import { RollBackPlan, type Plan } from './RollBackPlan';

interface RollBackDialogProps {
  readonly run: Run;
  readonly onClose: () => void;
}

/** One confirmation: the run ends where it is not over, and a run to the last snapshot that was available is created. */
export const RollBackDialog = ({ run, onClose }: RollBackDialogProps) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const { rollBack } = run;
  const to = rollBack?.to;
  const plan = usePlan(run, to);
  const { data: preview } = plan;
  const fatal = preview?.problems.find(({ isFatal }) => isFatal);
  const { send, sending } = useSend(run, { to, newName: preview?.suggestedName }, onClose);
  const permit = run.isOver || !run.may.create.isAllowed ? run.may.create : run.may.end;
  return (
    <ConfirmDialog
      open
      width={720}
      growsDown
      tone={run.isOver ? 'primary' : 'error'}
      title={t('rollBack.title', { run: run.name })}
      confirmLabel={to && t(run.isOver ? 'rollBack.confirm' : 'rollBack.confirmEnd', { to })}
      onConfirm={send}
      off={offUnlessSent(hasUse('rollback', run) ? undefined : t('rollBack.off'), sending)}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={permit.isAllowed && (preview === undefined || fatal !== undefined)}
      permit={permit}
      error={sending.error}
      errorTitle={t('rollBack.failed')}
    >
      {rollBack && to !== undefined && (
        <>
          <Target run={run} rollBack={rollBack} to={to} plan={plan} />
          {!run.isOver && (
            <Box sx={{ mt: 1.5 }}>
              <EndsFirst run={run} />
            </Box>
          )}
          <KubectlPanel command={commandsOf(run, to, preview?.suggestedName ?? `${run.name}-back`)} />
          <Diff run={run} from={rollBack.from} to={to} />
        </>
      )}
    </ConfirmDialog>
  );
};

const usePlan = ({ scope, placement, strategy }: Run, snapshot: string | undefined) =>
  useRunPreview({ ...inScope(scope), placement, strategy, snapshot }, snapshot !== undefined);

function commandsOf({ scope, name, isOver, placement, strategy }: Run, to: string, newName: string): string {
  const create = createRunCommand({
    name: newName,
    placement: linkName({ scope, name: placement }),
    strategy,
    snapshot: to,
    state: 'Run',
  });
  return isOver ? create : `${endCommand(scope, name, `rolled back to snapshot ${to}`)}\n${create}`;
}

interface TargetProps {
  readonly run: Run;
  readonly rollBack: NonNullable<Run['rollBack']>;
  readonly to: string;
  readonly plan: Plan;
}

const Target = ({ run, rollBack, to, plan }: TargetProps) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const { from, touched, verified } = rollBack;
  return (
    <>
      <Consequence icon={Undo} title={t('rollBack.change', { from, to })}>
        {verified === touched
          ? t('rollBack.all', { count: touched, to })
          : t('rollBack.some', { verified, touched, to })}
        {verified < touched && <Others rollBack={rollBack} />}
      </Consequence>
      <Box sx={{ mt: 1.5 }} aria-live="polite">
        <RollBackPlan run={run} to={to} plan={plan} />
      </Box>
    </>
  );
};

/** The new run plans all clusters, so that nothing stays as the end alone would leave it; runs that wait go on before it. */
const EndsFirst = ({ run: { name, ifEnded } }: Pick<TargetProps, 'run'>) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const next = ifEnded?.waiting[0];
  return (
    <Consequence icon={StopCircleOutlined} title={t('rollBack.endsFirst', { run: name })}>
      {t('end.forever')} {next !== undefined && t('rollBack.goesBefore', { run: next })}
    </Consequence>
  );
};

/** Names that are read; the others are counted. */
const NAMED = 5;

const Others = ({ rollBack: { others } }: Pick<TargetProps, 'rollBack'>) => {
  const { t } = useTranslationRef(endsTranslationRef);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {others.slice(0, NAMED).map(({ cluster, snapshot }) => (
        <li key={cluster}>
          {snapshot === undefined
            ? t('rollBack.otherNone', { cluster })
            : t('rollBack.other', { cluster, snapshot })}
        </li>
      ))}
      {others.length > NAMED && <li>{t('rollBack.more', { count: others.length - NAMED })}</li>}
    </Box>
  );
};

/** About two objects. */
const DIFF_PX = 360;

const Diff = ({ run, from, to }: { run: Run; from: string; to: string }) => {
  const { data } = usePlacement({ scope: run.scope, name: run.placement });
  return (
    <Box sx={{ mt: 2, minHeight: DIFF_PX }}>
      {data === undefined ? (
        <TableSkeleton />
      ) : (
        <SnapshotDiff placement={data.placement} from={from} to={to} />
      )}
    </Box>
  );
};

interface NewRun {
  readonly to: string | undefined;
  readonly newName: string | undefined;
}

function useSend(run: Run, { to, newName }: NewRun, onClose: () => void) {
  const { t } = useTranslationRef(endsTranslationRef);
  const { mutateAsync, ...sending } = useRollBackRun();
  const analytics = useAnalytics();
  const done = useDone();
  const links = useLinks();
  const go = useGo();
  const send = async () => {
    if (to === undefined || newName === undefined) return;
    const { scope, name } = run;
    await mutateAsync({ scope, name, body: { newName, snapshot: to } });
    analytics.captureEvent('rollBack', name);
    onClose();
    done(t('rollBack.done', { name: newName }));
    go(links.run(linkName({ scope, name: newName })));
  };
  // A refusal is shown by the dialog.
  return { send: () => void send().catch(() => undefined), sending };
}
