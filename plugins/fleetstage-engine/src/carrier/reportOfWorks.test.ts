import type { Condition, ManifestCondition, Work } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON, secondsAfter } from '../testing/builders';
import type { CarriedWork, WorksObservation } from './carriedWork';
import { about, carried, configMap, envelope, reporting, said } from './fixtures.testing';
import { heldByWorks, reportOfWorks, statusesOfWorks } from './reportOfWorks';

const APPLIED = said('Applied', 'True', 'AllManifestsApplied');
const AVAILABLE = said('Available', 'True', 'AllManifestsAvailable');
const NOT_APPLIED = said('Applied', 'False', 'SomeManifestsAreNotApplied');
const NOT_AVAILABLE = said('Available', 'False', 'SomeManifestsAreNotAvailable');
const DENIED = about('a', [said('Applied', 'False', 'ManifestApplyFailed', 5)]);
const STARTING = about('b', [
  said('Applied', 'True', 'Applied', 5),
  said('Available', 'False', 'ManifestNotAvailableYet', 5),
]);

const report = (works: readonly CarriedWork[], patch: Partial<WorksObservation> = {}) =>
  reportOfWorks({ cluster: 'c1', revision: 'aaaa-1', strategy: {}, works, faults: [], now: NOON, ...patch });
const claims = (works: readonly CarriedWork[], patch: Partial<WorksObservation> = {}) => {
  const { applied, available, diffReported } = report(works, patch);
  return [applied, available, diffReported].flatMap(one => (one ? [`${one.status} ${one.reason}`] : []));
};
const work = (...conditions: readonly Condition[]) => reporting('web-work', conditions);
const other = (...conditions: readonly Condition[]) => reporting('web-0', conditions);
const ofRevision = ({ name, live }: { name: string; live: Work }, revision: string): CarriedWork => ({
  name,
  live: { ...live, metadata: { ...live.metadata, annotations: { 'fleetstage.io/revision': revision } } },
});

const IN_PROGRESS = ['False ApplyInProgress'];
const FAILED = ['False NotAllWorkHaveBeenApplied'];
const UNAVAILABLE = ['True AllWorkHaveBeenApplied', 'False NotAllWorkAreAvailable'];
const DONE = ['True AllWorkHaveBeenApplied', 'True AllWorkAreAvailable'];
const UNTRACKED = ['True AllWorkHaveBeenApplied', 'True NotAllWorkAreAvailabilityTrackable'];

