import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideRemovals, type DefinitionState, type RemovalState } from './decideRemovals';
import { explainHold } from './explainHold';

const LIMITS = { minimum: 3, percentPerMinute: 10 };
const requests = (count: number, definition: DefinitionState = 'served') =>
  Array.from({ length: count }, (_, index) => ({
    placement: `p${index}`,
    requestedAt: instant(index),
    definition,
  }));
const state = (more: Partial<RemovalState>): RemovalState => ({
  requests: [],
  begunCount: 0,
  placedCount: 10,
  limits: LIMITS,
  ...more,
});

describe('decideRemovals (decision 0032)', () => {
  it.each([
    { rule: 'an ordinary deletion begins at once', input: { requests: requests(1) }, granted: 1 },
    { rule: 'as many as the minimum begin', input: { requests: requests(3) }, granted: 3 },
    { rule: 'what is above the minimum is held', input: { requests: requests(8) }, granted: 3 },
    {
      rule: 'a share of many placements is more than the minimum',
      input: { requests: requests(8), placedCount: 80 },
      granted: 8,
    },
    {
      rule: 'what has begun within the minute counts',
      input: { requests: requests(2), begunCount: 2 },
      granted: 1,
    },
    {
      rule: 'nothing begins once the minute is used up',
      input: { requests: requests(1), begunCount: 9 },
      granted: 0,
    },
  ])('$rule', ({ input, granted }) => {
    const decision = decideRemovals(state(input));
    expect(decision.granted).toEqual(requests(granted).map(({ placement }) => placement));
    const rest = input.requests
      .slice(granted)
      .map(({ placement }) => ({ placement, cause: 'TooManyRemovals' }));
    expect(decision.held).toEqual(rest);
  });

  it.each(['terminating', 'missing', 'replaced'] as const)(
    'holds even one removal while the definition is %s',
    definition => {
      expect(decideRemovals(state({ requests: requests(1, definition) }))).toEqual({
        granted: [],
        held: [{ placement: 'p0', cause: 'DefinitionDeleted' }],
      });
    },
  );

  it('takes requests in the order of their time, then of their name, whatever their order', () => {
    const [a, b, c, d] = requests(4);
    const late = { ...d, requestedAt: instant(0) };
    expect(decideRemovals(state({ requests: [c, late, b, a] })).granted).toEqual(['p0', 'p3', 'p1']);
  });

  it('spends no room on what a lost definition holds', () => {
    const mixed = [...requests(2, 'missing'), ...requests(5).slice(2)];
    expect(decideRemovals(state({ requests: mixed })).granted).toEqual(['p2', 'p3', 'p4']);
  });

  it.each(['TooManyRemovals', 'DefinitionDeleted'] as const)('says of %s what to do', cause => {
    expect(explainHold(cause)).toMatch(/fleetstage\.io\/confirm-removal/);
  });
});
