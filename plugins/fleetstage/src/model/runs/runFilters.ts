import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stateGroups } from '../stateGroups';

export type RunState = Schemas['RunState'];

/** Groups of states that people ask for; each is one chip. */
export const runGroups = stateGroups({
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
  finished: ['succeeded', 'failed', 'couldNotPrepare', 'ended'],
} as const satisfies Record<string, readonly RunState[]>);

export interface RunFilters {
  readonly q: string;
  readonly state: string;
  readonly placement: string;
  readonly cluster: string;
  /** Entity ref of who owns the placements. */
  readonly owner: string;
}

export const isFiltered = (filters: RunFilters): boolean =>
  Object.values(filters).some(value => value !== '');
