import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useVersionRollout } from '../../api/versionRolloutQueries';
import { CommandsDialog } from '../../components/CommandsDialog';
import { rolloutCommands } from '../../model/versionRollout/acts';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import { CancelDialog, PauseDialog, ResumeDialog } from './acts/StateDialogs';
import { RetryDialog, SkipDialog, UnskipDialog } from './acts/ClusterDialogs';
import { ForceCompleteDialog } from './acts/ForceCompleteDialog';
import { HeedMaintenanceDialog, IgnoreMaintenanceDialog } from './acts/MaintenanceDialogs';
import { OverrideSoakDialog } from './acts/OverrideSoakDialog';
import type { RolloutDialogProps, RolloutProps } from './rolloutProps';
import { useRolloutUrl, type RolloutDialog } from './useRolloutUrl';

type Dialog = (props: RolloutDialogProps) => JSX.Element | null;

const DIALOGS: Record<Exclude<RolloutDialog, 'kubectl'>, Dialog> = {
  pause: PauseDialog,
  resume: ResumeDialog,
  cancel: CancelDialog,
  forceComplete: ForceCompleteDialog,
  overrideSoak: OverrideSoakDialog,
  ignoreMaintenance: IgnoreMaintenanceDialog,
  heedMaintenance: HeedMaintenanceDialog,
  skip: SkipDialog,
  unskip: UnskipDialog,
  retry: RetryDialog,
};

const isAct = (dialog: string): dialog is keyof typeof DIALOGS => Object.hasOwn(DIALOGS, dialog);

/** The dialog that the address names; it never acts by itself. */
export const RolloutDialogs = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { dialog, closeDialog } = useRolloutUrl();
  if (dialog === 'kubectl')
    return (
      <CommandsDialog
        title={t('acts.kubectl')}
        commands={rolloutCommands(rollout.name)}
        onClose={closeDialog}
      />
    );
  if (!isAct(dialog)) return null;
  return <Fresh dialog={DIALOGS[dialog]} rollout={rollout} onClose={closeDialog} />;
};

/** What the dialog says of the rollout stays true while it is open. */
const Fresh = ({ dialog: Dialog, rollout, onClose }: RolloutDialogProps & { readonly dialog: Dialog }) => {
  useVersionRollout(rollout.name, { isOfDialog: true });
  return <Dialog rollout={rollout} onClose={onClose} />;
};
