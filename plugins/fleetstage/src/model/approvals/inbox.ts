import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { RunAheadOf } from '../blockers';

export type ApprovalItem = Schemas['ApprovalItem'];

export const ORDERS = ['wait', 'newest', 'clusters'] as const;
export type ApprovalOrder = (typeof ORDERS)[number];

export const SHOWS = ['you', 'all', 'decided'] as const;
export type ApprovalShow = (typeof SHOWS)[number];

/** Where a line of the inbox leads: the query of its address. */
export type GateAddress = {
  readonly run: string;
  readonly stage: string;
  readonly gate: string;
};

export function addressOf({ run, gate }: ApprovalItem): GateAddress {
  return { run, stage: gate.stage, gate: gate.task };
}

/** The earlier run that comes first, whatever is decided here. */
export function aheadOf({
  decision,
  startsStage: { kind, run, runIs },
}: ApprovalItem): RunAheadOf | undefined {
  return decision === undefined && kind === 'held' && run !== undefined ? { run, runIs } : undefined;
}

export function keyOf({ scope, run, gate }: ApprovalItem): string {
  return [scope ?? '_', run, gate.stage, gate.task].join('/');
}

export function findItem(
  items: readonly ApprovalItem[],
  wanted: Partial<GateAddress>,
): ApprovalItem | undefined {
  return items.find(
    ({ run, gate }) => run === wanted.run && gate.stage === wanted.stage && gate.task === wanted.gate,
  );
}

const askedAt = ({ gate }: ApprovalItem): number => Date.parse(gate.askedAt ?? '') || 0;

export function sortApprovals(items: readonly ApprovalItem[], order: ApprovalOrder): ApprovalItem[] {
  const compare: Record<ApprovalOrder, (a: ApprovalItem, b: ApprovalItem) => number> = {
    wait: (a, b) => askedAt(a) - askedAt(b),
    newest: (a, b) => askedAt(b) - askedAt(a),
    clusters: (a, b) => b.startsStage.clusterCount - a.startsStage.clusterCount,
  };
  return [...items].sort((a, b) => compare[order](a, b) || keyOf(a).localeCompare(keyOf(b)));
}

/** When the longest wait began. */
export function longestSince(items: readonly ApprovalItem[]): string | undefined {
  return sortApprovals(
    items.filter(({ gate }) => gate.askedAt !== undefined),
    'wait',
  )[0]?.gate.askedAt;
}

/** Whether loaded facts are those of this line. */
export function isDetailOf({ run, gate }: Schemas['GateDetail'], item: ApprovalItem): boolean {
  return run === item.run && gate.stage === item.gate.stage && gate.task === item.gate.task;
}
