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
import { projectPlacement } from '../status/projectPlacement';
import { decidePlacement } from './decidePlacement';
import type { PlacementState } from '../state/placement';

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
    const { actions } = decidePlacement(created, NOON);
    expect(commitPlacement(created, actions).bindings).toHaveLength(3);
  });
});

describe('A/SEL-024, ST-005: selectors that are refused, say, because they select an object twice', () => {
  const refused = { message: 'found duplicate resource', placementGeneration: 1, at: NOON };
  const created = aPlacementState({
    clusters: clusters(3),
    policySnapshots: [],
    resourceSnapshots: [],
    placement: at(1, 3),
  });
  const invalid = (state: PlacementState) => ({
    ...state,
    captureFailure: { ...refused, placementGeneration: state.placement.generation },
  });
  const pass = (state: PlacementState) => {
    const decision = decidePlacement(state, secondsAfter(1));
    return { decision, after: commitPlacement(state, decision.actions) };
  };
  const scheduled = pass(created).after;

  it('schedule nothing, and say so', () => {
    const { decision, after } = pass(invalid(created));
    expect(after.bindings).toEqual([]);
    expect(after.verdicts.filter(({ selected }) => selected)).toEqual([]);
    expect(decision.blockers.map(({ cause }) => cause)).toEqual(['InvalidResourceSelectors']);
    expect(pass(after).decision.actions).toEqual([]);
  });

  it('let go whom a pass has picked before they were read, and nothing else is reported of them', () => {
    expect(scheduled.bindings).toHaveLength(3);
    const { after } = pass(invalid(scheduled));
    expect(after.bindings).toEqual([]);
    const shown = projectPlacement(scheduled, undefined, NOON);
    const status = projectPlacement(after, shown, secondsAfter(2));
    expect(status).toEqual({
      conditions: [
        expect.objectContaining({
          type: 'ClusterResourcePlacementScheduled',
          status: 'False',
          reason: 'InvalidResourceSelectors',
        }),
      ],
    });
  });

  it('leave what is placed as it is, pick nobody new, and let who leaves the fleet go', () => {
    const before = aPlacementState({ clusters: clusters(2), policySnapshots: [], placement: at(1, 3) });
    const placed = pass(before).after;
    const { after } = pass(invalid({ ...placed, clusters: clusters(3) }));
    expect(after.bindings).toEqual(placed.bindings);
    const left = pass(invalid({ ...placed, clusters: clusters(1) })).after;
    expect(left.bindings.filter(({ phase }) => phase !== 'Unscheduled')).toHaveLength(1);
  });

  it('are forgotten once they are valid', () => {
    const { after } = pass(invalid(scheduled));
    const { captureFailure: _, ...valid } = after as PlacementState & { captureFailure?: unknown };
    expect(pass(valid).after.bindings).toHaveLength(3);
  });
});
