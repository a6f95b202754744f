import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Chip from '@mui/material/Chip';
import { FilterChips } from '../../../components/FilterChips';
import { ListBar } from '../../../components/ListBar';
import { SearchField } from '../../../components/SearchField';
import { ViewMenu } from '../../../components/ViewMenu';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { sharedTranslationRef } from '../../../translation/shared';
import { useHeldFilter } from '../useHeldFilter';
import { usePlacementUrl } from '../usePlacementUrl';
import { DecisionChoice } from './DecisionChoice';
import { GroupChoice } from './GroupChoice';
import { useCauseWords } from './useCauseWords';
import { useClusterColumns } from './useClusterColumns';
import type { DecisionFilter } from './useClusterRows';
import type { Decided } from './useDecided';

interface ClusterFiltersBarProps {
  readonly placement: Placement;
  readonly decision: DecisionFilter | undefined;
  /** Keys of labels that clusters have. */
  readonly labels: readonly string[];
  readonly decided: Decided;
}

/** The chip that is on: clusters that are not gone yet are few, and come with the picked ones. */
const CHIPS = { picked: 'picked', here: 'picked', notPicked: 'notPicked' } as const;

/** Name, decision, and the cause that was clicked above. */
export const ClusterFiltersBar = ({ placement, decision, labels, decided }: ClusterFiltersBarProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { word } = useCauseWords();
  const { q, cause, group, of, setSearch, setDecision, setCause } = usePlacementUrl();
  const held = useHeldFilter();
  const { t: shared } = useTranslationRef(sharedTranslationRef);
  const columns = useClusterColumns(placement, decided.number);
  const { picked, notPicked } = placement.decided;
  return (
    <ListBar filters={[cause || decision, held.names || held.heldBy, decided.number, group && of]}>
      <SearchField value={q} onChange={setSearch} label={t('clusters.search')} />
      <FilterChips
        label={t('clusters.decision')}
        options={[
          { value: 'picked', label: t('clusters.picked'), count: picked },
          { value: 'notPicked', label: t('clusters.notPicked'), count: notPicked },
        ]}
        value={cause === '' && decision !== undefined ? CHIPS[decision] : ''}
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
      {held.isOn && (
        <Chip size="small" label={shared('blockers.ofCause')} onDelete={held.clear} sx={{ m: 0 }} />
      )}
      <DecisionChoice decided={decided} />
      <GroupChoice labels={labels} />
      <ViewMenu table="placementClusters" columns={columns} isLast />
    </ListBar>
  );
};
