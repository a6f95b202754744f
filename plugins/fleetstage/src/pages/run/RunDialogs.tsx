import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { CommandsDialog } from '../../components/CommandsDialog';
import { inspectCommands } from '../../model/kubectl';
import { ApproveDialog } from '../../components/acts/ApproveDialog';
import { RejectDialog } from '../../components/acts/RejectDialog';
import { RetryDialog } from '../../components/acts/RetryDialog';
import { ResumeDialog, StartDialog, StopDialog } from '../../components/acts/StateDialogs';
import { heldSlots, type Run } from '../../model/run/pipeline';
import { runTranslationRef } from '../../translation/run';
import { useUrlState } from '../../routing';
import { useRunUrl } from './useRunUrl';

/** The dialog that the address names; it never acts by itself. */
export const RunDialogs = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const url = useRunUrl(run);
  const [names] = useUrlState('only');
  const { closeDialog: onClose } = url;
  const gate = { run: { scope: run.scope, name: run.name }, stage: url.stage, task: url.gate, onClose };
  switch (url.dialog) {
    case 'approve':
      if (url.stage === '') return null;
      return (
        <ApproveDialog
          {...gate}
          onReject={() => url.openDialog('reject')}
          onShowClusters={({ clusters = [] }) => url.showClusters({ names: clusters.join(',') })}
        />
      );
    case 'reject':
      return url.stage === '' ? null : <RejectDialog {...gate} />;
    case 'stop':
      return <StopDialog run={run} onClose={onClose} />;
    case 'resume':
      return <ResumeDialog run={run} onClose={onClose} />;
    case 'start':
      return <StartDialog run={run} onClose={onClose} />;
    case 'retry': {
      const clusters = names === '' ? undefined : names.split(',');
      return (
        <RetryDialog
          run={run}
          clusters={clusters}
          count={clusters?.length ?? heldSlots(run.counts)}
          permit={run.may.retry}
          onClose={onClose}
        />
      );
    }
    case 'kubectl':
      return (
        <CommandsDialog
          title={t('header.kubectl')}
          commands={inspectCommands(run.scope, run.name)}
          onClose={onClose}
        />
      );
    default:
      return null;
  }
};
