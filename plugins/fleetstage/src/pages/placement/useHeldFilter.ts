import type { Blocker } from '../../model/blockers';
import { useUrlPatch, useUrlState } from '../../routing';
import { NARROWED } from './usePlacementUrl';

/** The table of clusters with those of one cause that holds the rolling update; in the address. */
export function useHeldFilter() {
  const patch = useUrlPatch();
  const [names] = useUrlState('names');
  const [heldBy] = useUrlState('heldBy');
  return {
    /** Separated by commas. */
    names,
    /** Cause of a blocker that names them. */
    heldBy,
    isOn: names !== '' || heldBy !== '',
    /** There may be more than the blocker carries: its cause finds them all. */
    show: ({ cause, clusters, clusterCount }: Blocker) =>
      patch(
        {
          ...NARROWED,
          tab: undefined,
          ...(clusterCount > clusters.length ? { heldBy: cause } : { names: clusters.join(',') }),
        },
        { push: true },
      ),
    clear: () => patch({ names: undefined, heldBy: undefined }),
  };
}
