import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { SectionCard } from '../../components/SectionCard';
import { VirtualTable } from '../../components/VirtualTable';
import { keyOf } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';
import { useColumns } from './useColumns';
import type { Inbox } from './useInbox';

/** What somebody else has to decide, and why not you. */
export const OthersCard = ({ inbox: { others, page, current, choose, isNarrow } }: { inbox: Inbox }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const columns = useColumns('all');
  return (
    <SectionCard title={t('others.title')} count={page?.forOthers ?? others.length}>
      <VirtualTable
        caption={t('caption.others')}
        rows={others}
        columns={columns}
        getKey={keyOf}
        rowHeight={64}
        selectedKey={current && keyOf(current)}
        onOpen={item => choose(item, isNarrow)}
      />
    </SectionCard>
  );
};