describe('the report of Works', () => {
  it.each([
    ['B/ST-001, RUL 8: nothing was reported', [work()], IN_PROGRESS],
    [
      'B/ST-001: a condition of an earlier generation',
      [work(said('Applied', 'True', 'AllManifestsApplied', 1))],
      IN_PROGRESS,
    ],
    ['B/ST-001: a condition that does not know', [work(said('Applied', 'Unknown', 'X'))], IN_PROGRESS],
    ['B/ST-001: incomplete comes before failed', [work(NOT_APPLIED), other()], IN_PROGRESS],
    [
      'RUL 8: one of two Works holds the revision before',
      [work(APPLIED, AVAILABLE), ofRevision(other(APPLIED, AVAILABLE), 'bbbb-1')],
      IN_PROGRESS,
    ],
    ['RUL 8: one of two Works could not be written yet', [work(NOT_APPLIED), { name: 'web-0' }], IN_PROGRESS],
    ['B/ST-001: all reported, one failed', [work(APPLIED, AVAILABLE), other(NOT_APPLIED)], FAILED],
    ['B/ST-002: no check of availability yet', [work(APPLIED)], UNAVAILABLE],
    [
      'B/ST-002: one is not available',
      [work(APPLIED, AVAILABLE), other(APPLIED, NOT_AVAILABLE)],
      UNAVAILABLE,
    ],
    [
      'B/ST-002: one cannot be tracked',
      [work(APPLIED, AVAILABLE), other(APPLIED, said('Available', 'True', 'WorkNotTrackable'))],
      UNTRACKED,
    ],
    [
      'B/ST-002: the same in an older word',
      [work(APPLIED, said('Available', 'True', 'SomeManifestsAreNotAvailabilityTrackable'))],
      UNTRACKED,
    ],
    ['B/ST-002: all are available', [work(APPLIED, AVAILABLE), other(APPLIED, AVAILABLE)], DONE],
  ])('%s', (_, works, expected) => {
    expect(claims(works)).toEqual(expected);
  });

  const REPORTED = said('DiffReported', 'True', 'AllManifestsDiffReported');
  const UNREPORTED = said('DiffReported', 'False', 'SomeManifestsHaveNotReportedDiff');
  const degraded = about('a', [said('DiffReported', 'True', 'FoundDiffInDegradedMode', 5)]);
  const broken = about('a', [said('DiffReported', 'False', 'FailedToReportDiff', 5)]);

  it.each([
    ['B/ST-003, RUL 8: not reported yet', [reporting('web-work', [])], ['False DiffReportInProgress']],
    [
      'B/ST-003: failed',
      [reporting('web-work', [UNREPORTED], [broken])],
      ['False NotAllWorkHaveDiffReported'],
    ],
    ['B/ST-003: all', [reporting('web-work', [REPORTED])], ['True AllWorkHaveDiffReported']],
    [
      'B/WA-110, RUL 16: in degraded mode, too',
      [reporting('web-work', [UNREPORTED], [degraded])],
      ['True AllWorkHaveDiffReported'],
    ],
  ])('ReportDiff, %s', (_, works, expected) => {
    expect(claims(works, { strategy: { type: 'ReportDiff' } })).toEqual(expected);
  });

  it('says which object of which Work, and who has not reported', () => {
    expect(report([reporting('web-work', [NOT_APPLIED], [DENIED, STARTING])]).applied?.message).toBe(
      'Work object web-work has failed to apply: Deployment web/a (ManifestApplyFailed it is)',
    );
    expect(report([work()]).applied?.message).toBe(
      'Work object web-work has not completed the apply: the agent of cluster c1, which pulls it from the hub, has not reported it yet',
    );
    expect(report([reporting('web-work', [APPLIED, NOT_AVAILABLE], [STARTING])]).available?.message).toBe(
      'Work object web-work is not yet available: Deployment web/b (ManifestNotAvailableYet it is)',
    );
  });

  const ALL_COMPARED = said('DiffReported', 'True', 'AllManifestsDiffReported');
  it.each([
    [
      'how many more have failed',
      [reporting('web-work', [NOT_APPLIED], [DENIED, about('z', DENIED.conditions)])],
      {},
      'Work object web-work has failed to apply: Deployment web/a (ManifestApplyFailed it is) and 1 more',
    ],
    ['that all are applied', [work(APPLIED, AVAILABLE)], {}, 'All corresponding work objects are applied'],
    [
      'who has not compared',
      [work()],
      { strategy: { type: 'ReportDiff' } },
      'Work object web-work has not completed the comparison: the agent of cluster c1, which pulls it from the hub, has not reported it yet',
    ],
    [
      'that all are compared',
      [work(ALL_COMPARED)],
      { strategy: { type: 'ReportDiff' } },
      'All corresponding work objects have reported diff',
    ],
    [
      'what could not be compared',
      [
        reporting(
          'web-work',
          [said('DiffReported', 'False', 'SomeManifestsHaveNotReportedDiff')],
          [about('a', [said('DiffReported', 'False', 'FailedToReportDiff')])],
        ),
      ],
      { strategy: { type: 'ReportDiff' } },
      'Work object web-work has failed to report diff: Deployment web/a (FailedToReportDiff it is)',
    ],
  ] as const)('says %s', (_, works, patch, message) => {
    const { applied, diffReported } = report(works, patch);
    expect((diffReported ?? applied)?.message).toBe(message);
  });

  it.each([
    [
      'B/ST-002: not checked yet',
      work(APPLIED),
      'Work object web-work has not completed the availability check: the agent of cluster c1, which pulls it from the hub, has not reported it yet',
    ],
    [
      'B/ST-002: not trackable',
      work(APPLIED, said('Available', 'True', 'WorkNotTrackable')),
      'The availability of work object web-work is not trackable',
    ],
    ['B/ST-002: all', work(APPLIED, AVAILABLE), 'All corresponding work objects are available'],
  ])('says of availability, %s', (_, one, message) => {
    expect(report([one]).available?.message).toBe(message);
  });

  it('B/WG-063, B/WG-065: what was overridden, and that all is written', () => {
    expect(report([work()])).toMatchObject({
      overridden: { status: 'True', reason: 'NoOverrideSpecified' },
      synchronized: { status: 'True', reason: 'AllWorkSynced' },
    });
    expect(report([work()], { hasOverrides: true }).overridden?.reason).toBe('OverriddenSucceeded');
  });

  it('a claim keeps its time within one revision', () => {
    const before = report([work(APPLIED, AVAILABLE)]);
    const now = secondsAfter(60);
    expect(report([work(APPLIED, AVAILABLE)], { previous: before, now }).available?.at).toBe(NOON);
    const next = { ...before, revision: 'bbbb-1' };
    expect(report([work(APPLIED, AVAILABLE)], { previous: next, now }).available?.at).toBe(now);
  });

  const UNCOMPARED = said('DiffReported', 'False', 'SomeManifestsHaveNotReportedDiff');
  it.each([
    ['applied', [work()], 'Apply'],
    ['applied', [work(NOT_APPLIED)], 'Apply'],
    ['applied', [work(APPLIED, AVAILABLE)], 'Apply'],
    ['available', [work(APPLIED)], 'Apply'],
    ['available', [work(APPLIED, said('Available', 'True', 'WorkNotTrackable'))], 'Apply'],
    ['diffReported', [work()], 'ReportDiff'],
    ['diffReported', [reporting('web-work', [UNCOMPARED], [DENIED])], 'ReportDiff'],
    ['diffReported', [work(said('DiffReported', 'True', 'AllManifestsDiffReported'))], 'ReportDiff'],
  ] as const)('each claim keeps its own time: %s of %j', (claim, works, mode) => {
    const strategy = mode === 'ReportDiff' ? ({ type: mode } as const) : {};
    const previous = report(works, { strategy });
    expect(previous[claim]?.at).toBe(NOON);
    expect(report(works, { strategy, previous, now: secondsAfter(60) })[claim]?.at).toBe(NOON);
  });

  it('B/WA-110, RUL 16: one object that was compared does not stand for another one that was not', () => {
    const compared = about('a', [
      said('Applied', 'False', 'X'),
      said('DiffReported', 'True', 'FoundDiffInDegradedMode'),
    ]);
    const applied = about('b', [said('Applied', 'True', 'Applied')]);
    const strategy = { type: 'ReportDiff' } as const;
    expect(claims([reporting('web-work', [UNCOMPARED], [compared])], { strategy })).toEqual([
      'True AllWorkHaveDiffReported',
    ]);
    expect(claims([reporting('web-work', [UNCOMPARED], [compared, applied])], { strategy })).toEqual([
      'False NotAllWorkHaveDiffReported',
    ]);
  });
});

