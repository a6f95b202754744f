import {
  NOON,
  aBoundBinding,
  aPlacement,
  aPlacementState,
  clusters,
  minutesBefore,
} from '../testing/builders';
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

  it.each([
    { rule: 'is on no cluster', bindings: [] },
    { rule: 'is leaving all of them', bindings: [leaving('c1'), leaving('c2')] },
  ])('asks nothing of one that $rule', ({ bindings }) => {
    expect(holdRemoval(going(...bindings))).toBeUndefined();
  });
});
