import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { rolloutState } from '../status/versionRollout';

export type Sequence = Schemas['SequenceSummary'];
export type VersionRollout = Schemas['VersionRolloutSummary'];

export const SEQUENCE_FILTERS = ['active', 'trouble', 'suspended'] as const;
export type SequenceFilter = (typeof SEQUENCE_FILTERS)[number];
export const SEQUENCE_SORTS = ['trouble', 'name', 'newest'] as const;
export type SequenceSort = (typeof SEQUENCE_SORTS)[number];

const isTroubled = ({ state, activeRollouts }: Sequence) =>
  state === 'Error' ||
  state === 'Warning' ||
  activeRollouts.some(rollout => rolloutState(rollout) === 'failing');

const MATCHES: Record<SequenceFilter, (sequence: Sequence) => boolean> = {
  active: ({ activeRollouts }) => activeRollouts.length > 0,
  trouble: isTroubled,
  suspended: ({ isSuspended }) => isSuspended,
};

interface Arrangement {
  readonly q: string;
  /** Some of `SEQUENCE_FILTERS`, with commas between; any of them is enough. */
  readonly show: string;
  readonly sort: SequenceSort;
}

/** A search finds names of sequences, of fleets, of rollouts and versions. */
export function arrangeSequences(items: readonly Sequence[], { q, show, sort }: Arrangement): Sequence[] {
  const text = q.trim().toLowerCase();
  const filters = SEQUENCE_FILTERS.filter(one => show.split(',').includes(one));
  return items
    .filter(sequence => wordsOf(sequence).some(word => word.toLowerCase().includes(text)))
    .filter(sequence => filters.length === 0 || filters.some(one => MATCHES[one](sequence)))
    .sort((a, b) => ORDERS[sort](a, b) || compare(a.name, b.name));
}

const wordsOf = ({ name, displayName = '', fleets, activeRollouts }: Sequence) => [
  name,
  displayName,
  ...fleets,
  ...activeRollouts.flatMap(rollout => [rollout.name, rollout.version]),
];

const RANKS: Record<Sequence['state'], number> = { Error: 0, Warning: 1, Initializing: 3, Active: 3 };
const rankOf = (sequence: Sequence) =>
  sequence.state === 'Error' ? 0 : isTroubled(sequence) ? 1 : RANKS[sequence.state];

const ORDERS: Record<SequenceSort, (a: Sequence, b: Sequence) => number> = {
  trouble: (a, b) => rankOf(a) - rankOf(b),
  name: () => 0,
  newest: (a, b) => compare(b.createdAt, a.createdAt),
};

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
