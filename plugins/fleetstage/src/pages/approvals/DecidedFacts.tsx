import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { Age } from '../../components/Age';
import { Person } from '../../components/Person';
import { useTimeWords } from '../../components/useTimeWords';
import type { ApprovalItem } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';
import { Fact } from './Fact';
import { useStartedWords } from './useStartsWords';

/** Who decided, when, why, and how long it had waited. */
export const DecidedFacts = ({ item, decision }: { item: ApprovalItem; decision: Schemas['Decision'] }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const { duration } = useTimeWords();
  const started = useStartedWords();
  return (
    <>
      <Fact label={t('detail.decision')}>
        <Box sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>
          {t(`decision.${decision.verdict}`, { actor: <Person person={decision.actor} /> })}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>
          <Age at={decision.at} isAgo />
        </Box>
      </Fact>
      {decision.comment && (
        <Fact label={t('detail.comment')}>{t('decision.quote', { comment: decision.comment })}</Fact>
      )}
      {decision.waitedSeconds !== undefined && (
        <Fact label={t('column.waited')}>{duration(decision.waitedSeconds * 1000)}</Fact>
      )}
      <Fact label={t('detail.started')}>{started(item)}</Fact>
    </>
  );
};
