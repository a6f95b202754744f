import { contentHash } from '@fleetstage/backstage-plugin-fleetstage-common';
import { planOverrideSnapshots } from './planOverrideSnapshots';

const A = { policy: 'a' };
const revisions = (count: number, spec: unknown = A) =>
  Array.from({ length: count }, (_, index) => ({
    index,
    hash: contentHash(index === count - 1 ? spec : index),
  }));

describe('snapshots of an override', () => {
  it('B/OV-012: the first has index 0, the next one more', () => {
    expect(planOverrideSnapshots(A, [])).toEqual({ created: { index: 0, hash: contentHash(A) }, pruned: [] });
    expect(planOverrideSnapshots(A, [{ index: 4, hash: 'x' }]).created?.index).toBe(5);
  });

  it('B/OV-012: the newest alone is compared, so A, B, A makes three', () => {
    expect(planOverrideSnapshots(A, revisions(3))).toEqual({ pruned: [] });
    const back = [
      { index: 0, hash: contentHash(A) },
      { index: 1, hash: 'b' },
    ];
    expect(planOverrideSnapshots(A, back).created?.index).toBe(2);
  });

  it.each([
    [6, []],
    [5, [0]],
    [2, [0, 1, 2, 3]],
  ])('B/OV-014: with five and a limit of %s', (limit, pruned) => {
    expect(planOverrideSnapshots('new', revisions(5), limit).pruned).toEqual(pruned);
  });

  it('B/OV-013: with ten and the same content none goes', () => {
    expect(planOverrideSnapshots(A, revisions(10))).toEqual({ pruned: [] });
    expect(planOverrideSnapshots('new', revisions(10)).pruned).toEqual([0]);
  });
});
