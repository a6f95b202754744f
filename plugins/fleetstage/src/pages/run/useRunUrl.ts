import { useMemo } from 'react';
import { useUrlPatch, useUrlState } from '../../routing';
import { defaultView, type Gate, type Run, type View } from '../../model/run/pipeline';

export const TABS = ['pipeline', 'clusters', 'changes', 'timeline', 'plan'] as const;
export type Tab = (typeof TABS)[number];
export type RunDialog =
  'approve' | 'reject' | 'stop' | 'resume' | 'start' | 'retry' | 'end' | 'rollback' | 'delete' | 'kubectl';

const asTab = (text: string): Tab => TABS.find(tab => tab === text) ?? 'pipeline';
const asView = (text: string, fallback: View): View =>
  text === 'columns' || text === 'grid' || text === 'table' ? text : fallback;

/** Filters of one tab mean nothing in another. */
const NO_FILTERS = {
  state: undefined,
  q: undefined,
  stage: undefined,
  names: undefined,
  kind: undefined,
  event: undefined,
};

const isGateDialog = (dialog: string) => dialog === 'approve' || dialog === 'reject';

export interface RunUrl {
  readonly tab: Tab;
  readonly view: View;
  readonly cluster: string;
  readonly dialog: RunDialog | '';
  readonly stage: string;
  readonly gate: 'before' | 'after';
  setTab(tab: Tab): void;
  setView(view: View): void;
  openCluster(name: string): void;
  closeCluster(): void;
  openGate(dialog: 'approve' | 'reject', gate: Gate): void;
  openDialog(dialog: RunDialog): void;
  /** The Retry dialog for these clusters. */
  retry(clusters: readonly string[]): void;
  closeDialog(): void;
  /** The clusters table with a filter. */
  showClusters(query: { state?: string; stage?: string; q?: string; names?: string }): void;
}

/** Everything of the run page that has an address. */
export function useRunUrl(run: Run): RunUrl {
  const patch = useUrlPatch();
  const [tabInUrl] = useUrlState('tab', 'pipeline');
  const [view] = useUrlState('view');
  // Links from before: the table of the pipeline is the tab of the clusters.
  const tab = tabInUrl === 'pipeline' && view === 'table' ? 'clusters' : tabInUrl;
  const [cluster] = useUrlState('cluster');
  const [dialog] = useUrlState('dialog');
  const [stage] = useUrlState('stage');
  const [gate] = useUrlState('gate', 'after');
  const fallback = defaultView(run);
  return useMemo(
    () => ({
      tab: asTab(tab),
      view: asView(view, fallback),
      cluster,
      dialog: dialog as RunDialog | '',
      stage,
      gate: gate === 'before' ? 'before' : 'after',
      setTab: next =>
        patch(
          {
            ...NO_FILTERS,
            tab: next === 'pipeline' ? undefined : next,
          },
          { push: true },
        ),
      setView: next => patch({ view: next === fallback ? undefined : next }),
      openCluster: name => patch({ cluster: name }, { push: true }),
      closeCluster: () => patch({ cluster: undefined }),
      openGate: (which, { stage: of, task }) =>
        patch({ dialog: which, stage: of, gate: task }, { push: true }),
      openDialog: which => patch({ dialog: which }, { push: true }),
      retry: clusters => patch({ dialog: 'retry', only: clusters.join(',') }, { push: true }),
      closeDialog: () =>
        // Only a gate's dialog brought the stage along; elsewhere it is a filter.
        patch({
          dialog: undefined,
          only: undefined,
          gate: undefined,
          ...(isGateDialog(dialog) && { stage: undefined }),
        }),
      showClusters: query =>
        patch(
          {
            ...NO_FILTERS,
            ...query,
            tab: 'clusters',
            dialog: undefined,
            gate: undefined,
          },
          { push: true },
        ),
    }),
    [patch, tab, view, cluster, dialog, stage, gate, fallback],
  );
}
