import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useResumeSequence, useSequence, useSuspendSequence } from '../../api/sequenceQueries';
import { Consequence } from '../../components/acts/Consequence';
import { ReasonedActDialog } from '../../components/acts/ReasonedActDialog';
import { CommandsDialog } from '../../components/CommandsDialog';
import { sequenceCommands, suspendCommand } from '../../model/sequences/commands';
import { shownOf } from '../../model/sequences/shown';
import { sequenceTranslationRef } from '../../translation/sequence';
import { versionActTranslationRef } from '../../translation/versionActs';
import { DeleteSequenceDialog } from './DeleteSequenceDialog';
import type { Sequence, SequenceDialogProps } from './sequenceProps';
import { StartVersionDialog } from './StartVersionDialog';
import { useSequenceUrl } from './useSequenceUrl';

/** The dialog that the address names; it never acts by itself. */
export const SequenceDialogs = ({ sequence }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const { dialog, closeDialog } = useSequenceUrl();
  if (dialog === 'kubectl')
    return (
      <CommandsDialog
        title={t('acts.kubectl')}
        commands={sequenceCommands(sequence.name)}
        onClose={closeDialog}
      />
    );
  const Dialog = DIALOGS[dialog];
  return Dialog === undefined ? null : <Fresh dialog={Dialog} sequence={sequence} onClose={closeDialog} />;
};

interface FreshProps extends SequenceDialogProps {
  readonly dialog: (props: SequenceDialogProps) => JSX.Element;
}

/** What the dialog says of the sequence stays true while it is open. */
const Fresh = ({ dialog: Dialog, sequence, onClose }: FreshProps) => {
  useSequence(sequence.name, { isOfDialog: true });
  return <Dialog sequence={sequence} onClose={onClose} />;
};

const SuspendDialog = ({ sequence, onClose }: SequenceDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { mutateAsync, ...sending } = useSuspendSequence();
  const { name, activeRollouts, isSuspended, may } = sequence;
  return (
    <ReasonedActDialog
      title={t('suspend.title', { name })}
      confirm={t('suspend.confirm')}
      failed={t('suspend.failed')}
      done={t('suspend.done', { name })}
      measure={['suspend', `sequence ${name}`]}
      permit={may.suspend}
      off={isSuspended ? t('suspend.off') : undefined}
      command={suspendCommand(name, true)}
      sending={sending}
      send={reason => mutateAsync({ name, body: { ...shownOf(sequence), reason } })}
      onClose={onClose}
    >
      <Consequence title={t('suspend.says')}>
        {t('suspend.more', { count: activeRollouts.length })}{' '}
        {t('running', { count: countRunning(sequence) })}
      </Consequence>
    </ReasonedActDialog>
  );
};

const countRunning = ({ activeRollouts }: Sequence) =>
  activeRollouts.reduce((sum, { counts }) => sum + counts.running, 0);

const ResumeDialog = ({ sequence, onClose }: SequenceDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { mutateAsync, ...sending } = useResumeSequence();
  const { name, activeRollouts, isSuspended, may } = sequence;
  return (
    <ReasonedActDialog
      title={t('unsuspend.title', { name })}
      confirm={t('unsuspend.confirm')}
      failed={t('unsuspend.failed')}
      done={t('unsuspend.done', { name })}
      measure={['resume', `sequence ${name}`]}
      permit={may.resume}
      off={isSuspended ? undefined : t('unsuspend.off')}
      command={suspendCommand(name, false)}
      sending={sending}
      send={reason => mutateAsync({ name, body: { ...shownOf(sequence), reason } })}
      onClose={onClose}
    >
      <Consequence title={t('unsuspend.says', { count: activeRollouts.length })}>
        {t('unsuspend.more')}
      </Consequence>
    </ReasonedActDialog>
  );
};

const DIALOGS: Partial<Record<string, (props: SequenceDialogProps) => JSX.Element>> = {
  suspend: SuspendDialog,
  resume: ResumeDialog,
  startVersion: StartVersionDialog,
  delete: DeleteSequenceDialog,
};
