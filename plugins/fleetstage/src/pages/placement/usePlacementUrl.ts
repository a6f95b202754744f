import { useMemo } from 'react';
import { useUrlPatch, useUrlState } from '../../routing';

export const TABS = [
  'clusters',
  'resources',
  'snapshots',
  'runs',
  'conditions',
  'timeline',
  'yaml',
  'preview',
  'evictions',
] as const;
export type Tab = (typeof TABS)[number];

/** `evict` is about the open cluster. */
export type PlacementDialog = 'create' | 'kubectl' | 'delete' | 'evict' | 'budget' | 'noBudget';

const asTab = (text: string): Tab => TABS.find(tab => tab === text) ?? TABS[0];

/** What narrows the table of clusters, taken away. */
export const NARROWED = {
  cluster: undefined,
  decision: undefined,
  cause: undefined,
  names: undefined,
  heldBy: undefined,
  q: undefined,
  of: undefined,
} as const;

/** Everything of the placement page that has an address. */
export function usePlacementUrl() {
  const patch = useUrlPatch();
  const [tab] = useUrlState('tab', TABS[0]);
  const [cluster] = useUrlState('cluster');
  const [decision] = useUrlState('decision');
  const [decided] = useUrlState('decided');
  const [cause] = useUrlState('cause');
  const [q] = useUrlState('q');
  const [sort] = useUrlState('sort');
  const [group] = useUrlState('group');
  const [of] = useUrlState('of');
  const [dialog] = useUrlState('dialog');
  return useMemo(
    () => ({
      tab: asTab(tab),
      cluster,
      decision,
      /** Number of an earlier decision. */
      decided,
      cause,
      q,
      sort,
      group,
      /** A value of what groups, a label or the owners; `-` means clusters without it, or without an owner. */
      of,
      dialog,
      setTab: (next: Tab) =>
        patch(
          { ...NARROWED, tab: next === TABS[0] ? undefined : next, sort: undefined, dialog: undefined },
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
      setDecided: (next: string) =>
        patch({ decided: next || undefined, cause: undefined, cluster: undefined }),
      setSort: (next: string) => patch({ sort: next || undefined }),
      setGroup: (next: string) => patch({ group: next || undefined, of: undefined }),
      setGroupValue: (next: string) => patch({ of: next || undefined, cluster: undefined }),
      setSearch: (next: string) => patch({ q: next, cluster: undefined }),
      showAll: () => patch({ ...NARROWED, decision: 'all' }),
      showCluster: (name: string) =>
        patch(
          { tab: undefined, cluster: name, decision: undefined, cause: undefined, q: undefined },
          { push: true },
        ),
      openDialog: (which: PlacementDialog) => patch({ dialog: which }, { push: true }),
      closeDialog: () => patch({ dialog: undefined }),
    }),
    [patch, tab, cluster, decision, decided, cause, q, sort, group, of, dialog],
  );
}
