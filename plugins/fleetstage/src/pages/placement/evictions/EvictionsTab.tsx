import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { usePlacementEvictions } from '../../../api/evictionQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { EmptyState } from '../../../components/EmptyState';
import { EvictionTable } from '../../../components/EvictionTable';
import { PermitButton } from '../../../components/PermitButton';
import { SectionCard } from '../../../components/SectionCard';
import { CardSkeleton } from '../../../components/Skeletons';
import { StatusChip } from '../../../components/StatusChip';
import type { Budget } from '../../../model/evictions/budget';
import type { Placement } from '../../../model/placement/now';
import { evictionsTranslationRef } from '../../../translation/evictions';
import { usePlacementUrl } from '../usePlacementUrl';

/** How far the placement may be evicted, and what came of evictions. */
export const EvictionsTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const query = usePlacementEvictions(placement);
  return (
    <AsyncBoundary query={query} what={t('what')} skeleton={<CardSkeleton rows={6} />} isPart>
      {({ budget, evictions, total }) => (
        <Stack spacing={2.5}>
          <BudgetCard placement={placement} budget={budget} />
          <SectionCard
            title={t('list.title')}
            count={
              evictions.length < total
                ? t('list.shown', { n: evictions.length, total })
                : total > 0 && total.toLocaleString()
            }
          >
            {evictions.length === 0 ? (
              <EmptyState isPart title={t('list.noneTitle')} body={t('list.noneBody')} />
            ) : (
              <EvictionTable rows={evictions} by="cluster" />
            )}
          </SectionCard>
        </Stack>
      )}
    </AsyncBoundary>
  );
};

const BudgetCard = ({ placement, budget }: { placement: Placement; budget?: Budget }) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { openDialog } = usePlacementUrl();
  const { setBudget: permit } = placement.may;
  return (
    <SectionCard
      title={t('budget.title')}
      hasPadding
      action={
        <>
          {budget && (
            <PermitButton permit={permit} size="small" color="inherit" onClick={() => openDialog('noBudget')}>
              {t('budget.delete')}
            </PermitButton>
          )}
          <PermitButton permit={permit} size="small" sx={{ mr: -1 }} onClick={() => openDialog('budget')}>
            {t(budget ? 'budget.edit' : 'budget.set')}
          </PermitButton>
        </>
      }
    >
      {budget ? <BudgetFacts budget={budget} /> : <NoBudget />}
    </SectionCard>
  );
};

const BudgetFacts = ({ budget }: { budget: Budget }) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { allowed, sentence, minAvailable, maxUnavailable } = budget;
  const limit =
    minAvailable !== undefined
      ? t('budget.minAvailable', { value: String(minAvailable) })
      : maxUnavailable !== undefined
        ? t('budget.maxUnavailable', { value: String(maxUnavailable) })
        : t('budget.unset');
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ fontSize: 16, lineHeight: '24px' }}>{limit}</Box>
        <StatusChip
          icon={allowed > 0 ? CheckCircle : Block}
          tone={allowed > 0 ? 'success' : 'warning'}
          size="small"
          label={allowed > 0 ? t('budget.possible', { count: allowed }) : t('budget.blocked')}
        />
      </Box>
      <Box sx={{ mt: 0.5, fontSize: 14, lineHeight: '20px' }}>{t('budget.sentence', { sentence })}</Box>
      <Note>{t('budget.scope')}</Note>
    </>
  );
};

const NoBudget = () => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  return (
    <>
      <Box sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>{t('budget.noneTitle')}</Box>
      <Note>{t('budget.noneBody')}</Note>
    </>
  );
};

const Note = ({ children }: { children: string }) => (
  <Box sx={{ mt: 0.5, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>{children}</Box>
);