const PATHS = [{ path: '/spec/replicas', valueInMember: '3', valueInHub: '1' }];
const TIMES = { observationTime: '2026-01-02T03:04:05Z' };
const drifted = (name: string): ManifestCondition =>
  about(name, [said('Applied', 'True', 'Applied')], {
    driftDetails: {
      ...TIMES,
      firstDriftedObservedTime: '2026-01-01T00:00:00Z',
      observedInMemberClusterGeneration: 7,
      observedDrifts: PATHS,
    },
  });
const differing = (name: string, conditions: readonly Condition[]): ManifestCondition =>
  about(name, conditions, {
    diffDetails: { ...TIMES, firstDiffedObservedTime: '2026-01-01T00:00:00Z', observedDiffs: PATHS },
  });

describe('the lists of a report of Works', () => {
  const all = [
    DENIED,
    STARTING,
    drifted('c'),
    differing('d', [said('Applied', 'False', 'FailedToTakeOver')]),
  ];
  const lists = (conditions: readonly Condition[], patch: Partial<WorksObservation> = {}) => {
    const { failed, drifted: drifts, diffed } = report([reporting('web-work', conditions, all)], patch);
    return {
      failed: failed.map(({ name }) => name),
      drifted: drifts.map(({ name }) => name),
      diffed: diffed.map(({ name }) => name),
    };
  };

  it.each([
    ['B/ST-012: Applied is incomplete', [], { failed: [], drifted: [], diffed: [] }],
    ['B/ST-013: Applied is False', [NOT_APPLIED], { failed: ['a', 'b', 'd'], drifted: ['c'], diffed: ['d'] }],
    ['B/ST-014: Available is incomplete', [APPLIED], { failed: [], drifted: ['c'], diffed: [] }],
    [
      'B/ST-015: Available is False',
      [APPLIED, NOT_AVAILABLE],
      { failed: ['a', 'b', 'd'], drifted: ['c'], diffed: [] },
    ],
    ['B/ST-016: Available is True', [APPLIED, AVAILABLE], { failed: [], drifted: ['c'], diffed: [] }],
  ])('%s', (_, conditions, expected) => {
    expect(lists(conditions)).toEqual(expected);
  });

  it('B/ST-010, B/ST-011, RUL 16: of a comparison the differences, also where another object could not be compared', () => {
    const strategy = { type: 'ReportDiff' } as const;
    const found = { failed: [], drifted: [], diffed: ['d'] };
    expect(lists([said('DiffReported', 'True', 'AllManifestsDiffReported')], { strategy })).toEqual(found);
    expect(lists([said('DiffReported', 'False', 'SomeManifestsHaveNotReportedDiff')], { strategy })).toEqual(
      found,
    );
    expect(lists([], { strategy })).toEqual({ ...found, diffed: [] });
  });

  it('B/ST-017, B/ST-018, B/WG-050: entries as the agent has them, with the envelope of the Work', () => {
    const held = { name: 'e', namespace: 'web', type: 'ResourceEnvelope' } as const;
    const works = [{ ...reporting('web-work', [NOT_APPLIED], all), envelope: held }];
    const called = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'web', envelope: held };
    const { failed, drifted: drifts, diffed } = report(works);
    expect(failed[0]).toEqual({ ...called, name: 'a', condition: DENIED.conditions[0] });
    expect(failed[1].condition.type).toBe('Available');
    expect(drifts).toEqual([
      {
        ...called,
        ...TIMES,
        name: 'c',
        targetClusterObservedGeneration: 7,
        firstDriftedObservedTime: '2026-01-01T00:00:00Z',
        observedDrifts: PATHS,
      },
    ]);
    expect(diffed).toEqual([
      {
        ...called,
        ...TIMES,
        name: 'd',
        firstDiffedObservedTime: '2026-01-01T00:00:00Z',
        observedDiffs: PATHS,
      },
    ]);
  });

  it('B/ST-018: of an object that is there its generation, of one that is not none', () => {
    const there = differing('d', []);
    const diffDetails = { ...there.diffDetails!, observedInMemberClusterGeneration: 3 };
    const { diffed } = report([
      reporting('web-work', [NOT_APPLIED], [{ ...there, diffDetails }, differing('e', [])]),
    ]);
    expect(diffed[0].targetClusterObservedGeneration).toBe(3);
    expect(diffed[1]).not.toHaveProperty('targetClusterObservedGeneration');
  });

  it('B/WA-097: values of a Secret are hidden in differences, too; those of another kind of the name are not', () => {
    const of = (group: string) => {
      const identifier = { ordinal: 0, group, version: 'v1', kind: 'Secret', namespace: 'web', name: 's' };
      return report([reporting('web-work', [NOT_APPLIED], [{ ...differing('s', []), identifier }])])
        .diffed[0];
    };
    expect(of('').observedDiffs?.[0].valueInMember).toBe('(redacted for security reasons)');
    expect(of('example.com').observedDiffs?.[0].valueInMember).toBe('3');
  });

  it('RUL 8: what is only being prepared has not failed', () => {
    const prepared = about('p', [said('Applied', 'False', 'PreparingToProcess')]);
    expect(report([reporting('web-work', [NOT_APPLIED], [prepared])]).failed).toEqual([]);
  });

  it('B/ST-020, B/ST-021: a hundred, sorted by what they are called', () => {
    const many = Array.from({ length: 120 }, (_, i) => drifted(`x${String(119 - i).padStart(3, '0')}`));
    const { drifted: drifts } = report([reporting('web-work', [APPLIED, AVAILABLE], many)]);
    expect([drifts.length, drifts[0].name, drifts[99].name]).toEqual([100, 'x000', 'x099']);
  });

  it('B/WA-097, B/WA-098: values of a Secret are hidden whatever the agent does, and a hundred paths are kept', () => {
    const identifier = { ordinal: 0, version: 'v1', kind: 'Secret', namespace: 'web', name: 's' };
    const observedDrifts = Array.from({ length: 120 }, () => ({
      path: '/data/key',
      valueInMember: 'c2VjcmV0',
    }));
    const details = { ...drifted('s').driftDetails!, observedDrifts };
    const secret = { ...drifted('s'), identifier, driftDetails: details };
    const [entry] = report([reporting('web-work', [APPLIED, AVAILABLE], [secret])]).drifted;
    expect(entry.observedDrifts).toHaveLength(100);
    expect(entry.observedDrifts?.[0]).toEqual({
      path: '/data/key',
      valueInMember: '(redacted for security reasons)',
    });
  });

  it('B/WA-020: an object that the agent could not read is called as the Work has it', () => {
    const unread = { identifier: { ordinal: 0 }, conditions: [said('Applied', 'False', 'DecodingErred')] };
    const { live } = reporting('web-work', [NOT_APPLIED], [unread]);
    const works = [
      { name: 'web-work', live: { ...live, spec: { workload: { manifests: [configMap('a')] } } } },
    ];
    expect(report(works).failed[0]).toMatchObject({ kind: 'ConfigMap', namespace: 'web', name: 'a' });
  });

  it('RUL 50: what is in no Work failed before it was sent', () => {
    const elsewhere = { ...configMap('b'), metadata: { name: 'b', namespace: 'other' } };
    const { rendered } = carried([envelope('e', elsewhere)]);
    const faults = rendered.manifests.filter(({ fault }) => fault);
    const found = report([work(APPLIED, AVAILABLE)], { faults });
    expect(found.applied?.reason).toBe('NotAllWorkHaveBeenApplied');
    expect(found.failed[0]).toMatchObject({
      name: 'b',
      condition: {
        ...{ type: 'Applied', status: 'False', reason: 'FleetstageEntryRefused', observedGeneration: 0 },
        message: faults[0].fault?.message,
        lastTransitionTime: '2026-11-21T12:00:00Z',
      },
    });
    const now = secondsAfter(60);
    const again = (previous: typeof found) =>
      report([work(APPLIED, AVAILABLE)], { faults, previous, now }).failed[0].condition.lastTransitionTime;
    expect(again(found)).toBe('2026-11-21T12:00:00Z');
    expect(again({ ...found, revision: 'bbbb-1' })).toBe('2026-11-21T12:01:00Z');
    const strategy = { type: 'ReportDiff' } as const;
    expect(
      claims([work(said('DiffReported', 'True', 'AllManifestsDiffReported'))], { faults, strategy }),
    ).toEqual(['False NotAllWorkHaveDiffReported']);
  });

  it('B/WA-106, B/WA-048: a comparison that failed after the apply is a remark', () => {
    const noted = about('a', [said('Applied', 'True', 'AppliedWithFailedDriftDetection')]);
    const { applied, remarks } = report([reporting('web-work', [APPLIED, AVAILABLE], [noted])]);
    expect(remarks).toMatchObject([{ name: 'a', reason: 'AppliedWithFailedDriftDetection' }]);
    expect(applied?.message).toContain('AppliedWithFailedDriftDetection');
    expect(report([work(APPLIED, AVAILABLE)])).not.toHaveProperty('remarks');
    const failed = report([reporting('web-work', [NOT_APPLIED], [noted, DENIED])]);
    expect(failed.remarks).toMatchObject([{ name: 'a' }]);
  });
});

