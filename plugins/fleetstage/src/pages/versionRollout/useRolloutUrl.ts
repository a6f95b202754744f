import { useMemo } from 'react';
import { useUrlPatch, useUrlState } from '../../routing';

export const ROLLOUT_TABS = ['pipeline', 'clusters', 'history', 'yaml'] as const;
export type RolloutTab = (typeof ROLLOUT_TABS)[number];
export type RolloutDialog =
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'forceComplete'
  | 'overrideSoak'
  | 'ignoreMaintenance'
  | 'heedMaintenance'
  | 'skip'
  | 'unskip'
  | 'retry'
  | 'kubectl';

const NO_FILTERS = { state: undefined, reason: undefined, q: undefined, stage: undefined, sort: undefined };

interface ClusterFilter {
  readonly state?: string;
  readonly reason?: string;
  readonly stage?: string;
}

export interface RolloutUrl {
  readonly tab: RolloutTab;
  readonly dialog: string;
  readonly cluster: string;
  /** Clusters that the dialog is about. */
  readonly only: readonly string[];
  setTab(tab: RolloutTab): void;
  openDialog(dialog: RolloutDialog): void;
  openFor(dialog: RolloutDialog, clusters: readonly string[]): void;
  closeDialog(): void;
  openCluster(name: string): void;
  closeCluster(): void;
  /** The clusters table with a filter. */
  showClusters(filter: ClusterFilter): void;
}

/** Everything of the page of a rollout that has an address. */
export function useRolloutUrl(): RolloutUrl {
  const patch = useUrlPatch();
  const [tab] = useUrlState('tab', ROLLOUT_TABS[0]);
  const [dialog] = useUrlState('dialog');
  const [cluster] = useUrlState('cluster');
  const [only] = useUrlState('only');
  return useMemo(
    () => ({
      tab: ROLLOUT_TABS.find(one => one === tab) ?? ROLLOUT_TABS[0],
      dialog,
      cluster,
      only: only.split(',').filter(Boolean),
      setTab: next =>
        patch({ ...NO_FILTERS, tab: next === ROLLOUT_TABS[0] ? undefined : next }, { push: true }),
      openDialog: next => patch({ dialog: next }, { push: true }),
      openFor: (next, clusters) => patch({ dialog: next, only: clusters.join(',') }, { push: true }),
      closeDialog: () =>
        patch({
          dialog: undefined,
          only: undefined,
          // Only that dialog brought the stage along; elsewhere it is a filter.
          ...(dialog === 'overrideSoak' && { stage: undefined }),
        }),
      openCluster: name => patch({ cluster: name }, { push: true }),
      closeCluster: () => patch({ cluster: undefined }),
      showClusters: filter => patch({ ...NO_FILTERS, ...filter, tab: 'clusters' }, { push: true }),
    }),
    [patch, tab, dialog, cluster, only],
  );
}
