import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Hub from '@mui/icons-material/Hub';
import { EmptyState } from '../../components/EmptyState';
import { JoinGuide } from '../../components/guides/JoinGuide';
import { NoMatch } from '../../components/NoMatch';
import { clusterGroups } from '../../model/clusters/clusterFilters';
import { useUrlPatch } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import type { ClusterList } from './useClusterList';

/** No member at all, or none that the filters let through. */
export const ClustersEmpty = ({ filters }: { filters?: ClusterList['filters'] }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const patch = useUrlPatch();
  if (filters === undefined) {
    return (
      <EmptyState
        icon={Hub}
        title={t('empty.title')}
        body={t('empty.body')}
        actions={<JoinGuide variant="contained" />}
      />
    );
  }
  const { q, state, label } = filters;
  return (
    <NoMatch
      title={words => t('empty.filteredTitle', { filters: words })}
      filters={[
        q && t('filter.name', { name: q }),
        label,
        ...state.split(',').map(one => (clusterGroups.isGroup(one) ? t(`filter.${one}`) : one)),
      ]}
      onClear={() => patch({ q: undefined, state: undefined, label: undefined })}
    />
  );
};
