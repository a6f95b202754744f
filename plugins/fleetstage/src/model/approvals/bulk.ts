import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isOpenApproval } from '../status/gate';
import { isDetailOf, keyOf, type ApprovalItem } from './inbox';

export type Outcome =
  | { readonly kind: 'waits' }
  /** Sent in its turn. */
  | { readonly kind: 'queued' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'approved' }
  /** Somebody was faster; the first decision counts. */
  | { readonly kind: 'already' }
  | { readonly kind: 'failed'; readonly message: string };

/** A gate of the frozen set, and what was chosen about it. */
export interface BulkChoice {
  readonly item: ApprovalItem;
  /** By hand. */
  readonly isWanted?: boolean;
  readonly outcome: Outcome;
}

/** A choice beside what its gate says now. */
export interface BulkLine extends BulkChoice {
  readonly isTicked: boolean;
  /** A check blocks it, here as in the dialog of one. */
  readonly isBlocked: boolean;
  readonly counts: ApprovalItem['checks'];
  /** The checks that do not pass. */
  readonly concerns: readonly Schemas['Check'][];
  /** Why it cannot be approved: decided meanwhile, or what the backend says of the reader. */
  readonly closed?: 'decided' | { readonly reason: string };
  readonly resourceVersion?: string;
}

/** The gates of the dialog, fixed at opening. */
export const openBulk = (items: readonly ApprovalItem[]): BulkChoice[] =>
  items.map(item => ({ item, outcome: { kind: 'waits' } }));

export function updateChoice(
  choices: readonly BulkChoice[],
  key: string,
  change: Partial<BulkChoice>,
): BulkChoice[] {
  return choices.map(one => (keyOf(one.item) === key ? { ...one, ...change } : one));
}

/** The line as of now. What a check blocks is left out; what is sent stays ticked, whatever becomes of its gate. */
export function toLine(choice: BulkChoice, detail: Schemas['GateDetail'] | undefined): BulkLine {
  const { item, isWanted = true, outcome } = choice;
  const known = detail && isDetailOf(detail, item) ? detail : undefined;
  const gate = known?.gate ?? item.gate;
  const counts = known?.checkCounts ?? item.checks;
  const closed = closedBy(gate);
  const isBlocked = counts.blocks > 0;
  return {
    ...choice,
    isTicked: outcome.kind === 'waits' ? isWanted && !isBlocked && closed === undefined : true,
    isBlocked,
    counts,
    concerns: known?.checks.filter(({ level }) => level !== 'pass') ?? [],
    ...(closed !== undefined && { closed }),
    ...(gate.resourceVersion !== undefined && { resourceVersion: gate.resourceVersion }),
  };
}

function closedBy(gate: Schemas['Gate']): BulkLine['closed'] {
  if (!isOpenApproval(gate)) return 'decided';
  const { isAllowed = true, reason = '' } = gate.mayApprove ?? {};
  return isAllowed ? undefined : { reason };
}

export interface BulkSummary {
  readonly ticked: number;
  /** Clusters that get updates, and those that the placement is removed from. */
  readonly updates: number;
  readonly removals: number;
  readonly approved: number;
  readonly failed: number;
  /** Left out because a check blocks. */
  readonly excluded: number;
  readonly isOver: boolean;
}

export function summarize(lines: readonly BulkLine[]): BulkSummary {
  const ticked = lines.filter(line => line.isTicked);
  const count = (...kinds: Outcome['kind'][]) =>
    lines.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
  const clusters = (kind: ApprovalItem['startsStage']['kind']) =>
    ticked
      .filter(({ item }) => item.startsStage.kind === kind)
      .reduce((sum, { item }) => sum + item.startsStage.clusterCount, 0);
  const answered = count('approved', 'already', 'failed');
  return {
    ticked: ticked.length,
    updates: clusters('stage'),
    removals: clusters('removal'),
    approved: count('approved', 'already'),
    failed: count('failed'),
    excluded: lines.filter(line => !line.isTicked && line.closed === undefined && line.isBlocked).length,
    isOver: answered > 0 && count('sending', 'queued') === 0,
  };
}
