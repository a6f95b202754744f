import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import PauseCircle from '@mui/icons-material/PauseCircle';
import { useState } from 'react';
import { useSetRunState } from '../../api/mutations';
import { setStateCommand } from '../../model/kubectl';
import { inFlight, notStarted } from '../../model/run/pipeline';
import { actTranslationRef } from '../../translation/act';
import { ConfirmDialog } from '../ConfirmDialog';
import { KubectlPanel } from '../KubectlPanel';
import { Consequence } from './Consequence';
import { ReasonField } from './RejectDialog';
import { useDone } from './useActToasts';

/** What the dialogs read of a run: a row of the list is enough. */
export type RunForDialog = Schemas['RunSummary'] &
  Partial<Pick<Schemas['Run'], 'previousSnapshot' | 'may' | 'pipeline'>>;

interface StateDialogProps {
  readonly run: RunForDialog;
  readonly onClose: () => void;
}

/** Stops a run: clusters in flight finish first. */
export const StopDialog = ({ run, onClose }: StateDialogProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const [reason, setReason] = useState('');
  const { send, error, isPending } = useSetState(run, 'Stop', t('stop.done'), onClose);
  const moving = inFlight(run.counts);
  const waiting = notStarted(run.counts);
  const snapshot = run.previousSnapshot;
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('stop.title', { run: run.name })}
      confirmLabel={t('stop.confirm')}
      onConfirm={() => send(reason.trim())}
      onClose={onClose}
      isBusy={isPending}
      permit={run.may?.stop}
      error={error}
      errorTitle={t('stop.failed')}
    >
      <Consequence
        icon={PauseCircle}
        title={moving > 0 ? t('stop.inFlight', { count: moving }) : t('stop.noneInFlight')}
      >
        {waiting > 0 &&
          (snapshot === undefined
            ? t('stop.keep', { count: waiting })
            : t('stop.keepOn', { count: waiting, snapshot }))}{' '}
        {t('stop.nothingBack')}
      </Consequence>
      <ReasonField label={t('stop.reason')} help={t('stop.reasonHelp')} value={reason} onChange={setReason} />
      <KubectlPanel command={setStateCommand(run.scope, run.name, 'Stop')} />
    </ConfirmDialog>
  );
};

/** Lets a stopped run go on. */
export const ResumeDialog = ({ run, onClose }: StateDialogProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const { send, error, isPending } = useSetState(run, 'Run', t('resume.done'), onClose);
  const left = inFlight(run.counts) + notStarted(run.counts);
  const stage = run.stages.find(one => one.state !== 'done')?.name;
  return (
    <ConfirmDialog
      open
      title={t('resume.title', { run: run.name })}
      confirmLabel={t('resume.confirm')}
      onConfirm={() => send()}
      onClose={onClose}
      isBusy={isPending}
      permit={run.may?.resume}
      error={error}
      errorTitle={t('resume.failed')}
    >
      <Consequence
        title={
          stage === undefined
            ? t('resume.bodyNoStage', { count: left })
            : t('resume.body', { stage, count: left })
        }
      />
      <KubectlPanel command={setStateCommand(run.scope, run.name, 'Run')} />
    </ConfirmDialog>
  );
};

/** Starts a prepared run. */
export const StartDialog = ({ run, onClose }: StateDialogProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const { send, error, isPending } = useSetState(run, 'Run', t('start.done'), onClose);
  const first = run.stages[0];
  const slots = run.pipeline?.[0]?.slots ?? 1;
  const asksFirst = first?.gatesBefore.some(({ kind }) => kind === 'approval') ?? false;
  return (
    <ConfirmDialog
      open
      title={t('start.title', { run: run.name })}
      confirmLabel={t('start.confirm')}
      onConfirm={() => send()}
      onClose={onClose}
      isBusy={isPending}
      permit={run.may?.start}
      error={error}
      errorTitle={t('start.failed')}
    >
      <Consequence
        title={
          first &&
          (asksFirst
            ? t('start.gate', { stage: first.name })
            : t('start.body', { stage: first.name, count: first.total, slots }))
        }
      >
        {t('start.total', { count: run.total })}
      </Consequence>
      <KubectlPanel command={setStateCommand(run.scope, run.name, 'Run')} />
    </ConfirmDialog>
  );
};

function useSetState(
  { scope, name }: RunForDialog,
  state: 'Run' | 'Stop',
  said: string,
  onClose: () => void,
) {
  const { mutate, error, isPending } = useSetRunState();
  const analytics = useAnalytics();
  const done = useDone();
  const send = (reason?: string) => {
    const onSuccess = () => {
      analytics.captureEvent(state === 'Stop' ? 'stop' : 'run', name);
      done(said);
      onClose();
    };
    mutate({ scope, name, body: { state, reason: reason || undefined } }, { onSuccess });
  };
  return { send, error, isPending };
}
