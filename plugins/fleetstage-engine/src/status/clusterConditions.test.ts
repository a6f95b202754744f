import type { PlacementState } from '../placement/state';
import {
  NOON,
  aBoundBinding,
  aFailedReport,
  aPick,
  aPlacement,
  aPlacementSpec,
  aReleasedReport,
  aResourceSnapshot,
  aScheduledBinding,
  anAvailableReport,
  anIdentifier,
  anUnavailableReport,
} from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady, told } from './projectPlacement.testing';

describe('one cluster (A/ST-032…034)', () => {
  const only = (patch: Partial<PlacementState>) =>
    projectPlacement(threeReady({ verdicts: [aPick('a')], ...patch }), undefined, NOON)
      .placementStatuses?.[0];
  const two = [aResourceSnapshot(), aResourceSnapshot({ index: 1 })];
  const blocked = {
    status: 'False',
    reason: 'RolloutNotStartedYet',
    message: 'The rollout is being blocked by the rollout strategy',
    at: NOON,
  } as const;
  it.each([
    {
      rule: 'row 1: no binding',
      patch: { bindings: [] },
      last: 'RolloutStarted Unknown RolloutStartedUnknown',
      index: undefined,
    },
    {
      rule: 'row 2: held back on an older snapshot',
      patch: { resourceSnapshots: two, bindings: [aBoundBinding('a', { rollout: blocked })] },
      last: 'RolloutStarted False RolloutNotStartedYet',
      index: '1',
    },
    {
      rule: 'row 3: on an older snapshot',
      patch: { resourceSnapshots: two },
      last: 'RolloutStarted Unknown RolloutStartedUnknown',
      index: '1',
    },
    { rule: 'row 4: on the latest one', patch: {}, last: 'Available True AllWorkAreAvailable', index: '0' },
    {
      rule: 'held back by a changed apply strategy',
      patch: { bindings: [aBoundBinding('a', { rollout: blocked })] },
      last: 'RolloutStarted False RolloutNotStartedYet',
      index: '0',
    },
    {
      rule: 'first rollout held back',
      patch: { bindings: [aScheduledBinding('a', { rollout: blocked })] },
      last: 'RolloutStarted False RolloutNotStartedYet',
      index: '0',
    },
    {
      rule: 'nothing reported',
      patch: { reports: [] },
      last: 'Overridden Unknown OverriddenPending',
      index: '0',
    },
    {
      rule: 'reported for another revision',
      patch: { reports: [anAvailableReport('a', { revision: 'r9' })] },
      last: 'Overridden Unknown OverriddenPending',
      index: '0',
    },
    {
      rule: 'being cleaned of an earlier life',
      patch: {
        bindings: [aBoundBinding('a', { releasedAt: NOON })],
        reports: [aReleasedReport('a', { revision: 'r0' })],
      },
      last: 'RolloutStarted Unknown RolloutStartedUnknown',
      index: undefined,
    },
    {
      rule: 'not synchronized',
      patch: { reports: [anAvailableReport('a', { synchronized: undefined })] },
      last: 'WorkSynchronized Unknown WorkSynchronizedUnknown',
      index: '0',
    },
    {
      rule: 'not applied',
      patch: { reports: [anAvailableReport('a', { applied: undefined })] },
      last: 'Applied Unknown ApplyPending',
      index: '0',
    },
    {
      rule: 'failed to apply',
      patch: { reports: [aFailedReport('a')] },
      last: 'Applied False NotAllWorkHaveBeenApplied',
      index: '0',
    },
    {
      rule: 'availability unknown',
      patch: { reports: [anAvailableReport('a', { available: undefined })] },
      last: 'Available Unknown ResourceAvailableUnknown',
      index: '0',
    },
    {
      rule: 'not available',
      patch: { reports: [anUnavailableReport('a')] },
      last: 'Available False NotAllWorkAreAvailable',
      index: '0',
    },
  ])('$rule', ({ patch, last, index }) => {
    const entry = only(patch);
    expect(told(entry?.conditions).at(-1)).toBe(last);
    expect(entry?.observedResourceIndex).toBe(index);
  });

  it('A/ST-030: ReportDiff is compared, not applied', () => {
    const spec = aPlacementSpec({
      strategy: { type: 'RollingUpdate', applyStrategy: { type: 'ReportDiff' } },
    });
    const entry = only({ placement: aPlacement({ spec }) });
    expect(told(entry?.conditions).at(-1)).toBe('DiffReported Unknown DiffReportingPending');
  });

  const failed = {
    ...anIdentifier(),
    condition: {
      type: 'Applied',
      status: 'False' as const,
      reason: 'ManifestApplyFailed',
      message: '',
      lastTransitionTime: '2026-11-21T12:00:00Z',
    },
  };
  const drifted = {
    ...anIdentifier(),
    observationTime: '',
    targetClusterObservedGeneration: 1,
    firstDriftedObservedTime: '',
  };
  const diffed = { ...anIdentifier(), observationTime: '', firstDiffedObservedTime: '' };
  const details = { failed: [failed], drifted: [drifted], diffed: [diffed] };
  it.each([
    {
      rule: 'failing: failed, drifted and diffed',
      report: aFailedReport('a', details),
      fields: ['diffedPlacements', 'driftedPlacements', 'failedPlacements'],
    },
    { rule: 'available: drifted', report: anAvailableReport('a', details), fields: ['driftedPlacements'] },
    {
      rule: 'still being applied: nothing',
      report: anAvailableReport('a', { ...details, applied: undefined }),
      fields: [],
    },
  ])('A/ST-033 $rule', ({ report, fields }) => {
    const entry = only({ reports: [report] }) ?? {};
    expect(
      Object.keys(entry)
        .filter(field => field.endsWith('Placements'))
        .sort(),
    ).toEqual(fields);
  });

  it('A/ST-036: at most a hundred, by identity', () => {
    const many = Array.from({ length: 150 }, (_, i) => ({
      ...failed,
      name: `n${String(149 - i).padStart(3, '0')}`,
    }));
    const entry = only({ reports: [aFailedReport('a', { failed: many })] });
    expect(entry?.failedPlacements?.map(f => f.name)).toEqual(
      Array.from({ length: 100 }, (_, i) => `n${String(i).padStart(3, '0')}`),
    );
  });
});
