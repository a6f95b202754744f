import {
  NOON,
  aBoundBinding,
  aPlacement,
  aPlacementState,
  clusters,
  minutesBefore,
} from '../testing/builders';
import { decidePlacement } from '../placement/decidePlacement';
import { holdRemoval } from './holdRemoval';

const leaving = (cluster: string) => aBoundBinding(cluster, { releasedAt: minutesBefore(4) });
const going = (...bindings: ReturnType<typeof leaving>[]) =>
  aPlacementState({
    placement: aPlacement({ deletedAt: minutesBefore(1) }),
    clusters: clusters(3),
    bindings,
    removal: undefined,
  });

describe('holdRemoval (decision 0032)', () => {
  it.each([
    { rule: 'one that is on its clusters', bindings: [aBoundBinding('c1'), aBoundBinding('c2')] },
    {
      rule: 'one that a single cluster has been leaving for another reason',
      bindings: [leaving('c1'), aBoundBinding('c2'), aBoundBinding('c3')],
    },
  ])('has $rule ask before it leaves the rest', ({ bindings }) => {
    expect(holdRemoval(going(...bindings))?.actions).toEqual([{ kind: 'requestRemoval' }]);
  });

  it('keeps on its clusters what is held, one of which is leaving', () => {
    const removal = { stage: 'held', cause: 'DefinitionDeleted', since: NOON } as const;
    const state = { ...going(leaving('c1'), aBoundBinding('c2')), removal };
    expect(holdRemoval(state)).toMatchObject({ actions: [], blockers: [{ cause: 'DefinitionDeleted' }] });
  });

  describe.each(['TooManyRemovals', 'DefinitionDeleted'] as const)('held for %s', cause => {
    const heldAs = (removalAnswer: string | undefined, saidBefore?: string) => ({
      ...going(aBoundBinding('c1')),
      placement: aPlacement({ deletedAt: minutesBefore(1), removalAnswer }),
      removal: { stage: 'held', cause, since: NOON, saidBefore } as const,
    });

    it.each([
      { rule: 'no annotation', answer: undefined, before: undefined },
      { rule: 'an annotation of before', answer: 'yes', before: 'yes' },
      { rule: 'an annotation of before that was taken off', answer: undefined, before: 'yes' },
    ])('goes on with $rule', ({ answer, before }) => {
      expect(holdRemoval(heldAs(answer, before))).toMatchObject({ actions: [], blockers: [{ cause }] });
    });

    it.each([
      { rule: 'an annotation', before: undefined },
      { rule: 'another one than before', before: 'no' },
    ])('keeps $rule as the confirmation, and takes nothing off before it is kept', ({ before }) => {
      expect(decidePlacement(heldAs('yes', before), NOON).actions).toEqual([
        { kind: 'confirmRemoval', comment: 'yes' },
      ]);
    });
  });

  it.each([undefined, { stage: 'requested', since: NOON } as const])(
    'asks also where the annotation was there before: it answers nothing yet',
    removal => {
      const placement = aPlacement({ deletedAt: minutesBefore(1), removalAnswer: 'yes' });
      const { actions } = decidePlacement({ ...going(aBoundBinding('c1')), placement, removal }, NOON);
      expect(actions).toEqual(removal === undefined ? [{ kind: 'requestRemoval' }] : []);
    },
  );

  it.each([
    { rule: 'is on no cluster', bindings: [] },
    { rule: 'is leaving all of them', bindings: [leaving('c1'), leaving('c2')] },
  ])('asks nothing of one that $rule', ({ bindings }) => {
    expect(holdRemoval(going(...bindings))).toBeUndefined();
  });
});
