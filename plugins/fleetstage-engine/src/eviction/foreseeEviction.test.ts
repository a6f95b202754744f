import type { DisruptionBudgetSpec, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../state/placement';
import {
  aBoundBinding,
  anAvailableReport,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  aPolicySnapshot,
  clusters,
  NOON,
  PICK_ALL,
  pickFixed,
  pickN,
} from '../testing/builders';
import { foreseeEviction } from './foreseeEviction';

interface Case {
  readonly policy: PlacementPolicy;
  /** Clusters of the fleet, c1 to cn. */
  readonly fleet: number;
  /** Of them, the first ones hold the placement. */
  readonly placed: number;
  readonly budget?: DisruptionBudgetSpec;
  readonly external?: true;
  readonly activeRuns?: readonly string[];
}

function stateOf({ policy, fleet, placed, budget, external, activeRuns = [] }: Case) {
  const names = Array.from({ length: placed }, (_, i) => `c${i + 1}`);
  const spec = aPlacementSpec({ policy, ...(external && { strategy: { type: 'External' } }) });
  const state: PlacementState = aPlacementState({
    placement: aPlacement({ spec }),
    policySnapshots: [aPolicySnapshot({ policy })],
    clusters: clusters(fleet),
    bindings: names.map(name => aBoundBinding(name)),
    reports: names.map(name => anAvailableReport(name)),
    activeRuns,
  });
  return { ...state, ...(budget && { budget }) };
}

describe('foreseeEviction', () => {
  it.each<[string, Case, string, object]>([
    [
      'C/EV-033: of clusters that are as good, PickN takes another one first',
      { policy: pickN(3), fleet: 4, placed: 3 },
      'c1',
      {
        verdict: 'executed',
        isAllowed: true,
        reason: 'no budget protects the placement',
        moves: 'rolling',
        after: { returns: false, instead: ['c4'], found: 3, wanted: 3 },
        afterTaint: { returns: false, instead: ['c4'], found: 3, wanted: 3 },
      },
    ],
    [
      'C/EV-032: where no other cluster fits, PickN picks it again, or is one short with the taint',
      { policy: pickN(3), fleet: 3, placed: 3 },
      'c2',
      {
        after: { returns: true, instead: [], found: 3, wanted: 3 },
        afterTaint: { returns: false, instead: [], found: 2, wanted: 3 },
      },
    ],
    [
      'C/EV-033: PickAll picks it again, and does without where it is tainted',
      { policy: PICK_ALL, fleet: 2, placed: 2 },
      'c1',
      {
        after: { returns: true, instead: [], found: 2 },
        afterTaint: { returns: false, instead: [], found: 1 },
      },
    ],
    [
      'C/EV-026: a blocked one is foreseen as well: the budget may be changed',
      { policy: pickN(2), fleet: 3, placed: 2, budget: { minAvailable: 2 } },
      'c1',
      {
        verdict: 'blocked',
        isAllowed: false,
        reason: 'the budget needs 2 of 2 available, 2 are: blocked',
        afterTaint: { returns: false, instead: ['c3'], found: 2, wanted: 2 },
      },
    ],
    [
      'C/EV-034: with External the new binding waits for a run, and one under way fails',
      { policy: pickN(2), fleet: 3, placed: 2, external: true, activeRuns: ['web-2'] },
      'c1',
      { moves: 'runs', runs: ['web-2'] },
    ],
    [
      'C/EV-009: PickFixed is not evicted',
      { policy: pickFixed('c1', 'c2'), fleet: 2, placed: 2 },
      'c1',
      { verdict: 'invalid', isAllowed: false },
    ],
    [
      'C/EV-020: the placement is not there',
      { policy: pickN(1), fleet: 2, placed: 1 },
      'c2',
      { verdict: 'invalid', after: { returns: false, instead: [], found: 1, wanted: 1 } },
    ],
  ])('%s', (_, input, cluster, expected) => {
    expect(foreseeEviction(stateOf(input), cluster, NOON)).toMatchObject({ cluster, ...expected });
  });

  it('C/EV-034: a placement without a strategy moves by the rolling update', () => {
    const state = stateOf({ policy: PICK_ALL, fleet: 1, placed: 1 });
    const spec = { ...state.placement.spec, strategy: undefined };
    expect(foreseeEviction({ ...state, placement: { ...state.placement, spec } }, 'c1', NOON).moves).toBe(
      'rolling',
    );
  });

  it('gives no wanted number where the policy has none', () => {
    const { after } = foreseeEviction(stateOf({ policy: PICK_ALL, fleet: 2, placed: 2 }), 'c1', NOON);
    expect(after).not.toHaveProperty('wanted');
  });
});
