import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useDeleteStrategy } from '../../api/strategyQueries';
import { useDone } from '../../components/acts/useActToasts';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { listAll } from '../../model/listNames';
import { deleteStrategyCommand } from '../../model/strategies/commands';
import { useGo, useLinks } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';

interface DeleteStrategyDialogProps {
  readonly detail: Schemas['StrategyDetail'];
  readonly onClose: () => void;
}

/** Says which runs keep their copy, which would fail, and which placements need another; then deletes the strategy. */
export const DeleteStrategyDialog = ({ detail, onClose }: DeleteStrategyDialogProps) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const { send, sending } = useSend(detail, onClose);
  const { name } = detail.strategy;
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('remove.title', { name })}
      confirmLabel={t('remove.confirm')}
      onConfirm={send}
      onClose={onClose}
      isBusy={sending.isPending}
      permit={detail.mayDelete}
      error={sending.error}
      errorTitle={t('remove.failed')}
      note={t('remove.note')}
    >
      <Consequences detail={detail} />
      <KubectlPanel command={deleteStrategyCommand(detail.strategy)} />
    </ConfirmDialog>
  );
};

const Consequences = ({
  detail: { strategy, unpreparedRuns, uses },
}: Pick<DeleteStrategyDialogProps, 'detail'>) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const kept = strategy.openRuns.filter(run => !unpreparedRuns.includes(run));
  const named = uses.filter(({ isNamed }) => isNamed).map(({ name }) => name);
  const used = uses.filter(({ isNamed }) => !isNamed).map(({ name }) => name);
  const parts = [
    ['fail', unpreparedRuns],
    ['kept', kept],
    ['named', named],
    ['used', used],
  ] as const;
  const said = parts.filter(([, names]) => names.length > 0);
  if (said.length === 0) return <Box sx={{ mb: 1 }}>{t('remove.free')}</Box>;
  return (
    <Box component="ul" sx={{ mt: 0, mb: 1, pl: 2.5 }}>
      {said.map(([key, names]) => (
        <li key={key}>{t(`remove.${key}`, { names: listAll(names), count: names.length })}</li>
      ))}
    </Box>
  );
};

function useSend({ strategy: { scope, name, uid } }: Schemas['StrategyDetail'], onClose: () => void) {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const { mutateAsync, ...sending } = useDeleteStrategy();
  const analytics = useAnalytics();
  const done = useDone();
  const go = useGo();
  const links = useLinks();
  const send = async () => {
    await mutateAsync({ scope, name, uid });
    analytics.captureEvent('delete', `strategy ${name}`);
    onClose();
    done(t('remove.done', { name }));
    go(links.strategies());
  };
  // A refusal is shown by the dialog.
  return { send: () => void send().catch(() => undefined), sending };
}
