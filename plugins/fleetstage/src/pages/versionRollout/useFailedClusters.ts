import { usePages } from '../../api/useFleetQuery';
import { useVersionRolloutClusters } from '../../api/versionRolloutQueries';

/** As many as one retry names in a sentence that can be read. */
const MOST = 100;

/** Names of the clusters whose upgrade failed. */
export function useFailedClusters(rollout: string): readonly string[] {
  const { data } = useVersionRolloutClusters(rollout, { state: 'Failed', limit: MOST });
  return usePages(data)?.items.map(({ name }) => name) ?? [];
}
