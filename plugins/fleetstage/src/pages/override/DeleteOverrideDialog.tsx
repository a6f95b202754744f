import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useDeleteOverride } from '../../api/overrideQueries';
import { useOverrideWhatIf } from '../../api/previewQueries';
import { useDone } from '../../components/acts/useActToasts';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EffectLines } from '../../components/EffectLine';
import { KubectlPanel } from '../../components/KubectlPanel';
import { listAll } from '../../model/listNames';
import { deleteOverrideCommand } from '../../model/overrides/commands';
import { effectsByPlacement } from '../../model/overrides/effects';
import { keyOf } from '../../model/overrides/overrideList';
import { useGo, useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';

interface DeleteOverrideDialogProps {
  readonly detail: Schemas['OverrideDetail'];
  readonly onClose: () => void;
}

/** Says which placements get their objects without it; then deletes the override. */
export const DeleteOverrideDialog = ({ detail, onClose }: DeleteOverrideDialogProps) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { send, sending } = useSend(detail, onClose);
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('remove.title', { name: keyOf(detail.override) })}
      confirmLabel={t('remove.confirm')}
      onConfirm={send}
      onClose={onClose}
      isBusy={sending.isPending}
      permit={detail.mayDelete}
      error={sending.error}
      errorTitle={t('remove.failed')}
      note={t('remove.note')}
    >
      <WithoutIt detail={detail} />
      <KubectlPanel command={deleteOverrideCommand(detail.override)} />
    </ConfirmDialog>
  );
};

const Consequence = ({ uses }: { uses: Schemas['OverrideDetail']['uses'] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const used = uses.filter(use => runningOf(use) > 0);
  if (used.length === 0) return <Box sx={{ mb: 1 }}>{t('remove.free')}</Box>;
  const n = used.reduce((sum, use) => sum + runningOf(use), 0);
  return (
    <Box sx={{ mb: 1 }}>{t('remove.uses', { names: listAll(used.map(keyOf)), count: used.length, n })}</Box>
  );
};

/** Clusters that lose it; those with an older snapshot are pending, and run with it. */
const runningOf = ({ applied, failed, pending, awaiting }: Schemas['OverrideUse']) =>
  applied + failed + pending - awaiting;

/** Placement by placement. The clusters that run with it are counted only where nobody knows what changes: two counts differ. */
const WithoutIt = ({ detail }: Pick<DeleteOverrideDialogProps, 'detail'>) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { kind, scope, name } = detail.override;
  const { data } = useOverrideWhatIf({ kind, name, ...(scope !== '_' && { namespace: scope }) });
  const effects = data ? effectsByPlacement(data) : [];
  if (effects.length === 0) return <Consequence uses={detail.uses} />;
  return (
    <Box sx={{ mb: 1 }}>
      {t('remove.effect', { count: effects.length })}
      <EffectLines effects={effects} />
    </Box>
  );
};

function useSend({ override }: Schemas['OverrideDetail'], onClose: () => void) {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { mutateAsync, ...sending } = useDeleteOverride();
  const analytics = useAnalytics();
  const done = useDone();
  const go = useGo();
  const links = useLinks();
  const { scope, name, uid } = override;
  const key = keyOf(override);
  const send = async () => {
    await mutateAsync({ scope, name, uid });
    analytics.captureEvent('delete', `override ${key}`);
    onClose();
    done(t('remove.done', { name: key }));
    go(links.overrides());
  };
  // A refusal is shown by the dialog.
  return { send: () => void send().catch(() => undefined), sending };
}
