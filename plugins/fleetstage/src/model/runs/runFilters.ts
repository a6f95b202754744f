import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export type RunState = Schemas['RunState'];

/** Groups of states that people ask for; each is one chip. */
export const STATE_GROUPS = {
  unfinished: [
    'preparing',
    'readyToStart',
    'updating',
    'waitingForApproval',
    'waiting',
    'failing',
    'stuck',
    'stopping',
    'stopped',
  ],
  waiting: ['waitingForApproval', 'waiting'],
  trouble: ['failing', 'stuck', 'failed', 'couldNotPrepare'],
  stopped: ['stopping', 'stopped'],
  finished: ['succeeded', 'failed', 'couldNotPrepare'],
} as const satisfies Record<string, readonly RunState[]>;

export type StateGroup = keyof typeof STATE_GROUPS;
export const GROUP_NAMES = Object.keys(STATE_GROUPS) as StateGroup[];

export const isGroup = (word: string): word is StateGroup => word in STATE_GROUPS;

/** What `?state=` means to the API: groups become codes, codes stay, so links from elsewhere may name one. */
export function stateCodes(state: string): string | undefined {
  if (state === '') return undefined;
  const words = state.split(',').filter(word => word !== '');
  return [...new Set(words.flatMap(word => (isGroup(word) ? [...STATE_GROUPS[word]] : [word])))].join(',');
}

/** A single code, where the address names one that is no group. */
export function lonelyCode(state: string): string | undefined {
  return state === '' || isGroup(state) ? undefined : state;
}

export interface RunFilters {
  readonly q: string;
  readonly state: string;
  readonly placement: string;
  readonly cluster: string;
}

export const isFiltered = (filters: RunFilters): boolean =>
  Object.values(filters).some(value => value !== '');
