import { useTranslationRef } from '@backstage/frontend-plugin-api';
import CheckCircleOutline from '@mui/icons-material/CheckCircleOutline';
import History from '@mui/icons-material/History';
import Button from '@mui/material/Button';
import { EmptyState } from '../../components/EmptyState';
import { approvalsTranslationRef } from '../../translation/approvals';
import type { Inbox } from './useInbox';

/** Nothing in the chosen list: what that means, and what waits elsewhere. */
export const InboxEmpty = ({ inbox: { show, page, patch } }: { inbox: Inbox }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  if (show === 'decided') {
    return <EmptyState isPart icon={History} title={t('empty.decidedTitle')} body={t('empty.decidedBody')} />;
  }
  const others = page?.forOthers ?? 0;
  if (show === 'all' || others === 0) {
    return (
      <EmptyState
        isPart
        icon={CheckCircleOutline}
        title={t(show === 'all' ? 'empty.allTitle' : 'empty.title')}
        body={t('empty.none')}
      />
    );
  }
  return (
    <EmptyState
      isPart
      icon={CheckCircleOutline}
      title={t('empty.title')}
      body={t('empty.others', { count: others })}
      actions={
        <Button variant="outlined" color="inherit" onClick={() => patch({ show: 'all' })}>
          {t('empty.show')}
        </Button>
      }
    />
  );
};
