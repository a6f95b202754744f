import { NOON, aBoundBinding, anAvailableReport, minutesBefore } from '../testing/builders';
import { newProgress } from '../updaterun/progress';
import type { RunProgress } from '../updaterun/state';
import { chooseRollBack } from './chooseRollBack';

const aProgress = (
  resourceIndex: number,
  done: Readonly<Record<string, number | undefined>>,
): RunProgress => ({
  ...newProgress,
  plan: {
    at: NOON,
    placementUid: 'uid-web',
    policyIndex: 0,
    clusterCount: 2,
    resourceIndex,
    applyStrategy: {},
    stages: [],
  },
  stages: [
    {
      name: 'all',
      before: [],
      after: [],
      clusters: Object.entries(done).map(([cluster, ago]) => ({
        cluster,
        startedAt: minutesBefore(90),
        ...(ago !== undefined && { succeededAt: minutesBefore(ago) }),
      })),
    },
  ],
});

const run = aProgress(14, { a: 5, b: undefined });
const base = { progress: run, others: [], bindings: [], reports: [], kept: [12, 13, 14] };

describe('the snapshot to roll back to', () => {
  it.each<{ rule: string; others: RunProgress[]; kept?: number[]; to?: string; verified: number }>([
    { rule: 'both were available on 13', others: [aProgress(13, { a: 60, b: 60 })], to: '13', verified: 2 },
    {
      rule: 'of as many the newest',
      others: [aProgress(13, { a: 60 }), aProgress(12, { b: 70 })],
      to: '13',
      verified: 1,
    },
    {
      rule: 'the last of a cluster counts',
      others: [aProgress(12, { a: 60, b: 60 }), aProgress(13, { a: 70, b: 70 })],
      to: '12',
      verified: 2,
    },
    {
      rule: 'one that is not kept any more is none',
      others: [aProgress(13, { a: 60, b: 60 }), aProgress(12, { a: 80 })],
      kept: [12, 14],
      to: '12',
      verified: 1,
    },
    {
      rule: 'a later one is none',
      others: [aProgress(15, { a: 10, b: 10 }), aProgress(13, { a: 60, b: 60 })],
      kept: [13, 14, 15],
      to: '13',
      verified: 2,
    },
    { rule: 'its own snapshot is none', others: [aProgress(14, { a: 60, b: 60 })], verified: 0 },
    {
      rule: 'what others run, where nothing is known',
      others: [aProgress(13, { z: 60 })],
      to: '13',
      verified: 0,
    },
  ])('$rule', ({ others, kept = base.kept, to, verified }) => {
    const chosen = chooseRollBack({ ...base, others, kept });
    expect([chosen?.from, chosen?.to, chosen?.verified, chosen?.touched]).toEqual(['14', to, verified, 2]);
  });

  it('names the clusters that were last available on another snapshot, or on none', () => {
    const others = [aProgress(13, { a: 60 }), aProgress(12, { b: 70 })];
    expect(chooseRollBack({ ...base, others })?.others).toEqual([{ cluster: 'b', snapshot: '12' }]);
    expect(chooseRollBack({ ...base, others: [aProgress(13, { a: 60 })] })?.others).toEqual([
      { cluster: 'b' },
    ]);
  });

  it('takes what a cluster that was not reached is available on now', () => {
    const bindings = [aBoundBinding('z', { resourceIndex: 13 })];
    const reports = [anAvailableReport('z', { revision: bindings[0].revision })];
    expect(chooseRollBack({ ...base, bindings, reports })?.to).toBe('13');
  });

  it('there is nothing to roll back where no cluster was started', () => {
    expect(chooseRollBack({ ...base, progress: undefined })).toBeUndefined();
    expect(chooseRollBack({ ...base, progress: aProgress(14, {}) })).toBeUndefined();
  });
});
