import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Chip from '@mui/material/Chip';
import { FilterChips } from '../../../components/FilterChips';
import { Choice, ListBar } from '../../../components/ListBar';
import { SearchField } from '../../../components/SearchField';
import { ViewMenu } from '../../../components/ViewMenu';
import { countCauses } from '../../../model/placement/causes';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import { DecisionChoice } from './DecisionChoice';
import { useCauseWords } from './useCauseWords';
import { useClusterColumns } from './useClusterColumns';
import type { Decided } from './useDecided';

interface ClusterFiltersBarProps {
  readonly placement: Placement;
  readonly decision: string;
  /** Keys of labels that clusters have. */
  readonly labels: readonly string[];
  readonly decided: Decided;
}

/** Name, decision, and the cause that was clicked above. */
export const ClusterFiltersBar = ({ placement, decision, labels, decided }: ClusterFiltersBarProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { word } = useCauseWords();
  const { q, cause, group, setSearch, setDecision, setCause, setGroup } = usePlacementUrl();
  const columns = useClusterColumns(placement);
  const { causes } = placement;
  const total = causes.reduce((sum, { clusters }) => sum + clusters, 0);
  const picked = countCauses(causes, 'Picked');
  return (
    <ListBar>
      <SearchField value={q} onChange={setSearch} label={t('clusters.search')} />
      <FilterChips
        label={t('clusters.decision')}
        options={[
          { value: 'picked', label: t('clusters.picked'), count: picked },
          { value: 'notPicked', label: t('clusters.notPicked'), count: total - picked },
        ]}
        value={cause === '' && decision !== 'all' ? decision : ''}
        onChange={value => setDecision(value || 'all')}
        isSingle
      />
      {cause !== '' && (
        <Chip
          size="small"
          label={t('clusters.cause', { cause: word(cause) })}
          onDelete={() => setCause(cause)}
          sx={{ m: 0 }}
        />
      )}
      <DecisionChoice decided={decided} />
      {(labels.length > 0 || group !== '') && (
        <Choice
          label={t('clusters.group')}
          value={group}
          options={[
            ['', t('clusters.noGroup')],
            ...[...new Set([...labels, group])]
              .filter(Boolean)
              .map(key => [key, t('clusters.groupBy', { label: key })] as const),
          ]}
          onChange={setGroup}
        />
      )}
      <ViewMenu table="placementClusters" columns={columns} isLast />
    </ListBar>
  );
};
