import { ApproveDialog } from '../../components/acts/ApproveDialog';
import { RejectDialog } from '../../components/acts/RejectDialog';
import { useUrlState } from '../../routing';
import type { Inbox } from './useInbox';

/** The dialog that the address names, about the line that it names; it never acts by itself. */
export const InboxDialogs = ({ inbox: { current, isOpen, patch } }: { inbox: Inbox }) => {
  const [dialog] = useUrlState('dialog');
  if (!isOpen || current === undefined) return null;
  const { scope = '_', run: name, gate } = current;
  const props = {
    run: { scope, name },
    stage: gate.stage,
    task: gate.task,
    onClose: () => patch({ dialog: undefined }),
  };
  if (dialog === 'approve') return <ApproveDialog {...props} onReject={() => patch({ dialog: 'reject' })} />;
  return dialog === 'reject' ? <RejectDialog {...props} /> : null;
};
