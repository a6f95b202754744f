import { keyOf, type ApprovalItem } from './inbox';

export type Outcome =
  | { readonly kind: 'waits' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'approved' }
  /** Somebody was faster; the first decision stands. */
  | { readonly kind: 'already' }
  | { readonly kind: 'failed'; readonly message: string };

export interface BulkLine {
  readonly item: ApprovalItem;
  readonly isTicked: boolean;
  readonly outcome: Outcome;
}

/** The lines of the dialog, fixed at opening. A line with a check that blocks waits for a tick by hand. */
export function openBulk(items: readonly ApprovalItem[]): BulkLine[] {
  return items.map(item => ({ item, isTicked: item.checks.blocks === 0, outcome: { kind: 'waits' } }));
}

export function updateLine(lines: readonly BulkLine[], key: string, change: Partial<BulkLine>): BulkLine[] {
  return lines.map(line => (keyOf(line.item) === key ? { ...line, ...change } : line));
}

export interface BulkSummary {
  readonly ticked: number;
  readonly clusters: number;
  readonly approved: number;
  readonly failed: number;
  readonly excluded: number;
  readonly isOver: boolean;
}

export function summarize(lines: readonly BulkLine[]): BulkSummary {
  const ticked = lines.filter(line => line.isTicked);
  const count = (...kinds: Outcome['kind'][]) =>
    ticked.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
  return {
    ticked: ticked.length,
    clusters: ticked.reduce((sum, { item }) => sum + item.startsStage.clusterCount, 0),
    approved: count('approved', 'already'),
    failed: count('failed'),
    excluded: lines.length - ticked.length,
    isOver: ticked.length > 0 && count('waits', 'sending') === 0,
  };
}
