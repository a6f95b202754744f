import {
  NOON,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  clusters,
  pickN,
  secondsAfter,
} from '../testing/builders';
import { commitPlacement } from '../testing/commitPlacement';
import { decidePlacement } from './decidePlacement';
import type { PlacementState } from './state';

const at = (generation: number, count: number) =>
  aPlacement({ generation, spec: aPlacementSpec({ policy: pickN(count) }) });

describe('A/SEL-024, A/ST-002: a changed policy and the selectors of the same edit', () => {
  const created = aPlacementState({ clusters: clusters(3), policySnapshots: [], placement: at(1, 3) });
  const three = commitPlacement(created, decidePlacement(created, NOON).actions);
  const pass = (patch: Partial<PlacementState>) => {
    const state = { ...three, ...patch };
    const decision = decidePlacement(state, secondsAfter(1));
    return { decision, after: commitPlacement(state, decision.actions) };
  };
  const picked = ({ bindings }: PlacementState) => bindings.filter(b => b.phase !== 'Unscheduled').length;
  const refused = { message: 'they overlap', placementGeneration: 2, at: secondsAfter(1) };

  it('nobody is dropped while the selectors are refused, and the pass says so', () => {
    const { decision, after } = pass({ placement: at(2, 1), capturedGeneration: 2, captureFailure: refused });
    expect(picked(after)).toBe(3);
    expect(after.policySnapshots).toEqual(three.policySnapshots);
    expect(after.schedule).toEqual(three.schedule);
    expect(decision.blockers.slice(0, 2).map(({ cause }) => cause)).toEqual([
      'InvalidResourceSelectors',
      'PolicyHeld',
    ]);
  });

  it('nor before they have been read', () => {
    const { decision, after } = pass({ placement: at(2, 1), capturedGeneration: 1 });
    expect(picked(after)).toBe(3);
    expect(decision.blockers[0]).toMatchObject({
      cause: 'PolicyHeld',
      message: expect.stringContaining('have been read'),
    });
  });

  it.each([
    ['once they have', { capturedGeneration: 2 }],
    ['where nobody knows what was read last', {}],
    [
      'when a refusal is of an earlier generation',
      { captureFailure: { ...refused, placementGeneration: 1 } },
    ],
  ])('is followed %s', (_when, patch) => {
    const { after } = pass({ placement: at(2, 1), ...patch });
    expect([picked(after), after.schedule?.placementGeneration]).toEqual([1, 2]);
  });

  it('another affinity waits like another number', () => {
    const placement = aPlacement({
      generation: 2,
      spec: aPlacementSpec({ policy: { placementType: 'PickAll' } }),
    });
    const { after } = pass({ placement, capturedGeneration: 1 });
    expect(after.policySnapshots).toHaveLength(1);
  });

  it('a new generation of the same policy waits for nothing', () => {
    const { decision, after } = pass({ placement: at(2, 3), capturedGeneration: 1 });
    expect(decision.blockers.map(({ cause }) => cause)).not.toContain('PolicyHeld');
    expect(after.schedule?.placementGeneration).toBe(2);
  });

  it('nor does the first policy', () => {
    const { actions } = decidePlacement(
      { ...created, captureFailure: { ...refused, placementGeneration: 1 } },
      NOON,
    );
    expect(commitPlacement(created, actions).bindings).toHaveLength(3);
  });
});
