import type { PlacementState } from '../placement/state';
import { NOON, aPlacement, aPlacementSpec } from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady, told } from './projectPlacement.testing';

describe('named resources that are not there (RUL 21)', () => {
  const selecting = (...names: string[]) =>
    threeReady({
      placement: aPlacement({
        spec: aPlacementSpec({
          resourceSelectors: [
            ...names.map(name => ({ group: '', version: 'v1', kind: 'Namespace', name })),
            { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', labelSelector: {} },
            { group: '', version: 'v1', kind: 'Node', name: 'n1' },
          ],
        }),
      }),
    });
  const warningsOf = (state: PlacementState) =>
    (projectPlacement(state, undefined, NOON).conditions ?? [])
      .filter(c => c.type === 'FleetstageWarning')
      .map(c => `${c.reason}: ${c.message}`);

  it('a found one, a selector by labels and a kind that is never placed are no reason to warn', () => {
    expect(warningsOf(selecting('web'))).toEqual([]);
    expect(warningsOf({ ...selecting('typo'), resourceSnapshots: [] })).toEqual([]);
  });

  it('one that is missing is named, and the placement succeeds all the same', () => {
    expect(warningsOf(selecting('web', 'typo'))).toEqual([
      expect.stringMatching(/^FleetstageNamedResourceMissing: .*Namespace typo/),
    ]);
    expect(told(projectPlacement(selecting('typo'), undefined, NOON).conditions)).toContain(
      'ClusterResourcePlacementAvailable True ResourceAvailable',
    );
  });

  it('several warnings are one condition', () => {
    const state = selecting('typo');
    const { spec } = state.placement;
    const strategy = { ...spec.strategy, rollingUpdate: { maxUnavailable: 0 } };
    expect(warningsOf({ ...state, placement: { ...state.placement, spec: { ...spec, strategy } } })).toEqual([
      expect.stringMatching(/^FleetstageSeveralWarnings: .*maxUnavailable is 0.*; .*Namespace typo/),
    ]);
  });
});
