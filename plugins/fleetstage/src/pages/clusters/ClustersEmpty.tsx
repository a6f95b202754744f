import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { ComponentProps } from 'react';
import Hub from '@mui/icons-material/Hub';
import { EmptyState } from '../../components/EmptyState';
import { NoMatch } from '../../components/NoMatch';
import { clusterGroups } from '../../model/clusters/clusterFilters';
import { useUrlPatch } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { Join } from './Join';
import type { ClusterList } from './useClusterList';

interface ClustersEmptyProps {
  readonly page: ComponentProps<typeof Join>['page'];
  readonly filters?: ClusterList['filters'];
}

/** No member at all, or none that the filters let through. */
export const ClustersEmpty = ({ page, filters }: ClustersEmptyProps) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const patch = useUrlPatch();
  if (filters === undefined) {
    return (
      <EmptyState
        icon={Hub}
        title={t('empty.title')}
        body={t('empty.body')}
        actions={<Join page={page} variant="contained" />}
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
