import { limitsOf, roomOf, targetCount } from './budget';

describe('targetCount (B/RO-021, RUL 9)', () => {
  it.each([
    { rule: 'no policy: what is picked', policy: undefined, scheduled: 4, target: 4 },
    { rule: 'PickAll: what is picked', policy: { placementType: 'PickAll' }, scheduled: 4, target: 4 },
    {
      rule: 'PickFixed: the names',
      policy: { placementType: 'PickFixed', clusterNames: ['a', 'b', 'c'] },
      scheduled: 1,
      target: 3,
    },
    {
      rule: 'PickFixed: a name listed twice is one cluster',
      policy: { placementType: 'PickFixed', clusterNames: ['a', 'a'] },
      scheduled: 1,
      target: 1,
    },
    { rule: 'PickN: N', policy: { placementType: 'PickN', numberOfClusters: 2 }, scheduled: 3, target: 2 },
    {
      rule: 'PickN: a short fleet',
      policy: { placementType: 'PickN', numberOfClusters: 5 },
      scheduled: 3,
      target: 3,
    },
    {
      rule: 'PickN: what still serves counts',
      policy: { placementType: 'PickN', numberOfClusters: 5 },
      scheduled: 3,
      servingLeavers: 1,
      target: 4,
    },
    {
      rule: 'PickN 0',
      policy: { placementType: 'PickN', numberOfClusters: 0 },
      scheduled: 0,
      servingLeavers: 2,
      target: 0,
    },
  ] as const)('$rule', ({ policy, scheduled, target, ...rest }) => {
    const servingLeavers = ('servingLeavers' in rest && rest.servingLeavers) || 0;
    expect(targetCount(policy, { scheduled, servingLeavers })).toBe(target);
  });
});

describe('limitsOf (B/RO-003, B/RO-010, RO-020, RO-080, B/DC-01, B/DC-17, RUL 10)', () => {
  it.each([
    { rule: 'defaults of 2', config: undefined, target: 2, maxUnavailable: 1, maxSurge: 1 },
    { rule: 'defaults of 10 round up', config: {}, target: 10, maxUnavailable: 3, maxSurge: 3 },
    {
      rule: 'whole shares are exact',
      config: { maxUnavailable: '7%', maxSurge: '7%' },
      target: 100,
      maxUnavailable: 7,
      maxSurge: 7,
    },
    {
      rule: '0 is 1, surge 0 is 0',
      config: { maxUnavailable: 0, maxSurge: 0 },
      target: 5,
      maxUnavailable: 1,
      maxSurge: 0,
    },
    { rule: '"0%" is 1', config: { maxUnavailable: '0%' }, target: 5, maxUnavailable: 1, maxSurge: 2 },
    { rule: 'nothing to lose still allows one', config: {}, target: 0, maxUnavailable: 1, maxSurge: 0 },
    {
      rule: 'unreadable counts as least',
      config: { maxUnavailable: 'x', maxSurge: 'x' },
      target: 5,
      maxUnavailable: 1,
      maxSurge: 0,
    },
  ])('$rule', ({ config, target, maxUnavailable, maxSurge }) => {
    expect(limitsOf(config, target)).toEqual({ target, maxUnavailable, maxSurge });
  });
});

describe('roomOf (B §1.5)', () => {
  it.each([
    { rule: 'B/RO-X1 round 1', limits: [3, 1, 1], counts: [3, 0, 3], room: [1, 1] },
    {
      rule: 'B/RO-X1 round 2 (RUL 8: the unavailable one keeps its place)',
      limits: [3, 1, 1],
      counts: [2, 0, 3],
      room: [0, 1],
    },
    { rule: 'B/RO-X2 round 1', limits: [2, 1, 2], counts: [2, 0, 2], room: [1, 2] },
    { rule: 'B/RO-X2 round 2', limits: [2, 1, 2], counts: [2, 1, 4], room: [0, 0] },
    { rule: 'too few are ready already', limits: [5, 1, 3], counts: [0, 0, 5], room: [-4, 3] },
  ])(
    '$rule',
    ({ limits: [target, maxUnavailable, maxSurge], counts: [ready, readyLeaving, canBeReady], room }) => {
      const limits = { target: target!, maxUnavailable: maxUnavailable!, maxSurge: maxSurge! };
      const counts = { ready: ready!, readyLeaving: readyLeaving!, canBeReady: canBeReady! };
      expect(roomOf(limits, counts)).toEqual({ toLose: room[0], toGain: room[1] });
    },
  );
});
