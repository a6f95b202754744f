import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PolicySnapshot } from '../state/placement';
import { aPlacement, aPlacementSpec, aPolicySnapshot, NOON, PICK_ALL, pickN } from '../testing/builders';
import { planPolicySnapshot } from './planPolicySnapshot';

const placementWith = (policy: PlacementPolicy, generation = 1, revisionHistoryLimit = 10) =>
  aPlacement({ generation, spec: aPlacementSpec({ policy, revisionHistoryLimit }) });

describe('planPolicySnapshot', () => {
  it('A/POL-011, A/POL-012, A/POL-013, A/POL-014, A/POL-015: follows a PickN placement through its edits', () => {
    const tolerant = { tolerations: [{ key: 'gpu', operator: 'Exists' } as const] };
    const edits: PlacementPolicy[] = [pickN(3), pickN(5), pickN(5, tolerant), pickN(5, tolerant), pickN(5)];
    let snapshots: PolicySnapshot[] = [];
    const seen = edits.map((policy, step) => {
      const { latest } = planPolicySnapshot(placementWith(policy, step + 1), snapshots, NOON);
      snapshots = [...snapshots.filter(s => s.index !== latest.index), latest];
      return [latest.index, latest.placementGeneration, latest.numberOfClusters];
    });
    expect(seen).toEqual([
      [0, 1, 3],
      [0, 2, 5],
      [1, 3, 5],
      [1, 4, 5],
      [2, 5, 5],
    ]);
  });

  it('A/POL-010, A/POL-015: the first has index 0 and the whole policy with its number', () => {
    const policy = pickN(3);
    expect(planPolicySnapshot(placementWith(policy), [], NOON)).toEqual({
      latest: {
        index: 0,
        hash: expect.any(String),
        policy,
        placementGeneration: 1,
        numberOfClusters: 3,
        createdAt: NOON,
      },
      isChanged: true,
      prune: [],
    });
  });

  it('A/POL-002: writing PickAll where nothing was written is another policy', () => {
    const none = aPlacement({ spec: aPlacementSpec({ policy: undefined }) });
    const { latest } = planPolicySnapshot(none, [], NOON);
    expect(planPolicySnapshot(placementWith(PICK_ALL, 2), [latest], NOON).latest).toMatchObject({
      index: 1,
      policy: PICK_ALL,
    });
  });

  it('A/POL-013: only the latest is compared, whatever its place in history', () => {
    const snapshots = [aPolicySnapshot({ index: 4, hash: 'other' })];
    expect(planPolicySnapshot(placementWith(PICK_ALL), snapshots, NOON).latest.index).toBe(5);
  });

  it('A/POL-012: another generation of the placement is followed in place', () => {
    const { latest } = planPolicySnapshot(placementWith(PICK_ALL), [], NOON);
    const next = planPolicySnapshot(placementWith(PICK_ALL, 2), [latest], NOON);
    expect(next).toMatchObject({ isChanged: true, latest: { index: 0, placementGeneration: 2 } });
    expect(next.latest.numberOfClusters).toBeUndefined();
  });

  it('A/POL-012: changes nothing when policy and generation are the same', () => {
    const { latest } = planPolicySnapshot(placementWith(PICK_ALL), [], NOON);
    expect(planPolicySnapshot(placementWith(PICK_ALL), [latest], NOON)).toEqual({
      latest,
      isChanged: false,
      prune: [],
    });
  });

  it.each([
    { limit: 10, existing: 9, pruned: [] },
    { limit: 10, existing: 10, pruned: [0] },
    { limit: 2, existing: 5, pruned: [0, 1, 2, 3] },
    { limit: 1, existing: 1, pruned: [0] },
  ])('A/POL-016: limit $limit with $existing snapshots drops $pruned', ({ limit, existing, pruned }) => {
    const snapshots = Array.from({ length: existing }, (_, index) => aPolicySnapshot({ index }));
    expect(planPolicySnapshot(placementWith(PICK_ALL, 1, limit), snapshots, NOON).prune).toEqual(pruned);
  });
});