describe('what a cluster holds, and statuses that are reported back', () => {
  it('B/WA-011: an object that is only compared is not held', () => {
    const compared = about('a', [said('DiffReported', 'True', 'NoDiffFound')]);
    expect(heldByWorks([reporting('web-work', [], [compared])])).toEqual([]);
  });

  it('B/WA-011: what is applied, of whatever revision', () => {
    expect(heldByWorks([reporting('web-work', [NOT_APPLIED], [DENIED, STARTING])])).toEqual([
      {
        ordinal: 0,
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        namespace: 'web',
        name: 'b',
        generation: 5,
      },
    ]);
  });

  it('B/WA-140: statuses as they are, none of what has none, and of a large one that it is too large', () => {
    const withStatus = (name: string, status?: unknown) =>
      about(name, [], {
        backReportedStatus: {
          observationTime: TIMES.observationTime,
          observedStatus: {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name },
            ...(status ? { status } : {}),
          },
        },
      });
    const large = { text: 'x'.repeat(300 * 1024) };
    const works = [
      reporting('web-work', [], [withStatus('a', { replicas: 1 }), withStatus('b'), withStatus('c', large)]),
    ];
    expect(statusesOfWorks(works).map(({ object, status }) => [object.name, status])).toEqual([
      ['a', { replicas: 1 }],
      ['c', 'tooLarge'],
    ]);
  });
});
