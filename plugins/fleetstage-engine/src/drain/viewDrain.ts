import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { countOf, joinAnd, listOf } from '../words';
import { drainRequestOf, isCordoned, type DrainRequest } from './cordon';
import type { DrainState } from './drainState';
import { judgeDrain, type DrainItem, type DrainItemState } from './judgeDrain';

/**
 * Where a drain as a whole stands:
 *
 *   idle      the cluster is open to placements
 *   cordoned  the taint is there, and nobody asks for a drain
 *   draining  evictions are under way, or due
 *   blocked   all that could still be evicted is held by budgets, or cannot be decided
 *   drained   nothing is left that an eviction would take; what stays is counted
 */
export type DrainProgressState = 'idle' | 'cordoned' | 'draining' | 'blocked' | 'drained';

export interface DrainProgress {
  readonly state: DrainProgressState;
  /** Absent: nobody asks for a drain. It may be there without the taint: then nothing is evicted, and the sentence says so. */
  readonly request?: DrainRequest;
  /** Placements that were evicted, of `total` that an eviction takes away or could. */
  readonly evicted: number;
  readonly total: number;
  readonly blocked: number;
  /** Placements that no eviction takes away. */
  readonly stays: number;
  /** Ordered as the placements were given. */
  readonly items: readonly DrainItem[];
  /** E.g. `Draining: 2 of 5 placements evicted; api is blocked.` */
  readonly sentence: string;
}

type Counts = Readonly<Record<DrainItemState, number>>;

/** How far a drain is, from the taint, the annotations, the evictions and what is on the cluster now. */
export function viewDrain(state: DrainState, now: Instant): DrainProgress {
  const { taints, annotations } = state.cluster;
  const request = drainRequestOf(annotations);
  const items = judgeDrain(state, now);
  const counts = countStates(items);
  const open = counts.due + counts.evicting + counts.blocked + counts.invalid;
  const progress = {
    state: overall(isCordoned(taints), request, counts),
    ...(request && { request }),
    evicted: counts.evicted,
    total: counts.evicted + open,
    blocked: counts.blocked + counts.invalid,
    stays: counts.stays,
    items,
  };
  return { ...progress, sentence: sentenceOf(progress) };
}

function countStates(items: readonly DrainItem[]): Counts {
  const counts = { due: 0, evicting: 0, blocked: 0, evicted: 0, invalid: 0, stays: 0, empty: 0 };
  for (const { state } of items) counts[state] += 1;
  return counts;
}

function overall(
  isTainted: boolean,
  request: DrainRequest | undefined,
  { due, evicting, blocked, invalid }: Counts,
): DrainProgressState {
  if (!isTainted) return 'idle';
  if (request === undefined) return 'cordoned';
  if (due + evicting > 0) return 'draining';
  return blocked + invalid > 0 ? 'blocked' : 'drained';
}

function sentenceOf({ state, request, ...progress }: Omit<DrainProgress, 'sentence'>): string {
  const { evicted, total, items } = progress;
  switch (state) {
    case 'idle':
      return request === undefined
        ? 'Not cordoned: placements may be picked for the cluster.'
        : 'A drain is asked for, and the taint of the cordon is missing, so nothing is evicted; add the taint.';
    case 'cordoned':
      return 'Cordoned: no placement is picked for the cluster, and those that are there stay.';
    case 'draining':
    case 'blocked': {
      const done = `${evicted} of ${countOf(total, 'placement')} evicted`;
      const parts = [...blockedInWords(items), ...staysInWords(items)];
      return `${state === 'draining' ? 'Draining' : 'Blocked'}: ${[done, ...parts].join('; ')}.`;
    }
    default: {
      const done = evicted === 0 ? 'nothing had to be evicted' : `${countOf(evicted, 'placement')} evicted`;
      return `Drained: ${[done, ...staysInWords(items)].join('; ')}.`;
    }
  }
}

function blockedInWords(items: readonly DrainItem[]): string[] {
  const names = namesOf(items, ['blocked', 'invalid']);
  if (names.length === 0) return [];
  return [`${listOf(names)} ${names.length === 1 ? 'is' : 'are'} blocked`];
}

function staysInWords(items: readonly DrainItem[]): string[] {
  const names = namesOf(items, ['stays']);
  if (names.length === 0) return [];
  const few = names.length <= 3 ? joinAnd(names) : listOf(names);
  return [`${few} ${names.length === 1 ? 'stays' : 'stay'}`];
}

const namesOf = (items: readonly DrainItem[], states: readonly DrainItemState[]) =>
  items.filter(({ state }) => states.includes(state)).map(({ placement }) => placement);
