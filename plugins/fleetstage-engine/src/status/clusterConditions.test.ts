import {
  catalogue,
  isOurs,
  type ConditionType,
  type ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../state/placement';
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
  minutesBefore,
} from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady, printed } from './projectPlacement.testing';

const reasonsOf = (type: string, status: string): readonly string[] =>
  Object.entries(catalogue[type as ConditionType]).find(([one]) => one === status)?.[1] ?? [];

describe('B/OV-031: while nothing is decided, for overrides cannot be read', () => {
  const message = 'nothing is rolled out: overrides are for objects that may be in an envelope';
  const blockers = [
    { ...{ cause: 'OverridesUnreadable', subject: '', message, since: NOON, actor: 'operator' }, parts: [] },
  ] as never;
  const rolloutOf = (patch: Partial<PlacementState>) =>
    projectPlacement(
      threeReady({ verdicts: [aPick('a')], blockers, ...patch }),
      undefined,
      NOON,
    ).placementStatuses?.[0].conditions?.find(({ type }) => type === 'RolloutStarted');
  const two = [aResourceSnapshot(), aResourceSnapshot({ index: 1 })];
  const mark = { status: 'False', reason: 'RolloutNotStartedYet', message: 'before', at: NOON } as const;

  it.each<[string, Partial<PlacementState>]>([
    ['a cluster without a binding', { bindings: [] }],
    ['one on an older snapshot', { resourceSnapshots: two }],
    ['one that a limit held back before', { bindings: [aBoundBinding('a', { rollout: mark })] }],
  ])('%s waits, and says for what', (_, patch) => {
    expect(rolloutOf(patch)).toMatchObject({ status: 'Unknown', reason: 'RolloutStartedUnknown', message });
  });

  it('one that runs what is observed says so', () => {
    expect(rolloutOf({})).toMatchObject({ status: 'True', reason: 'RolloutStarted' });
  });
});

