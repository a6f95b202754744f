import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import { isForPeople } from '@fleetstage/backstage-plugin-fleetstage-engine';
import PauseCircle from '@mui/icons-material/PauseCircle';
import { useState } from 'react';
import { useSetRunState } from '../../api/mutations';
import { isTooLong } from '../../model/comment';
import { setStateCommand } from '../../model/kubectl';
import { actTranslationRef } from '../../translation/act';
import { ConfirmDialog } from '../ConfirmDialog';
import { KubectlPanel } from '../KubectlPanel';
import { CommentField } from './CommentField';
import { Consequence } from './Consequence';
import { useDone } from './useActToasts';
import { offUnlessSent, useOffWords, type RunForDialog } from './useOffWords';

interface StateDialogProps {
  readonly run: RunForDialog;
  readonly onClose: () => void;
}

/** Stops a run: clusters in flight finish first. */
export const StopDialog = ({ run, onClose }: StateDialogProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const [reason, setReason] = useState('');
  const { send, sending } = useSetState(run, 'Stop', { said: t('stop.done'), onClose });
  const off = offUnlessSent(useOffWords(run, 'stop'), sending);
  return (
    <ConfirmDialog
      open
      title={t('stop.title', { run: run.name })}
      confirmLabel={t('stop.confirm')}
      onConfirm={() => send(reason.trim())}
      off={off}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={isTooLong(reason)}
      permit={run.may?.stop}
      error={sending.error}
      errorTitle={t('stop.failed')}
    >
      <StopConsequence run={run} />
      <CommentField
        label={t('stop.reason')}
        help={t('stop.reasonHelp')}
        value={reason}
        onChange={setReason}
      />
      <KubectlPanel command={setStateCommand(run.scope, run.name, 'Stop')} />
    </ConfirmDialog>
  );
};

const StopConsequence = ({ run: { tally, previousSnapshot: snapshot, stages } }: { run: RunForDialog }) => {
  const { t } = useTranslationRef(actTranslationRef);
  const { inFlight: moving, notStarted: waiting } = tally;
  const isCounting = stages.some(({ gatesAfter }) => gatesAfter.some(({ state }) => state === 'counting'));
  return (
    <Consequence
      icon={PauseCircle}
      title={moving > 0 ? t('stop.inFlight', { count: moving }) : t('stop.noneInFlight')}
    >
      {waiting > 0 &&
        (snapshot === undefined
          ? t('stop.keep', { count: waiting })
          : t('stop.keepOn', { count: waiting, snapshot }))}{' '}
      {t('stop.nothingBack')} {isCounting && t('stop.waitGoesOn')}
    </Consequence>
  );
};

/** Lets a stopped run go on. */
export const ResumeDialog = ({ run, onClose }: StateDialogProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const { send, sending } = useSetState(run, 'Run', { said: t('resume.done'), onClose });
  const off = offUnlessSent(useOffWords(run, 'resume'), sending);
  const left = run.tally.inFlight + run.tally.notStarted;
  const stage = run.stages.find(one => one.state !== 'done')?.name;
  return (
    <ConfirmDialog
      open
      title={t('resume.title', { run: run.name })}
      confirmLabel={t('resume.confirm')}
      onConfirm={() => send()}
      off={off}
      onClose={onClose}
      isBusy={sending.isPending}
      permit={run.may?.resume}
      error={sending.error}
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
  const { send, sending } = useSetState(run, 'Run', { said: t('start.done'), onClose });
  const off = offUnlessSent(useOffWords(run, 'start'), sending);
  return (
    <ConfirmDialog
      open
      title={t('start.title', { run: run.name })}
      confirmLabel={t('start.confirm')}
      onConfirm={() => send()}
      off={off}
      onClose={onClose}
      isBusy={sending.isPending}
      permit={run.may?.start}
      error={sending.error}
      errorTitle={t('start.failed')}
    >
      <StartConsequence run={run} />
      <KubectlPanel command={setStateCommand(run.scope, run.name, 'Run')} />
    </ConfirmDialog>
  );
};

const StartConsequence = ({ run }: { run: RunForDialog }) => {
  const { t } = useTranslationRef(actTranslationRef);
  const first = run.stages[0];
  const slots = run.pipeline?.[0]?.slots ?? 1;
  const asksFirst = first?.gatesBefore.some(isForPeople) ?? false;
  const title =
    first &&
    (asksFirst
      ? t('start.gate', { stage: first.name })
      : t('start.body', { stage: first.name, count: first.total, slots }));
  const removals = run.stages.find(({ isRemoval }) => isRemoval)?.total ?? 0;
  return (
    <Consequence title={title}>
      {t('start.total', { count: run.total })} {removals > 0 && t('start.removal', { count: removals })}
    </Consequence>
  );
};

interface Ending {
  readonly said: string;
  readonly onClose: () => void;
}

function useSetState({ scope, name }: RunForDialog, state: 'Run' | 'Stop', { said, onClose }: Ending) {
  const { mutateAsync, ...sending } = useSetRunState();
  const analytics = useAnalytics();
  const done = useDone();
  const set = async (reason?: string) => {
    await mutateAsync({ scope, name, body: { state, reason: reason || undefined } });
    analytics.captureEvent(state === 'Stop' ? 'stop' : 'run', name);
    onClose();
    done(said);
  };
  // A refusal is shown by the dialog.
  return { send: (reason?: string) => void set(reason).catch(() => undefined), sending };
}
