import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import Replay from '@mui/icons-material/Replay';
import { useRetry } from '../../api/mutations';
import { triable } from '../../model/run/actUse';
import { actTranslationRef } from '../../translation/act';
import { ConfirmDialog } from '../ConfirmDialog';
import { KubectlPanel } from '../KubectlPanel';
import { Consequence } from './Consequence';
import { useDone } from './useActToasts';
import { offUnlessSent, useOffWords, type RunForDialog } from './useOffWords';

interface RetryDialogProps {
  readonly run: RunForDialog;
  /** All failing and stuck ones where it is left out. */
  readonly clusters?: readonly string[];
  readonly onClose: () => void;
}

/** Tries clusters again at once: nothing on the hub changes, so there is no command for it. */
export const RetryDialog = ({ run, clusters: named, onClose }: RetryDialogProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const clusters = named && triable(run, named);
  const count = clusters?.length ?? run.tally.inTrouble;
  const only = onlyOf(run, clusters);
  const { retry, sending } = useSend(run, clusters, onClose);
  const off = offUnlessSent(useOffWords(run, 'retry', named), sending);
  return (
    <ConfirmDialog
      open
      title={t('retry.title', { run: run.name })}
      confirmLabel={t('retry.confirm', { count })}
      onConfirm={retry}
      off={off}
      onClose={onClose}
      isBusy={sending.isPending}
      permit={run.may?.retry}
      error={sending.error}
      errorTitle={t('retry.failed')}
    >
      <Consequence
        icon={Replay}
        title={only === undefined ? t('retry.body', { count }) : t('retry.bodyOne', { cluster: only })}
      >
        {t('retry.more')}
      </Consequence>
      <KubectlPanel noCommand={t('retry.noCommand')} />
    </ConfirmDialog>
  );
};

/** Name of the cluster that is tried again. */
function onlyOf({ pipeline = [] }: RunForDialog, named: readonly string[] | undefined): string | undefined {
  const troubled = pipeline
    .flatMap(stage => stage.clusters)
    .filter(({ state }) => state === 'failing' || state === 'stuck')
    .map(({ name }) => name);
  const names = named ?? troubled;
  return names.length === 1 ? names[0] : undefined;
}

function useSend(
  { scope, name }: RunForDialog,
  clusters: readonly string[] | undefined,
  onClose: () => void,
) {
  const { t } = useTranslationRef(actTranslationRef);
  const { mutateAsync, ...sending } = useRetry();
  const analytics = useAnalytics();
  const done = useDone();
  const send = async () => {
    const result = await mutateAsync({ scope, name, body: { clusters: clusters && [...clusters] } });
    analytics.captureEvent('retry', name);
    onClose();
    done(t('retry.done', { count: result.clusters }));
  };
  // A refusal is shown by the dialog.
  return { retry: () => void send().catch(() => undefined), sending };
}
