import { NOON, minutesBefore, secondsAfter } from '../testing';
import type { Blocker } from '../decision';
import type { KeptBlocker } from './keptBlocker';
import { foundBefore, toBlockers } from './keptBlocker';
import { planBlockers } from './planBlockers';

const limit = (clusters: readonly string[]): Blocker => ({
  cause: 'MaxUnavailable',
  message: `2 of 3 are ready: ${clusters.join(', ')}`,
  clusters,
});
const progressing = (cluster: string): Blocker => ({
  cause: 'ClusterProgressing',
  message: `${cluster} has not reported`,
  clusters: [cluster],
  since: minutesBefore(1),
});
const settling = (cluster: string): Blocker => ({
  cause: 'ClusterSettling',
  message: `${cluster} settles`,
  clusters: [cluster],
  until: secondsAfter(30),
});
const leaving = (cluster: string): Blocker => ({
  cause: 'ClusterLeaving',
  message: `${cluster} is being cleaned up`,
  clusters: [cluster],
});
const ofDeletion: Blocker = {
  cause: 'PlacementLeaving',
  message: 'c1 must be cleaned up first',
  clusters: ['c1'],
};

const keep = (found: readonly Blocker[], kept: readonly KeptBlocker[] = [], now = NOON) => {
  const plan = planBlockers(kept, found, now);
  const isReplaced = ({ slot }: KeptBlocker) =>
    plan.clear.includes(slot) || plan.save.some(saved => saved.slot === slot);
  return { plan, after: [...kept.filter(one => !isReplaced(one)), ...plan.save] };
};

const words = (blockers: readonly KeptBlocker[]) =>
  blockers.map(({ slot, cause, parts }) => `${slot} ${cause} ${parts.length}`);

describe('blockers as rows (B/RO-086, B/RO-087)', () => {
  const held = [limit(['c2', 'c3']), progressing('c1')];

  it.each<
    [what: string, before: readonly Blocker[], found: readonly Blocker[], save: string[], clear: number[]]
  >([
    ['nothing kept, nothing found', [], [], [], []],
    ['what appears is saved', [], held, ['0 MaxUnavailable 1', '1 ClusterProgressing 1'], []],
    ['what stays as it is is not written', held, held, [], []],
    [
      'many clusters of one cause are one row',
      [],
      [limit(['c4']), progressing('c1'), progressing('c2'), progressing('c3')],
      ['0 MaxUnavailable 1', '1 ClusterProgressing 3'],
      [],
    ],
    ['one that changed is saved alone', held, [limit(['c3']), progressing('c1')], ['0 MaxUnavailable 1'], []],
    ['what is gone is cleared', held, [limit(['c2', 'c3'])], [], [1]],
    ['all are gone', held, [], [], [0, 1]],
    [
      'a new one takes the place of one that is gone: one statement',
      held,
      [limit(['c2', 'c3']), settling('c1')],
      ['1 ClusterSettling 1'],
      [],
    ],
    ['clusters that get on hold nobody without a limit', [], [progressing('c1'), settling('c2')], [], []],
    ['neither does one that leaves', [], [leaving('c1')], [], []],
    [
      'one that leaves while others wait is kept, and goes with the limit',
      [limit(['c2']), leaving('c1')],
      [leaving('c1')],
      [],
      [0, 1],
    ],
    ['the clusters of a deleted placement hold it', [], [ofDeletion], ['0 PlacementLeaving 1'], []],
    [
      'two subjects of one cause are two rows',
      [],
      [limit(['c2']), { ...limit(['c3']), subject: 'removals' }],
      ['0 MaxUnavailable 1', '1 MaxUnavailable 1'],
      [],
    ],
  ])('%s', (_, before, found, save, clear) => {
    const { after } = keep(before);
    const { plan } = keep(found, after, secondsAfter(10));
    expect(words(plan.save)).toEqual(save);
    expect(plan.clear).toEqual(clear);
  });

  it('keeps since when it holds, also while clusters and words change', () => {
    const { after } = keep([limit(['c2', 'c3'])]);
    const { plan } = keep([limit(['c3'])], after, secondsAfter(60));
    expect(plan.save).toMatchObject([{ since: NOON, message: '2 of 3 are ready: c3' }]);
    expect(plan.appeared).toEqual([]);
  });

  it('begins anew after a gap', () => {
    const { after } = keep([limit(['c2'])]);
    const gone = keep([], after, secondsAfter(10));
    expect(gone.plan.gone.map(({ cause }) => cause)).toEqual(['MaxUnavailable']);
    expect(keep([limit(['c2'])], gone.after, secondsAfter(20)).plan.save).toMatchObject([
      { since: secondsAfter(20) },
    ]);
  });

  it('says who can act, and until when', () => {
    const { plan } = keep([limit(['c3']), settling('c1'), { ...progressing('c2'), actor: 'appOwner' }]);
    expect(plan.save).toMatchObject([
      { actor: 'engine' },
      { cause: 'ClusterSettling', until: secondsAfter(30) },
      { cause: 'ClusterProgressing', actor: 'appOwner', since: minutesBefore(1) },
    ]);
  });

  it('changes no row where a decision gives back what was found before', () => {
    const removals = { ...limit(['c4']), subject: 'removals' };
    const found = [progressing('c1'), limit(['c3']), removals, settling('c2'), progressing('c5')];
    const { after } = keep(found);
    expect(foundBefore(after)).toEqual(found);
    expect(keep(foundBefore(after), after, secondsAfter(60)).plan).toMatchObject({ save: [], clear: [] });
  });

  it('gives back what was said, in its order', () => {
    const found = [progressing('c1'), limit(['c3']), progressing('c2')];
    expect(toBlockers(keep(found).after).map(({ message }) => message)).toEqual(
      found.map(({ message }) => message),
    );
  });
});
