import { addPlugins } from '../schedule/addPlugins';
import { NOON, aPlacementState, clusters, secondsAfter } from '../testing/builders';
import { commitPlacement } from '../testing/commitPlacement';
import { projectPlacement } from '../status/projectPlacement';
import { projectPolicySnapshots } from '../status/projectSnapshots';
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

  it('RUL 20, A/SCH-001 row 9: is reported once, and checked again less and less often', () => {
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

  it('A/ST-010, A/SCH-001 row 8: leaves open whether enough clusters are found, says why, and keeps the verdict on each', () => {
    const picked = commitPlacement(created, decidePlacement(created, NOON).actions);
    const before = projectPlacement(picked, undefined, NOON);
    const held = commitPlacement(picked, decidePlacement(picked, secondsAfter(1), broken).actions);
    const after = projectPlacement(held, before, secondsAfter(1));
    expect(after.conditions?.[0]).toMatchObject({
      type: 'ClusterResourcePlacementScheduled',
      status: 'Unknown',
      reason: 'SchedulePending',
      message: expect.stringContaining('the price list is empty'),
    });
    expect(after.placementStatuses?.map(entry => entry.clusterName)).toEqual(['c1', 'c2']);
    const [result] = projectPolicySnapshots(picked, undefined, NOON);
    const [still] = projectPolicySnapshots(held, result, secondsAfter(1));
    expect(still.status).toEqual(result.status);
  });

  it('takes nothing from who is picked, and goes on when it is mended', () => {
    const picked = commitPlacement(created, decidePlacement(created, NOON).actions);
    const held = commitPlacement(picked, decidePlacement(picked, secondsAfter(1), broken).actions);
    expect(held.bindings).toEqual(picked.bindings);
    expect(held.schedule?.isHeld).toBe(true);
    const mended = decidePlacement(held, secondsAfter(2));
    expect(mended.wakeAt).toBe(decidePlacement(picked, secondsAfter(2)).wakeAt);
    expect(commitPlacement(held, mended.actions).schedule?.fulfilled).toBe(true);
  });
});
