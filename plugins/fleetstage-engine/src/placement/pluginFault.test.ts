import { addPlugins } from '../schedule/addPlugins';
import { NOON, aPlacementState, clusters, secondsAfter } from '../testing/builders';
import { commitPlacement } from '../testing/commitPlacement';
import { decidePlacement } from './decidePlacement';

const broken = addPlugins({
  filters: [
    {
      name: 'Prices',
      prepare: () => {
        throw new Error('the price list is empty');
      },
    },
  ],
  scores: [],
});

describe('a plugin that fails in a pass', () => {
  const created = aPlacementState({ clusters: clusters(2), policySnapshots: [] });

  it('RUL 20, A/SCH-001 row 9: is told once, and looked at again less and less often', () => {
    const first = decidePlacement(created, NOON, broken);
    expect(first.wakeAt).toBe(secondsAfter(5));
    expect(first.blockers).toContainEqual({
      cause: 'SchedulingHeld',
      message: 'The scheduling policy cannot be evaluated: filter Prices failed: the price list is empty',
    });
    const held = commitPlacement(created, first.actions);
    expect(held.bindings).toEqual([]);
    const later = decidePlacement(held, secondsAfter(40), broken);
    expect(later.actions).toEqual([]);
    expect(later.wakeAt).toBe(secondsAfter(80));
  });

  it('takes nothing from who is picked, and goes on when it is mended', () => {
    const picked = commitPlacement(created, decidePlacement(created, NOON).actions);
    const held = commitPlacement(picked, decidePlacement(picked, secondsAfter(1), broken).actions);
    expect(held.bindings).toEqual(picked.bindings);
    expect(held.schedule?.fulfilled).toBe(false);
    const mended = decidePlacement(held, secondsAfter(2));
    expect(mended.wakeAt).toBe(decidePlacement(picked, secondsAfter(2)).wakeAt);
    expect(commitPlacement(held, mended.actions).schedule?.fulfilled).toBe(true);
  });
});
