import type { DisruptionBudgetSpec, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { budgetInWords, disruptionsOf, explainBudgetRefusal, explainDisruptions } from './disruptions';

const max = (maxUnavailable: number | string): DisruptionBudgetSpec => ({ maxUnavailable });
const min = (minAvailable: number | string): DisruptionBudgetSpec => ({ minAvailable });
const PICK_ALL = undefined;

describe('disruptionsOf (C/DB-014…024)', () => {
  it.each([
    ['DB-101', 1, 1, 1, max(0), 0, 0],
    ['DB-102', 1, 1, 0, max(0), 0, 0],
    ['DB-103', 1, 1, 0, max(1), 1, 0],
    ['DB-104, DB-024: a missing binding is not unavailable', 2, 1, 1, max(1), 1, 1],
    ['DB-105', 2, 2, 1, max(1), 1, 0],
    ['DB-106', 1, 2, 2, max(1), 1, 1],
    ['DB-107', 1, 3, 3, max(1), 1, 1],
    ['DB-108', 4, 4, 2, max(2), 2, 0],
    ['DB-109', 3, 3, 2, max(2), 2, 1],
    ['DB-110', 4, 4, 2, max(10), 10, 8],
    ['DB-111', 2, 2, 2, max('0%'), 0, 0],
    ['DB-112', 1, 1, 0, max('10%'), 1, 0],
    ['DB-113', 1, 1, 1, max('10%'), 1, 1],
    ['DB-114', 4, 4, 2, max('40%'), 2, 0],
    ['DB-115', 3, 3, 2, max('50%'), 2, 1],
    ['DB-116, DB-024', 10, 5, 3, max('100%'), 10, 8],
    ['DB-117', 2, 2, 0, max('100%'), 2, 0],
    ['DB-118', 4, 4, 2, max('100%'), 4, 2],
    ['DB-119, DB-023: with none available 0 allows nothing', 2, 1, 0, min(0), 0, 0],
    ['DB-120', 2, 1, 1, min(0), 0, 1],
    ['DB-121, DB-021: negative is 0', 1, 1, 0, min(1), 1, 0],
    ['DB-122', 2, 1, 1, min(1), 1, 0],
    ['DB-123', 1, 2, 1, min(1), 1, 0],
    ['DB-124', 2, 2, 2, min(1), 1, 1],
    ['DB-125', 1, 3, 3, min(1), 1, 2],
    ['DB-126', 2, 2, 2, min(2), 2, 0],
    ['DB-127', 4, 4, 3, min(2), 2, 1],
    ['DB-128', 1, 3, 3, min(3), 3, 0],
    ['DB-129', 5, 5, 3, min(10), 10, 0],
    ['DB-130, DB-023', 2, 2, 0, min('0%'), 0, 0],
    ['DB-131', 3, 3, 3, min('0%'), 0, 3],
    ['DB-132', 1, 1, 0, min('10%'), 1, 0],
    ['DB-133', 2, 2, 2, min('10%'), 1, 1],
    ['DB-134', 3, 3, 2, min('40%'), 2, 0],
    ['DB-135', 3, 3, 3, min('40%'), 2, 1],
    ['DB-136', 10, 2, 2, min('100%'), 10, 0],
    ['DB-137', 3, 3, 3, min('100%'), 3, 0],
    ['DB-138', 2, 3, 3, min('100%'), 2, 1],
    ['DB-139, DB-016: PickAll', PICK_ALL, 1, 1, min(0), 0, 1],
    ['DB-140: PickAll', PICK_ALL, 1, 1, min(1), 1, 0],
    ['DB-141: PickAll', PICK_ALL, 3, 3, min(2), 2, 1],
  ] as const)('C/%s', (_, desired, total, available, budget, scaled, allowed) => {
    const counts = { total, available, ...(desired !== undefined && { desired }) };
    expect(disruptionsOf(budget, counts)).toMatchObject({ scaled, allowed });
  });

  it.each([
    ['C/EV-024: maxUnavailable for PickAll', max(1)],
    ['C/EV-024: a share of maxUnavailable for PickAll', max('50%')],
    ['C/EV-024: a share of minAvailable for PickAll', min('50%')],
  ])('%s is misconfigured', (_, budget) => {
    expect(disruptionsOf(budget, { total: 3, available: 3 })).toMatchObject({
      limit: 'misconfigured',
      allowed: 0,
    });
  });

  it.each([
    ['C/DB-006: neither limit allows nothing', {}, { total: 3, available: 3, desired: 3 }, 'unset'],
    ['C/DB-006: nor for PickAll', {}, { total: 3, available: 3 }, 'unset'],
    [
      'C/DB-004: a text that no admission let through',
      max('half'),
      { total: 3, available: 3, desired: 3 },
      'unreadable',
    ],
    ['C/DB-004: a number below 0', min(-1), { total: 3, available: 3 }, 'unreadable'],
  ] as const)('%s', (_, budget, counts, limit) => {
    expect(disruptionsOf(budget, counts)).toEqual({ ...counts, limit, scaled: 0, allowed: 0 });
  });

  it('C/DB-002: two digits may begin with 0', () => {
    expect(disruptionsOf(max('05%'), { total: 20, available: 20, desired: 20 }).scaled).toBe(1);
  });
});

describe('explainDisruptions', () => {
  it.each([
    [min(5), 6, 5, 6, 'needs 5 of 6 available, 5 are: blocked'],
    [min(5), 6, 6, 6, 'needs 5 of 6 available, 6 are: 1 may be evicted'],
    [min(1), 1, 1, 1, 'needs 1 of 1 available, 1 is: blocked'],
    [max(1), 6, 5, 6, 'allows 1 of 6 unavailable, 1 is: blocked'],
    [max('50%'), 6, 6, 6, 'allows 3 of 6 unavailable, none is: 3 may be evicted'],
    [
      max(1),
      6,
      6,
      PICK_ALL,
      'is misconfigured: with PickAll it takes minAvailable as a number and nothing else, so evictions are blocked',
    ],
    [{}, 6, 6, 6, 'has neither maxUnavailable nor minAvailable, so evictions are blocked'],
    [min('x'), 6, 6, 6, 'has a limit that is neither a number nor a share, so evictions are blocked'],
  ])('%j of %i, %i available', (budget, total, available, desired, words) => {
    const counts = { total, available, ...(desired !== undefined && { desired }) };
    expect(explainDisruptions(disruptionsOf(budget, counts))).toBe(words);
  });
});

it.each([
  [min(5), 'at least 5 available'],
  [max('25%'), 'at most 25% unavailable'],
  [{ ...min(5), ...max(1) }, 'at least 5 available, at most 1 unavailable'],
  [{}, 'no limit'],
])('budgetInWords: %j → %s', (budget, words) => {
  expect(budgetInWords(budget)).toBe(words);
});

const N: PlacementPolicy = { placementType: 'PickN', numberOfClusters: 3 };
it.each<[string, DisruptionBudgetSpec, PlacementPolicy | undefined, string | undefined]>([
  ['DB-006: neither', {}, N, 'set one of'],
  ['DB-005: both', { ...min(1), ...max(1) }, N, 'cannot both be set'],
  ['DB-010: PickAll, maxUnavailable', max(1), { placementType: 'PickAll' }, 'with PickAll'],
  ['DB-010: no policy is PickAll', max(1), undefined, 'with PickAll'],
  ['DB-011: PickAll, a share', min('50%'), undefined, 'with PickAll'],
  ['PickAll, a number', min(2), undefined, undefined],
  ['PickN, a share', max('50%'), N, undefined],
  ['DB-012: PickFixed', max(1), { placementType: 'PickFixed', clusterNames: ['c1'] }, undefined],
])('explainBudgetRefusal: C/%s', (_, budget, policy, words) => {
  const refusal = explainBudgetRefusal(budget, policy);
  expect(refusal).toEqual(words === undefined ? undefined : expect.stringContaining(words));
});
