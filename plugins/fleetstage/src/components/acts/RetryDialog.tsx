import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Replay from '@mui/icons-material/Replay';
import { useRetry } from '../../api/mutations';
import type { RunKey } from '../../api/runQueries';
import { actTranslationRef } from '../../translation/act';
import { ConfirmDialog } from '../ConfirmDialog';
import { Consequence } from './Consequence';
import { useDone } from './useActToasts';

interface RetryDialogProps {
  readonly run: RunKey;
  /** All failing and stuck ones where it is left out. */
  readonly clusters?: readonly string[];
  readonly count: number;
  readonly permit?: Schemas['Permit'];
  readonly onClose: () => void;
}

/** Tries clusters again at once: nothing on the hub changes, so there is no command for it. */
export const RetryDialog = ({ run, clusters, count, permit, onClose }: RetryDialogProps) => {
  const { t } = useTranslationRef(actTranslationRef);
  const { mutate, error, isPending } = useRetry();
  const analytics = useAnalytics();
  const done = useDone();
  const retry = () => {
    const onSuccess = (result: Schemas['RetryResult']) => {
      analytics.captureEvent('retry', run.name);
      done(t('retry.done', { count: result.clusters }));
      onClose();
    };
    mutate(
      { scope: run.scope, name: run.name, body: { clusters: clusters && [...clusters] } },
      { onSuccess },
    );
  };
  return (
    <ConfirmDialog
      open
      title={t('retry.title', { run: run.name })}
      confirmLabel={t('retry.confirm', { count })}
      onConfirm={retry}
      onClose={onClose}
      isBusy={isPending}
      permit={permit}
      error={error}
      errorTitle={t('retry.failed')}
    >
      <Consequence icon={Replay} title={t('retry.body', { count })}>
        {t('retry.more')}
      </Consequence>
    </ConfirmDialog>
  );
};