describe('one cluster (A/ST-030…036, B/ST-030, B/ST-032)', () => {
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
  const reportDiff = aPlacement({
    spec: aPlacementSpec({ strategy: { type: 'RollingUpdate', applyStrategy: { type: 'ReportDiff' } } }),
  });
  it.each([
    {
      rule: 'A/ST-031, A/ST-032 row 1: no binding',
      patch: { bindings: [] },
      last: 'RolloutStarted Unknown RolloutStartedUnknown',
      index: undefined,
    },
    {
      rule: 'A/ST-032 row 2, B/ST-031, B/ST-034, B/RO-054: held back on an older snapshot',
      patch: { resourceSnapshots: two, bindings: [aBoundBinding('a', { rollout: blocked })] },
      last: 'RolloutStarted False RolloutNotStartedYet',
      index: '1',
    },
    {
      rule: 'A/ST-032 row 3: on an older snapshot',
      patch: { resourceSnapshots: two },
      last: 'RolloutStarted Unknown RolloutStartedUnknown',
      index: '1',
    },
    {
      rule: 'A/ST-032 row 4: on the latest one',
      patch: {},
      last: 'Available True AllWorkAreAvailable',
      index: '0',
    },
    {
      rule: 'A/ST-032 held back by a changed apply strategy',
      patch: { bindings: [aBoundBinding('a', { rollout: blocked })] },
      last: 'RolloutStarted False RolloutNotStartedYet',
      index: '0',
    },
    {
      rule: 'A/ST-032 first rollout held back',
      patch: { bindings: [aScheduledBinding('a', { rollout: blocked })] },
      last: 'RolloutStarted False RolloutNotStartedYet',
      index: '0',
    },
    {
      rule: 'A/ST-033 nothing reported',
      patch: { reports: [] },
      last: 'Overridden Unknown OverriddenPending',
      index: '0',
    },
    {
      rule: 'A/ST-033 reported for another revision',
      patch: { reports: [anAvailableReport('a', { revision: 'r9' })] },
      last: 'Overridden Unknown OverriddenPending',
      index: '0',
    },
    {
      rule: 'A/ST-031 being cleaned of an earlier life',
      patch: {
        bindings: [aBoundBinding('a', { releasedAt: NOON })],
        reports: [aReleasedReport('a', { revision: 'r0' })],
      },
      last: 'RolloutStarted Unknown RolloutStartedUnknown',
      index: undefined,
    },
    {
      rule: 'A/ST-033 reported clean, which is no evidence of what it was assigned',
      patch: { reports: [{ ...anAvailableReport('a'), isReleased: true }] },
      last: 'Overridden Unknown OverriddenPending',
      index: '0',
    },
    {
      rule: 'A/ST-032 let go, but there is nothing to roll out',
      patch: {
        resourceSnapshots: [],
        bindings: [
          aScheduledBinding('a', { rollout: { ...blocked, status: 'True', reason: 'RolloutStarted' } }),
        ],
      },
      last: 'RolloutStarted Unknown RolloutStartedUnknown',
      index: undefined,
    },
    {
      rule: 'A/ST-033 not synchronized',
      patch: { reports: [anAvailableReport('a', { synchronized: undefined })] },
      last: 'WorkSynchronized Unknown WorkSynchronizedUnknown',
      index: '0',
    },
    {
      rule: 'A/ST-033 not applied',
      patch: { reports: [anAvailableReport('a', { applied: undefined })] },
      last: 'Applied Unknown ApplyPending',
      index: '0',
    },
    {
      rule: 'A/ST-033 failed to apply',
      patch: { reports: [aFailedReport('a')] },
      last: 'Applied False NotAllWorkHaveBeenApplied',
      index: '0',
    },
    {
      rule: 'A/ST-033 availability unknown',
      patch: { reports: [anAvailableReport('a', { available: undefined })] },
      last: 'Available Unknown ResourceAvailableUnknown',
      index: '0',
    },
    {
      rule: 'A/ST-033 not available',
      patch: { reports: [anUnavailableReport('a')] },
      last: 'Available False NotAllWorkAreAvailable',
      index: '0',
    },
  ])('$rule', ({ patch, last, index }) => {
    const entry = only(patch);
    expect(printed(entry?.conditions).at(-1)).toBe(last);
    expect(entry?.observedResourceIndex).toBe(index);
  });

  it('A/ST-030: ReportDiff is compared, not applied', () => {
    const entry = only({ placement: reportDiff });
    expect(printed(entry?.conditions)).toEqual([
      'Scheduled True Scheduled',
      'RolloutStarted True RolloutStarted',
      'Overridden True NoOverrideSpecified',
      'WorkSynchronized True AllWorkSynced',
      'DiffReported Unknown DiffReportingPending',
    ]);
  });

  it('A/ST-030: what the placement says of applying counts, not what the binding says', () => {
    const binding = aBoundBinding('a', { applyStrategy: { type: 'ReportDiff' } });
    expect(printed(only({ bindings: [binding] })?.conditions).at(-1)).toBe(
      'Available True AllWorkAreAvailable',
    );
  });

  it.each([
    {
      type: 'RolloutStarted',
      patch: { bindings: [] },
      message: 'In the process of deciding whether to roll out the latest resources or not',
    },
    {
      type: 'Overridden',
      patch: { reports: [] },
      message: 'In the process of overriding the selected resources if there is any override defined',
    },
    {
      type: 'WorkSynchronized',
      patch: { reports: [anAvailableReport('a', { synchronized: undefined })] },
      message: 'In the process of creating or updating the work object(s) in the hub cluster',
    },
    {
      type: 'Applied',
      patch: { reports: [anAvailableReport('a', { applied: undefined })] },
      message: 'In the process of applying the resources on the member cluster',
    },
    {
      type: 'Available',
      patch: { reports: [anAvailableReport('a', { available: undefined })] },
      message: 'The availability of the selected resources is unknown yet',
    },
    {
      type: 'DiffReported',
      patch: { placement: reportDiff },
      message: 'Diff reporting has just started; its status is not yet to be known',
    },
  ])('A/ST-034 $type is pending, and says so', ({ type, patch, message }) => {
    const last = only(patch)?.conditions?.at(-1);
    expect(last).toMatchObject({ type, status: 'Unknown', message });
  });

  it('A/ST-032: says why it is held back in the words of the mark', () => {
    const entry = only({ bindings: [aBoundBinding('a', { rollout: { ...blocked, message: 'held' } })] });
    expect(entry?.conditions?.at(-1)?.message).toBe('held');
    expect(entry?.conditions?.at(-1)?.lastTransitionTime).toBe('2026-11-21T12:00:00Z');
  });

  it('A/ST-033: an Unknown report says nothing of its own', () => {
    const unknown = { status: 'Unknown', reason: 'Whatever', message: 'whatever', at: NOON } as const;
    const entry = only({ reports: [anAvailableReport('a', { applied: unknown })] });
    expect(printed(entry?.conditions).at(-1)).toBe('Applied Unknown ApplyPending');
  });

  it.each([
    { field: 'overridden', said: 'Overridden True OverriddenSucceeded' },
    { field: 'overridden', said: 'Overridden True NoOverrideSpecified' },
    { field: 'overridden', said: 'Overridden False OverriddenFailed' },
    { field: 'synchronized', said: 'WorkSynchronized True AllWorkSynced' },
    { field: 'synchronized', said: 'WorkSynchronized False SyncWorkFailed' },
    { field: 'applied', said: 'Applied False ApplyInProgress' },
    { field: 'applied', said: 'Applied False NotAllWorkHaveBeenApplied' },
    { field: 'applied', said: 'Applied True AllWorkHaveBeenApplied' },
    { field: 'available', said: 'Available False NotAllWorkAreAvailable' },
    { field: 'available', said: 'Available True NotAllWorkAreAvailabilityTrackable' },
    { field: 'available', said: 'Available True AllWorkAreAvailable' },
    { field: 'diffReported', said: 'DiffReported False DiffReportInProgress', placement: 'ReportDiff' },
    { field: 'diffReported', said: 'DiffReported False NotAllWorkHaveDiffReported', placement: 'ReportDiff' },
    { field: 'diffReported', said: 'DiffReported True AllWorkHaveDiffReported', placement: 'ReportDiff' },
  ])('A/ST-033, A/ST-035 copies $said with its words, and stops behind what is False', row => {
    const { field, said, placement } = row;
    const [type, status, reason] = said.split(' ');
    const claim = { status, reason, message: `about ${reason}`, at: minutesBefore(3) };
    const report = anAvailableReport('a', { [field]: claim });
    const entry = only({ reports: [report], ...(placement && { placement: reportDiff }) });
    const found = entry?.conditions?.find(one => one.type === type);
    expect(found).toEqual({
      type,
      status,
      reason,
      message: `about ${reason}`,
      observedGeneration: 1,
      lastTransitionTime: '2026-11-21T11:57:00Z',
    });
    if (status === 'False') expect(entry?.conditions?.at(-1)).toBe(found);
    expect(isOurs(type)).toBe(true);
    expect(reasonsOf(type, status)).toContain(reason);
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
  const diffReported = (status: 'True' | 'False') =>
    ({ status, reason: 'AllWorkHaveDiffReported', message: '', at: NOON }) as const;
  it.each([
    {
      rule: 'Applied False: failed, drifted and diffed',
      report: aFailedReport('a', details),
      fields: ['diffedPlacements', 'driftedPlacements', 'failedPlacements'],
    },
    {
      rule: 'Available False: failed, drifted and diffed',
      report: anUnavailableReport('a', details),
      fields: ['diffedPlacements', 'driftedPlacements', 'failedPlacements'],
    },
    {
      rule: 'Applied and Available True: drifted',
      report: anAvailableReport('a', details),
      fields: ['driftedPlacements'],
    },
    {
      rule: 'B/ST-014 Applied True, availability unknown: drifted',
      report: anAvailableReport('a', { ...details, available: undefined }),
      fields: ['driftedPlacements'],
    },
    {
      rule: 'B/ST-012 still being applied: nothing',
      report: anAvailableReport('a', { ...details, applied: undefined }),
      fields: [],
    },
    {
      rule: 'DiffReported True: diffed',
      report: anAvailableReport('a', { ...details, diffReported: diffReported('True') }),
      placement: reportDiff,
      fields: ['diffedPlacements'],
    },
    {
      rule: 'DiffReported False: nothing',
      report: anAvailableReport('a', { ...details, diffReported: diffReported('False') }),
      placement: reportDiff,
      fields: [],
    },
    {
      rule: 'nothing found: no list',
      report: aFailedReport('a', { failed: [], drifted: [], diffed: [] }),
      fields: [],
    },
    {
      rule: 'reported for another revision: nothing',
      report: aFailedReport('a', { ...details, revision: 'r9' }),
      fields: [],
    },
  ])('A/ST-033, A/PL-167, A/PL-168, A/PL-169, B/ST-033 $rule', ({ report, fields, placement }) => {
    const entry = only({ reports: [report], ...(placement && { placement }) }) ?? {};
    expect(
      Object.keys(entry)
        .filter(field => field.endsWith('Placements'))
        .sort(),
    ).toEqual(fields);
    expect([entry.failedPlacements ?? [failed], entry.driftedPlacements ?? [drifted]]).toEqual([
      [failed],
      [drifted],
    ]);
  });

  it('A/ST-036: sorted by group, version, kind, namespace, name and envelope', () => {
    const envelope = (type: string, namespace: string, name: string) => ({
      envelope: { type, namespace, name } as NonNullable<ResourceIdentifier['envelope']>,
    });
    const identities: Partial<ResourceIdentifier>[] = [
      { group: 'a', kind: 'A', name: 'a' },
      { group: 'b', version: 'v1', kind: 'A', name: 'a' },
      { group: 'b', version: 'v2', kind: 'A', name: 'a' },
      { group: 'b', version: 'v2', kind: 'B', name: 'a' },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'a', name: 'a' },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'b', name: 'a' },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'b', name: 'b' },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'b', name: 'b', ...envelope('A', 'a', 'a') },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'b', name: 'b', ...envelope('B', 'a', 'a') },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'b', name: 'b', ...envelope('B', 'b', 'a') },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'b', name: 'b', ...envelope('B', 'b', 'b') },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'c', name: 'app' },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'c', name: 'app-1' },
      { group: 'b', version: 'v2', kind: 'B', namespace: 'c', name: 'app.old' },
    ];
    const listed = identities.map(identity => ({ ...failed, ...identity }));
    const report = aFailedReport('a', { failed: [...listed].reverse() });
    expect(only({ reports: [report] })?.failedPlacements).toEqual(listed);
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
