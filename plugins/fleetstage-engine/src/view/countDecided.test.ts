import type { ScheduleVerdict } from '../state/placement';
import { countDecided, countRefused, countSummed, type DecidedView, type RefusedView } from './countDecided';

const verdict = (cluster: string, selected: boolean, code: ScheduleVerdict['code']): ScheduleVerdict => ({
  cluster,
  selected,
  code,
  reason: '',
});

describe('the clusters of a decision, ui §5.4', () => {
  it.each<[string, ScheduleVerdict[], DecidedView]>([
    ['none', [], { total: 0, picked: 0, notPicked: 0 }],
    [
      'picked and not',
      [
        verdict('a', true, 'Picked'),
        verdict('b', false, 'AffinityMismatch'),
        verdict('c', false, 'NotEligible'),
      ],
      { total: 3, picked: 1, notPicked: 2 },
    ],
    [
      'one that is held serves on, another is not',
      [verdict('a', true, 'Held'), verdict('b', false, 'Held')],
      { total: 2, picked: 1, notPicked: 1 },
    ],
  ])('%s', (_, verdicts, counts) => {
    expect(countDecided(verdicts)).toEqual(counts);
  });
});

const causes = (counts: Record<string, number>) =>
  Object.entries(counts).map(([cause, clusters]) => ({ cause, clusters }));

it('counts the clusters of a decision of which only the summary is kept, ui §5.4', () => {
  const summed = countSummed({ picked: 3, causes: causes({ Picked: 2, Held: 1, NotNeeded: 4 }) });
  expect(summed).toEqual({ total: 7, picked: 3, notPicked: 4 });
});

describe('clusters that a decision refuses, ui §5.4', () => {
  it.each<[Record<string, number>, RefusedView]>([
    [{}, { clusters: 0, tainted: 0, notEligible: 0 }],
    [{ Picked: 4 }, { clusters: 0, tainted: 0, notEligible: 0 }],
    [
      { Picked: 4, AffinityMismatch: 37, UntoleratedTaint: 5 },
      { clusters: 42, tainted: 5, notEligible: 0 },
    ],
    [
      { NotEligible: 2, NotYetEligible: 1 },
      { clusters: 3, tainted: 0, notEligible: 3 },
    ],
  ])('%j', (counts, refused) => {
    expect(countRefused(causes(counts))).toEqual(refused);
  });
});
