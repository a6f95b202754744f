import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { AnnounceText } from '../../components/Announcer';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { CardSkeleton, SubtitleSkeleton } from '../../components/Skeletons';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { longestSince } from '../../model/approvals/inbox';
import { useLinks } from '../../routing';
import { approvalsTranslationRef } from '../../translation/approvals';
import { ApprovalDetails } from './ApprovalDetails';
import { ApprovalList } from './ApprovalList';
import { InboxEmpty } from './InboxEmpty';
import { OthersCard } from './OthersCard';
import { InboxDialogs } from './InboxDialogs';
import { useGateTitle } from './useGateTitle';
import { useInbox, useTicks, type Inbox } from './useInbox';

/** What you can decide, and whether it is safe: the list left, the details right. */
export const ApprovalsPage = () => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const links = useLinks();
  const inbox = useInbox();
  const gateTitle = useGateTitle();
  const isDetailPage = inbox.isNarrow && inbox.isOpen;
  const breadcrumb = isDetailPage
    ? { label: t('detail.back'), to: links.approvals({ show: inbox.show }) }
    : undefined;
  return (
    <PageFrame
      title={isDetailPage && inbox.current ? gateTitle(inbox.current) : t('title')}
      subtitle={isDetailPage ? undefined : <Waiting inbox={inbox} />}
      breadcrumb={breadcrumb}
    >
      <AsyncBoundary query={inbox.query} what={t('what')} skeleton={<CardSkeleton rows={5} />}>
        {() => (
          <>
            <Lists inbox={inbox} isDetailPage={isDetailPage} />
            <InboxDialogs inbox={inbox} />
          </>
        )}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Waiting = ({ inbox: { page, items, show, query } }: { inbox: Inbox }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  if (page === undefined) return query.error === null ? <SubtitleSkeleton /> : null;
  const since = show === 'you' ? longestSince(items) : undefined;
  if (page.forYou === 0) return <>{t('subtitle.none')}</>;
  return (
    <>
      <AnnounceText place="count" text={t('subtitle.plain', { count: page.forYou })} hasNumbers />
      {since
        ? t('subtitle.waits', { count: page.forYou, age: age(since, now) })
        : t('subtitle.plain', { count: page.forYou })}
    </>
  );
};

const Lists = ({ inbox, isDetailPage }: { inbox: Inbox; isDetailPage: boolean }) => {
  const ticks = useTicks(inbox.items);
  if (isDetailPage) return <ApprovalDetails inbox={inbox} />;
  const hasDetails = !inbox.isNarrow && (inbox.current !== undefined || inbox.isGone);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: hasDetails ? 'minmax(0, 1.62fr) minmax(340px, 1fr)' : 'minmax(0, 1fr)',
        gap: 2.5,
        alignItems: 'start',
      }}
    >
      <Stack spacing={2.5} sx={{ minWidth: 0 }}>
        <ApprovalList inbox={inbox} ticks={ticks} empty={<InboxEmpty inbox={inbox} />} />
        {inbox.others.length > 0 && inbox.items.length > 0 && <OthersCard inbox={inbox} />}
      </Stack>
      {hasDetails && (
        <Box sx={{ position: 'sticky', top: 16, minWidth: 0 }}>
          <ApprovalDetails inbox={inbox} isQuiet={ticks.ticked.length > 0} />
        </Box>
      )}
    </Box>
  );
};
