import type { Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aBoundBinding, anAvailableReport, aScheduledBinding, NOON, pickN } from '../testing/builders';
import { evictableClusters, viewBudget, viewEviction } from './viewEvictions';

const state = {
  placement: { spec: { policy: pickN(3) } },
  bindings: [aScheduledBinding('c3'), aBoundBinding('c1'), aBoundBinding('c2')],
  reports: [anAvailableReport('c1'), anAvailableReport('c2')],
  budget: { minAvailable: '50%' },
};

describe('evictions on pages', () => {
  it('judges each cluster by the function that decides', () => {
    expect(evictableClusters(state, NOON)).toEqual([
      {
        cluster: 'c1',
        verdict: 'blocked',
        isAllowed: false,
        reason: 'the budget needs 2 of 3 available, 2 are: blocked',
      },
      {
        cluster: 'c2',
        verdict: 'blocked',
        isAllowed: false,
        reason: 'the budget needs 2 of 3 available, 2 are: blocked',
      },
      {
        cluster: 'c3',
        verdict: 'blocked',
        isAllowed: false,
        reason: 'nothing was placed on the cluster yet',
      },
    ]);
  });

  it('C/EV-025: says which clusters may be evicted', () => {
    const [first] = evictableClusters({ ...state, budget: { minAvailable: 1 } }, NOON);
    expect(first).toMatchObject({ cluster: 'c1', verdict: 'executed', isAllowed: true });
  });

  it('C/DB-016: counts without a placement as PickAll does', () => {
    expect(viewBudget({ ...state, placement: undefined })).toMatchObject({
      limit: 'misconfigured',
      allowed: 0,
    });
  });

  it('shows the budget with its numbers and its sentence', () => {
    expect(viewBudget(state)).toEqual({
      minAvailable: '50%',
      limit: 'minAvailable',
      scaled: 2,
      total: 3,
      available: 2,
      desired: 3,
      allowed: 0,
      sentence: 'needs 2 of 3 available, 2 are: blocked',
    });
    expect(viewBudget({ ...state, budget: undefined })).toBeUndefined();
  });

  const stated = (type: string, status: Condition['status']): Condition => ({
    ...{ type, status, reason: 'r', message: `${type} is ${status}` },
    ...{ observedGeneration: 1, lastTransitionTime: '2026-11-21T12:00:00Z' },
  });
  it.each([
    ['waiting', []],
    ['waiting', [stated('Valid', 'True')]],
    ['waiting', [stated('Ready', 'False')]],
    ['invalid', [stated('Ready', 'True'), stated('Valid', 'False')]],
    ['invalid', [stated('Valid', 'False')]],
    ['executed', [stated('Valid', 'True'), stated('Executed', 'True')]],
    ['blocked', [stated('Valid', 'True'), stated('Executed', 'False')]],
  ])('an eviction is %s', (expected, conditions) => {
    const eviction = { name: 'e1', uid: 'u1', cluster: 'c1', createdAt: NOON };
    const view = viewEviction({ ...eviction, conditions });
    expect(view).toEqual({
      name: 'e1',
      cluster: 'c1',
      createdAt: NOON,
      conditions,
      state: expected,
      ...(expected !== 'waiting' && { message: conditions.at(-1)?.message }),
    });
  });
});
