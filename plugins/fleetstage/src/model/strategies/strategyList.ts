import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export type Strategy = Schemas['StrategySummary'];

export const USES = ['used', 'unused', 'open'] as const;
export type Use = (typeof USES)[number];
export const SORTS = ['name', 'changed', 'lastRun'] as const;
export type Sort = (typeof SORTS)[number];

const IS_USED: Record<Use, (strategy: Strategy) => boolean> = {
  used: ({ placements }) => placements.length > 0,
  unused: ({ placements }) => placements.length === 0,
  open: ({ openRuns }) => openRuns.length > 0,
};

export interface StrategyFilters {
  readonly q: string;
  /** Some of `USES`, with commas between; any of them is enough. */
  readonly use: string;
  readonly sort: Sort;
}

/** A search finds names of strategies, of stages and of placements. */
export function arrangeStrategies(items: readonly Strategy[], { q, use, sort }: StrategyFilters): Strategy[] {
  const text = q.trim().toLowerCase();
  const uses = USES.filter(one => use.split(',').includes(one));
  return items
    .filter(({ scope, name, stages, placements }) =>
      [scope, name, ...stages, ...placements].some(one => one.toLowerCase().includes(text)),
    )
    .filter(strategy => uses.length === 0 || uses.some(one => IS_USED[one](strategy)))
    .sort((a, b) => ORDERS[sort](a, b) || compare(a.name, b.name));
}

const ORDERS: Record<Sort, (a: Strategy, b: Strategy) => number> = {
  name: () => 0,
  changed: (a, b) => compare(b.changedAt ?? '', a.changedAt ?? ''),
  lastRun: (a, b) => compare(b.lastRun?.createdAt ?? '', a.lastRun?.createdAt ?? ''),
};

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
