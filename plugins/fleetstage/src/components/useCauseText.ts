import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Blocker } from '../model/blockers';
import { causeTranslationRef } from '../translation/cause';

const OF_CLUSTERS: ReadonlySet<string> = new Set(['ClusterFailing', 'ClusterStuck']);

/** Trouble of clusters, not of the run or the placement. */
export const isOfClusters = ({ cause }: Blocker) => OF_CLUSTERS.has(cause);

/** A cause in the engine's words; of clusters, the first by name, and how many more say the same. */
export function useCauseText(): (blocker: Blocker) => string {
  const { t } = useTranslationRef(causeTranslationRef);
  return blocker => {
    const { message, clusters, clusterCount } = blocker;
    const [cluster] = clusters;
    if (cluster === undefined || !isOfClusters(blocker)) return message;
    return clusterCount > 1
      ? t('onMore', { cluster, count: clusterCount - 1, message })
      : t('on', { cluster, message });
  };
}
