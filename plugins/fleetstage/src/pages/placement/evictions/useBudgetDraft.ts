import { useState } from 'react';
import {
  budgetYaml,
  draftOf,
  limitsOf,
  readBudget,
  type Budget,
  type BudgetDraft,
  type Limits,
  type ReadBudget,
} from '../../../model/evictions/budget';
import type { Placement } from '../../../model/placement/now';
import { valueAt } from '../../../model/placementEditor/fields';

export const MODES = ['form', 'yaml'] as const;
export type Mode = (typeof MODES)[number];

export interface BudgetEdit {
  readonly mode: Mode;
  readonly draft: BudgetDraft;
  /** The text, in the mode `yaml`. */
  readonly text: string;
  /** Why the text is no budget; absent: it is one. */
  readonly fault?: Exclude<ReadBudget, { draft: BudgetDraft }>;
  /** Absent while it is no limit. */
  readonly limits?: Limits;
  readonly isPickAll: boolean;
  /** The budget that the edit began with; absent: there was none. */
  readonly shown?: Budget;
  /** The budget is another one by now. */
  readonly isBehind: boolean;
  setMode(mode: Mode): void;
  setDraft(draft: BudgetDraft): void;
  setText(text: string): void;
  /** Goes on from the budget as it is now, with what it says or with what was typed. */
  rebase(keep: 'theirs' | 'mine'): void;
}

/** Form and YAML are one draft, which nobody else's change takes away. */
export function useBudgetDraft(placement: Placement): BudgetEdit {
  const { name, evictions, manifest } = placement;
  const latest = evictions?.budget;
  const isPickAll = (valueAt(manifest, ['spec', 'policy', 'placementType']) ?? 'PickAll') === 'PickAll';
  const [shown, setShown] = useState(latest);
  const [draft, setDraft] = useState<BudgetDraft>(() => draftOf(latest));
  const [mode, setMode] = useState<Mode>('form');
  const [text, setText] = useState('');
  const read = mode === 'yaml' ? readBudget(text) : { draft };
  const fault = 'fault' in read ? read : undefined;
  const limits = fault ? undefined : limitsOf(draft, isPickAll);
  const show = (next: BudgetDraft) => setText(budgetYaml(name, limitsOf(next, isPickAll) ?? {}));
  return {
    ...{ mode, draft, text, isPickAll },
    ...(fault && { fault }),
    ...(limits && { limits }),
    ...(shown && { shown }),
    isBehind: latest?.resourceVersion !== shown?.resourceVersion,
    setMode: next => {
      if (next === 'yaml') show(draft);
      setMode(next);
    },
    setDraft,
    setText: next => {
      setText(next);
      const typed = readBudget(next);
      if ('draft' in typed) setDraft(typed.draft);
    },
    rebase: keep => {
      setShown(latest);
      if (keep === 'mine') return;
      setDraft(draftOf(latest));
      show(draftOf(latest));
    },
  };
}
