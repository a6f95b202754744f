import { useMemo } from 'react';
import { useUrlPatch, useUrlState } from '../../routing';

export const TABS = ['clusters', 'resources', 'snapshots', 'runs', 'conditions', 'timeline', 'yaml'] as const;
export type Tab = (typeof TABS)[number];

const asTab = (text: string): Tab => TABS.find(tab => tab === text) ?? TABS[0];

/** Everything of the placement page that has an address. */
export function usePlacementUrl() {
  const patch = useUrlPatch();
  const [tab] = useUrlState('tab', TABS[0]);
  const [cluster] = useUrlState('cluster');
  const [decision] = useUrlState('decision');
  const [cause] = useUrlState('cause');
  const [q] = useUrlState('q');
  const [dialog] = useUrlState('dialog');
  return useMemo(
    () => ({
      tab: asTab(tab),
      cluster,
      decision,
      cause,
      q,
      dialog,
      setTab: (next: Tab) =>
        patch(
          {
            tab: next === TABS[0] ? undefined : next,
            cluster: undefined,
            decision: undefined,
            cause: undefined,
            q: undefined,
          },
          { push: true },
        ),
      toggleCluster: (name: string) => patch({ cluster: name === cluster ? undefined : name }),
      /** The table with one cause only; the same cause again takes the filter away. */
      setCause: (next: string) =>
        patch({
          tab: undefined,
          cause: next === cause ? undefined : next,
          decision: undefined,
          cluster: undefined,
          q: undefined,
        }),
      setDecision: (next: string) => patch({ decision: next, cause: undefined, cluster: undefined }),
      setSearch: (next: string) => patch({ q: next, cluster: undefined }),
      showAll: () => patch({ decision: 'all', cause: undefined, q: undefined, cluster: undefined }),
      showCluster: (name: string) =>
        patch(
          { tab: undefined, cluster: name, decision: undefined, cause: undefined, q: undefined },
          { push: true },
        ),
      openDialog: (which: 'create' | 'kubectl') => patch({ dialog: which }, { push: true }),
      closeDialog: () => patch({ dialog: undefined }),
    }),
    [patch, tab, cluster, decision, cause, q, dialog],
  );
}
