import { useMemo } from 'react';
import { useUrlPatch, useUrlState } from '../../routing';

export const SEQUENCE_TABS = ['pipeline', 'clusters', 'calendar', 'history', 'yaml'] as const;
export type SequenceTab = (typeof SEQUENCE_TABS)[number];
export type SequenceDialog = 'suspend' | 'resume' | 'startVersion' | 'delete' | 'kubectl';

export interface SequenceUrl {
  readonly tab: SequenceTab;
  readonly dialog: string;
  setTab(tab: SequenceTab): void;
  openDialog(dialog: SequenceDialog): void;
  closeDialog(): void;
}

/** Everything of the page that has an address. */
export function useSequenceUrl(): SequenceUrl {
  const patch = useUrlPatch();
  const [tab] = useUrlState('tab', SEQUENCE_TABS[0]);
  const [dialog] = useUrlState('dialog');
  return useMemo(
    () => ({
      tab: SEQUENCE_TABS.find(one => one === tab) ?? SEQUENCE_TABS[0],
      dialog,
      setTab: next => patch({ tab: next === SEQUENCE_TABS[0] ? undefined : next }, { push: true }),
      openDialog: next => patch({ dialog: next }, { push: true }),
      closeDialog: () => patch({ dialog: undefined }),
    }),
    [patch, tab, dialog],
  );
}
