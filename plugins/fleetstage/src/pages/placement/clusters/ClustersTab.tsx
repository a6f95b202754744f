import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Hub from '@mui/icons-material/Hub';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { EmptyState } from '../../../components/EmptyState';
import { GoneNote } from '../../../components/GoneNote';
import { NoMatch } from '../../../components/NoMatch';
import { TableSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { sharedTranslationRef } from '../../../translation/shared';
import { BudgetLine } from '../evictions/BudgetLine';
import { useHeldFilter } from '../useHeldFilter';
import { usePlacementUrl } from '../usePlacementUrl';
import { CauseBar } from './CauseBar';
import { ClusterFiltersBar } from './ClusterFiltersBar';
import { ClusterTable } from './ClusterTable';
import { DecisionNote } from './DecisionNote';
import { GroupBar } from './GroupBar';
import { useCauseWords } from './useCauseWords';
import { NO_LABEL, useClusterRows, type ClusterRows } from './useClusterRows';
import { useDecided } from './useDecided';
import { useGroupLabels } from './useGroupLabels';
import { useGroupWords } from './useGroupWords';

/** Every cluster of the fleet with the decision on it. */
export const ClustersTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const decided = useDecided(placement);
  const rows = useClusterRows(placement, decided.number);
  const labels = useGroupLabels(placement, rows.page?.items);
  if (placement.total === 0) {
    return <EmptyState icon={Hub} title={t('clusters.noneTitle')} body={t('clusters.noneBody')} />;
  }
  const { query } = rows;
  const { shown } = decided;
  const asDecided =
    shown === undefined ? placement : { ...placement, causes: shown.causes, decided: shown.decided };
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <CauseBar placement={asDecided} />
      <BudgetLine placement={placement} />
      <ClusterFiltersBar placement={asDecided} decision={rows.decision} labels={labels} decided={decided} />
      <DecisionNote decided={decided} />
      {rows.gone !== undefined && <GoneNote>{t('clusters.gone', { cluster: rows.gone })}</GoneNote>}
      <GroupBar groups={rows.page?.groups} decided={decided.number} />
      <AsyncBoundary query={query} what={t('clusters.what')} skeleton={<TableSkeleton />} isPart>
        {() => (
          <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
            {rows.rows.length === 0 ? (
              <HiddenAll decision={rows.decision} />
            ) : (
              <ClusterTable placement={placement} clusters={rows} decided={decided.number} />
            )}
          </Box>
        )}
      </AsyncBoundary>
    </Paper>
  );
};

/** Which filters hide every cluster. */
const HiddenAll = ({ decision }: Pick<ClusterRows, 'decision'>) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { word } = useCauseWords();
  const { q, cause, group, of, showAll } = usePlacementUrl();
  const { t: shared } = useTranslationRef(sharedTranslationRef);
  const { isOn } = useHeldFilter();
  const words = useGroupWords();
  return (
    <NoMatch
      title={filters => t('clusters.emptyTitle', { filters })}
      filters={[
        q && t('clusters.name', { name: q }),
        of && words.filter(group, of === NO_LABEL ? '' : of),
        cause && word(cause),
        isOn ? shared('blockers.ofCause') : '',
        decision === undefined ? '' : t(`clusters.${decision}`),
      ]}
      onClear={showAll}
    />
  );
};
