import type { PlacementState } from '../state/placement';
import type { ReportBackStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON, PICK_ALL, aPlacement, aPlacementSpec, pickN } from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady, printed } from './projectPlacement.testing';

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

  it('A/SNP-035 a renamed one is not judged by what the old name selected, neither unread nor while its snapshot waits', () => {
    const renamed = selecting('other');
    expect(warningsOf(renamed)).toHaveLength(1);
    expect(warningsOf({ ...renamed, isSnapshotDelayed: true })).toEqual([]);
    expect(warningsOf({ ...renamed, capturedGeneration: 0 })).toEqual([]);
  });

  it('one that is missing is named, and the placement succeeds all the same', () => {
    expect(warningsOf(selecting('web', 'typo'))).toEqual([
      expect.stringMatching(/^FleetstageNamedResourceMissing: .*Namespace typo/),
    ]);
    expect(printed(projectPlacement(selecting('typo'), undefined, NOON).conditions)).toContain(
      'ClusterResourcePlacementAvailable True ResourceAvailable',
    );
  });

  it('a wildcard is reported to be none', () => {
    expect(warningsOf(selecting('web-*'))).toEqual([
      expect.stringMatching(/Namespace web-\*; a name has no wildcards: use labelSelector for several$/),
    ]);
    expect(warningsOf(selecting('typo'))).toEqual([expect.stringMatching(/Namespace typo$/)]);
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

describe('statuses that do not arrive (RUL 15)', () => {
  const mirroring = (policy: typeof PICK_ALL, reportBackStrategy: ReportBackStrategy) =>
    threeReady({
      placement: aPlacement({ spec: aPlacementSpec({ policy, strategy: { reportBackStrategy } }) }),
      backReportProblems: {
        first: [{ object: { group: '', version: 'v1', kind: 'Pod', name: 'p' }, reason: 'missing' }],
        count: 1,
      },
    });
  const toOriginal: ReportBackStrategy = { type: 'Mirror', destination: 'OriginalResource' };

  it.each([
    {
      rule: 'A/PL-126 a policy for many clusters says why not, whatever happened before',
      state: mirroring(PICK_ALL, toOriginal),
      says: [
        expect.stringMatching(/^FleetstageStatusNotReportedBack: statuses are not reported back: .*PickAll/),
      ],
    },
    {
      rule: 'A/PL-126 what could not be written is reported',
      state: mirroring(pickN(1), toOriginal),
      says: [expect.stringMatching(/^FleetstageStatusNotReportedBack: 1 status is not reported back: Pod p/)],
    },
    {
      rule: 'A/PL-126 Disabled: nothing is reported',
      state: mirroring(pickN(1), { type: 'Disabled' }),
      says: [],
    },
    {
      rule: 'A/PL-126 without problems nothing is reported',
      state: { ...mirroring(pickN(1), toOriginal), backReportProblems: undefined },
      says: [],
    },
  ])('$rule', ({ state, says }) => {
    const warnings = (projectPlacement(state, undefined, NOON).conditions ?? []).filter(
      c => c.type === 'FleetstageWarning',
    );
    expect(warnings.map(c => `${c.reason}: ${c.message}`)).toEqual(says);
  });
});

describe('what a capture warned of (RUL 54)', () => {
  it('is reported as it was recorded', () => {
    const captureWarnings = [
      { reason: 'FleetstagePrivilegedKinds', message: 'Role web/a is not placed' },
    ] as const;
    const { conditions = [] } = projectPlacement(threeReady({ captureWarnings }), undefined, NOON);
    expect(conditions.find(({ type }) => type === 'FleetstageWarning')?.message).toContain(
      'Role web/a is not placed',
    );
  });
});

describe('what a pass has found of overrides (RUL 44, B/OV-046)', () => {
  it('is reported as it was recorded', () => {
    const overrideWarnings = [
      { reason: 'FleetstageOverridesOverlap', message: 'Namespace web by a, b' },
    ] as const;
    const spec = aPlacementSpec({ resourceSelectors: [] });
    const state = threeReady({ overrideWarnings, placement: aPlacement({ spec }) });
    expect(projectPlacement(state, undefined, NOON).conditions).toContainEqual(
      expect.objectContaining({ type: 'FleetstageWarning', status: 'True', ...overrideWarnings[0] }),
    );
  });
});
