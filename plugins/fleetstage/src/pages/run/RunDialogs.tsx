import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useRun } from '../../api/runQueries';
import { CommandsDialog } from '../../components/CommandsDialog';
import { ApproveDialog } from '../../components/acts/ApproveDialog';
import { RejectDialog } from '../../components/acts/RejectDialog';
import { DeleteRunDialog, EndDialog } from '../../components/acts/EndDialogs';
import { RetryDialog } from '../../components/acts/RetryDialog';
import { ResumeDialog, StartDialog, StopDialog } from '../../components/acts/StateDialogs';
import { useOffWords } from '../../components/acts/useOffWords';
import { inspectCommands } from '../../model/kubectl';
import type { Run } from '../../model/run/pipeline';
import { runTranslationRef } from '../../translation/run';
import { useUrlState } from '../../routing';
import { RollBackDialog } from './RollBackDialog';
import { useRunUrl, type RunDialog } from './useRunUrl';

/** The dialog that the address names; it never acts by itself. */
export const RunDialogs = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { dialog, closeDialog } = useRunUrl(run);
  if (dialog === '') return null;
  if (dialog !== 'kubectl') return <ActDialog run={run} act={dialog} onClose={closeDialog} />;
  return (
    <CommandsDialog
      title={t('header.kubectl')}
      commands={inspectCommands(run.scope, run.name)}
      onClose={closeDialog}
    />
  );
};

interface ActDialogProps {
  readonly run: Run;
  readonly act: Exclude<RunDialog, 'kubectl'>;
  readonly onClose: () => void;
}

const ActDialog = ({ run, act, onClose }: ActDialogProps) => {
  // What the dialog says of the run stays true while it is open.
  useRun(run, { isOfDialog: true });
  const [names] = useUrlState('only');
  switch (act) {
    case 'approve':
    case 'reject':
      return <GateDialog run={run} act={act} onClose={onClose} />;
    case 'stop':
      return <StopDialog run={run} onClose={onClose} />;
    case 'resume':
      return <ResumeDialog run={run} onClose={onClose} />;
    case 'start':
      return <StartDialog run={run} onClose={onClose} />;
    case 'retry':
      return (
        <RetryDialog run={run} clusters={names === '' ? undefined : names.split(',')} onClose={onClose} />
      );
    case 'end':
      return <EndDialog run={run} onClose={onClose} />;
    case 'rollback':
      return <RollBackDialog run={run} onClose={onClose} />;
    case 'delete':
      return <DeleteRunDialog run={run} onClose={onClose} />;
    default:
      return null;
  }
};

const GateDialog = ({ run, act, onClose }: ActDialogProps & { act: 'approve' | 'reject' }) => {
  const url = useRunUrl(run);
  const off = useOffWords(run, act);
  if (url.stage === '') return null;
  const gate = { run: { scope: run.scope, name: run.name }, stage: url.stage, task: url.gate, off, onClose };
  if (act === 'reject') return <RejectDialog {...gate} />;
  return (
    <ApproveDialog
      {...gate}
      onReject={() => url.openDialog('reject')}
      onShowClusters={({ clusters = [] }) => url.showClusters({ names: clusters.join(',') })}
    />
  );
};
